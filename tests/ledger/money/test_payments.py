"""Payments: what is recorded, what is refused with which message, and how a payment is taken back."""

from decimal import Decimal

import pytest

from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player
from ledger.lib.refusals import Refused
from ledger.money.models import Entry, EntryKind
from ledger.money.selectors import amounts_of
from ledger.money.services import BookOutOfDate, Payment, record_payment, reverse_payment
from tests.ledger.conftest import refuses


def test_a_payment_lowers_what_the_payer_owes(bob_books, anil, bina):
    bob_books.settle(7, {anil: 4600, bina: -4600})
    entry = bob_books.pay(bina, anil, "40.50", note="  in cash ").entry
    assert (entry.kind, entry.note, entry.source, entry.by_name) == (EntryKind.PAYMENT, "in cash", "", "Bob")
    assert bob_books.balances() == {"Anil": 550, "Bina": -550}


@pytest.mark.parametrize(
    ("amount", "code", "sentence"),
    [
        ("0", "zero", "A payment of nothing is no payment."),
        ("-0.00", "zero", "A payment of nothing is no payment."),
        ("-5", "negative", "An amount cannot be negative. If the money went the other way, swap the two players."),
        (
            "0.005",
            "too_precise",
            "This amount has too many decimals: nothing is smaller than NPR\N{NO-BREAK SPACE}0.01.",
        ),
        (f"1.{'0' * 60}1", "too_precise", None),
        ("1E-999999", "too_precise", None),
        ("1000000000000", "too_large", None),
        ("10000000000.00", "too_large", None),
        ("1E+999999", "too_large", None),
        ("NaN", "unreadable", "This is not an amount."),
        ("-Infinity", "unreadable", "This is not an amount."),
    ],
)
def test_an_impossible_amount_is_refused(bob_books, anil, bina, amount, code, sentence):
    with pytest.raises(Refused) as refused:
        bob_books.pay(anil, bina, amount)
    (problem,) = refused.value.problems
    assert (problem.field, problem.code) == ("amount", code)
    assert problem.message == sentence or sentence is None
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("currency", "coin", "amount", "minor"),
    [
        ("NPR", 1, "9999999999.99", 999_999_999_999),
        ("JPY", 1, "999999999999", 999_999_999_999),
        ("NPR", 1, "18.500", 1850),
        ("CHF", 5, "0.03", 3),  # less than the smallest coin
    ],
)
def test_an_amount_may_be_as_large_and_as_exact_as_its_currency(
    bob_books, circle, anil, bina, currency, coin, amount, minor
):
    change_circle(circle=circle, name="Friday table", currency=currency, coin_minor=coin, language="en")
    assert amounts_of(bob_books.pay(anil, bina, amount).entry) == {anil.pk: minor, bina.pk: -minor}


def test_fractions_of_a_yen_are_refused(bob_books, circle, anil, bina):
    change_circle(circle=circle, name="Friday table", currency="JPY", coin_minor=1, language="en")
    with pytest.raises(Refused, match="too many decimals"):
        bob_books.pay(anil, bina, "1.5")


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"currency": "EUR"}, "other_currency"),
        ({"currency": "sheep"}, "other_currency"),
        ({"note": "x" * 301}, "too_long"),
        ({"note": "in cash\0"}, "unfit_text"),
        ({"note": "in cash \ud83d"}, "unfit_text"),
        ({"note": "in\x1b[1mcash"}, "unfit_text"),
    ],
)
def test_an_impossible_currency_or_note_is_refused(bob_books, anil, bina, details, code):
    with refuses(code):
        bob_books.pay(anil, bina, "5", **details)
    assert not Entry.objects.exists()


def test_a_note_may_have_300_characters(bob_books, anil, bina):
    assert bob_books.pay(anil, bina, "5", note="x" * 300).entry.note == "x" * 300


def test_all_problems_are_listed_at_once(bob_books, elsewhere):
    outsider = add_player(circle=elsewhere.circle, name="Outsider")
    with pytest.raises(Refused) as refused:
        bob_books.pay(outsider, outsider, "-5", note="x" * 301)
    assert [(problem.field, problem.code) for problem in refused.value.problems] == [
        ("payee", "oneself"),
        ("payer", "unknown_player"),
        ("payee", "unknown_player"),
        ("amount", "negative"),
        ("note", "too_long"),
    ]


def test_an_old_debt_can_be_paid_after_the_circle_changed_its_currency(bob_books, circle, anil, bina):
    bob_books.settle(7, {anil: 4600, bina: -4600})
    change_circle(circle=circle, name="Friday table", currency="CHF", coin_minor=5, language="en")
    bob_books.pay(bina, anil, "46", currency="NPR")
    bob_books.pay(bina, anil, "1")
    assert bob_books.balances("NPR") == {"Anil": 0, "Bina": 0}
    assert bob_books.balances("CHF") == {"Anil": -100, "Bina": 100}


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_a_payment_is_taken_back_by_one_more_entry(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "40").entry
    reversal = bob_books.reverse(payment, " it was Chandra ").entry
    assert (reversal.kind, reversal.reverses, reversal.note) == (EntryKind.REVERSAL, payment, "it was Chandra")
    assert bob_books.balances() == {"Anil": 0, "Bina": 0}
    assert Entry.objects.count() == 2


def test_only_a_payment_is_taken_back_and_only_once(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "40").entry
    reversal = bob_books.reverse(payment).entry
    (settlement,) = bob_books.settle(7, {anil: 100, bina: -100})
    codes = []
    for entry in (payment, reversal, settlement):
        with pytest.raises(Refused) as refused:
            bob_books.reverse(entry)
        codes += [problem.code for problem in refused.value.problems]
    assert codes == ["already_reversed", "not_a_payment", "not_a_payment"]
    assert Entry.objects.count() == 3


def test_a_reversal_with_a_long_note_is_refused(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "40").entry
    with pytest.raises(Refused, match="too long"):
        bob_books.reverse(payment, "x" * 301)


def test_an_entry_of_another_circle_is_not_taken_back(bob_books, anil, bina, elsewhere):
    payment = bob_books.pay(bina, anil, "40").entry
    with pytest.raises(Refused, match="not an entry of this circle"):
        reverse_payment(me=elsewhere, entry=payment)


# --- Sent twice, and out of date -------------------------------------------------------------------------------------


def test_a_payment_repeated_with_its_key_is_recorded_once(scorer, anil, bina):
    payment = Payment(bina, anil, Decimal(40))
    first, second = (record_payment(me=scorer, payment=payment, key="one press", base_version=0) for _ in range(2))
    assert (first.repeated, second.repeated) == (False, True)
    assert first.entry == second.entry == Entry.objects.get()


def test_a_reversal_repeated_with_its_key_is_recorded_once(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "40").entry
    first, second = (bob_books.reverse(payment, key="one press") for _ in range(2))
    assert (first.repeated, second.repeated) == (False, True)
    assert first.entry == second.entry


def test_a_key_cannot_be_used_for_another_entry(bob_books, anil, bina):
    payment = bob_books.pay(bina, anil, "40", key="one press").entry
    with pytest.raises(Refused, match="something else"):
        bob_books.pay(bina, anil, "41", key="one press")
    with pytest.raises(Refused, match="something else"):
        bob_books.reverse(payment, key="one press")
    assert Entry.objects.get() == payment


def test_the_second_of_two_payments_of_a_debt_is_refused(scorer, anil, bina):
    payment = Payment(bina, anil, Decimal(40))
    record_payment(me=scorer, payment=payment, key="bob's", base_version=0)
    with pytest.raises(BookOutOfDate) as moved_on:
        record_payment(me=scorer, payment=payment, key="alice's", base_version=0)
    assert moved_on.value.version == 1
    assert Entry.objects.count() == 1


def test_a_payment_without_a_base_version_is_recorded(scorer, anil, bina):
    for _ in range(2):
        record_payment(me=scorer, payment=Payment(bina, anil, Decimal(40)))
    assert Entry.objects.count() == 2


def test_a_key_is_scoped_to_its_circle(bob_books, anil, bina, elsewhere):
    mine = bob_books.pay(bina, anil, "40", key="one press").entry
    dora, esha = (add_player(circle=elsewhere.circle, name=name) for name in ("Dora", "Esha"))
    theirs = record_payment(me=elsewhere, payment=Payment(dora, esha, Decimal(40)), key="one press")
    assert not theirs.repeated
    assert theirs.entry != mine
    assert amounts_of(theirs.entry) == {dora.pk: 4000, esha.pk: -4000}
    assert bob_books.balances() == {"Bina": 4000, "Anil": -4000}


def test_payments_without_a_key_are_all_recorded(bob_books, anil, bina):
    entries = {bob_books.pay(bina, anil, "40", key=key).entry.pk for key in (None, None, "", "")}
    assert len(entries) == 4
