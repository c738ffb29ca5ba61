"""Recording a payment, marking a debt as paid, and taking a payment back."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Circle, Player
from ledger.circles.services.players import add_player, remove_player
from ledger.money.models import Entry, EntryKind
from tests.ledger.pages import client_of, spoken_text

pytestmark = pytest.mark.django_db

Fill = Callable[..., dict[str, Any]]


@pytest.fixture
def bina(circle) -> Player:
    return add_player(circle=circle, name="Bina")


@pytest.fixture
def debt(bob_books, anil, bina) -> Entry:
    """Bina owes Anil 23.50."""
    (entry,) = bob_books.settle(5, {anil: 2350, bina: -2350})
    return entry


@pytest.fixture
def fill(anil, bina) -> Fill:
    """The form: Bina has paid Anil 4."""

    def form(**changes: Any) -> dict[str, Any]:
        typed = {"payer": bina.pk, "payee": anil.pk, "amount": "4", "currency": "NPR", "note": "", "key": "one press"}
        return typed | {"base_version": "0"} | changes

    return form


@pytest.fixture
def address(circle) -> str:
    return f"/circles/{circle.pk}/payments/new/"


def amounts() -> dict[str, int]:
    """The amounts of the latest entry, by the names of the players."""
    return {posting.player.name: posting.amount_minor for posting in Entry.objects.last().postings.all()}


def hidden_fields(page: Any, action: str) -> list[dict[str, str]]:
    """What each form for that address would send."""
    forms = re.findall(rf'<form[^>]*action="{action}".*?</form>', page.content.decode(), re.DOTALL)
    inputs = (re.findall(r"<input[^>]*>", form) for form in forms)
    attributes = ([dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in tags] for tags in inputs)
    return [{tag["name"]: tag.get("value", "") for tag in tags} for tags in attributes]


# --- Works -----------------------------------------------------------------------------------------------------------


def test_a_payment_is_recorded_with_a_message(bobs_phone, address, circle, fill):
    page = bobs_phone.post(address, fill(amount="4,50", note="in cash"), follow=True)
    assertRedirects(page, f"/circles/{circle.pk}/balances/")
    assertContains(page, "Recorded: Bina paid Anil.")
    entry = Entry.objects.get()
    assert (entry.kind, entry.note, entry.by_name, amounts()) == (
        EntryKind.PAYMENT,
        "in cash",
        "Bob",
        {"Bina": 450, "Anil": -450},
    )


def test_a_debt_is_marked_as_paid_from_its_row(bobs_phone, address, circle, debt):
    (row,) = hidden_fields(bobs_phone.get(f"/circles/{circle.pk}/balances/"), address)
    assert row["amount"] == "23.50"
    page = bobs_phone.post(address, row, follow=True)
    assertContains(page, "All settled")
    assert amounts() == {"Bina": 2350, "Anil": -2350}


def test_a_part_of_a_debt_leaves_the_rest(bobs_phone, address, circle, debt):
    (row,) = hidden_fields(bobs_phone.get(f"/circles/{circle.pk}/balances/"), address)
    page = bobs_phone.post(address, row | {"amount": "20"}, follow=True)
    (left,) = hidden_fields(page, address)
    assert (left["amount"], left["base_version"]) == ("3.50", "2")


def test_every_row_has_a_key_of_its_own(bob_books, bobs_phone, address, circle):
    a, b, c = (add_player(circle=circle, name=name) for name in "ABC")
    bob_books.settle(5, {a: 100, b: 200, c: -300})
    rows = hidden_fields(bobs_phone.get(f"/circles/{circle.pk}/balances/"), address)
    assert len({row["key"] for row in rows}) == 2


def test_nepali_digits_are_read(bobs_phone, address, fill):
    bobs_phone.post(address, fill(amount="१,२३४.५०"))
    assert amounts() == {"Bina": 123450, "Anil": -123450}


def test_a_player_who_has_left_can_pay(bobs_phone, address, fill, debt, bina):
    remove_player(player=bina)
    assertContains(bobs_phone.get(address), "Bina (has left)")
    bobs_phone.post(address, fill(base_version="1"))
    assert amounts() == {"Bina": 400, "Anil": -400}


def test_an_old_debt_is_paid_in_its_old_currency(bobs_phone, address, circle, fill, debt):
    Circle.objects.filter(pk=circle.pk).update(currency="CHF", coin_minor=5)
    assertContains(bobs_phone.get(address), '<option value="NPR">')
    bobs_phone.post(address, fill(base_version="1"))
    assert Entry.objects.last().currency == "NPR"


# --- Sent twice, and too late ----------------------------------------------------------------------------------------


def test_a_form_sent_twice_is_one_payment(bobs_phone, address, circle, fill):
    for _ in range(2):
        assertRedirects(bobs_phone.post(address, fill()), f"/circles/{circle.pk}/balances/")
    assert Entry.objects.count() == 1


def test_the_second_phone_sees_the_payment_of_the_first(bobs_phone, owner, address, circle, debt):
    alice = client_of(owner.user)
    balances = f"/circles/{circle.pk}/balances/"
    (on_bobs_phone,), (on_alices_phone,) = (hidden_fields(who.get(balances), address) for who in (bobs_phone, alice))
    bobs_phone.post(address, on_bobs_phone)
    late = alice.post(address, on_alices_phone)
    assert late.status_code == 409
    text = spoken_text(late)
    assert "Not recorded: the books have changed" in text
    assert "Bina paid Anil NPR 23.50 ( Bob ," in text
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1


def test_another_payment_can_be_recorded_from_the_page_of_the_conflict(bobs_phone, address, fill, debt):
    late = bobs_phone.post(address, fill(amount="4", note="for tea"))
    assert late.status_code == 409
    form = late.context["form"]
    assert (form["amount"].value(), form["note"].value()) == ("4", "for tea")
    (again,) = hidden_fields(late, address)
    assert again["base_version"] == "1"
    bobs_phone.post(address, fill(note="for tea") | {name: again[name] for name in ("key", "base_version")})
    assert amounts() == {"Bina": 400, "Anil": -400}


def test_a_form_that_was_changed_after_it_was_sent_gets_a_new_key(bobs_phone, address, fill):
    bobs_phone.post(address, fill())
    changed = bobs_phone.post(address, fill(amount="5"))
    assertContains(changed, "This form has been sent before, with something else in it.", status_code=422)
    assert hidden_fields(changed, address)[0]["key"] != "one press"
    assert Entry.objects.count() == 1


# --- Refuses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"amount": "0"}, "amount", "A payment of nothing is no payment."),
        (
            {"amount": "-4"},
            "amount",
            "An amount cannot be negative. If the money went the other way, swap the two players.",
        ),
        ({"amount": ""}, "amount", "Please say how much was paid."),
        ({"amount": "four"}, "amount", "“four” is not an amount. Write it like 18.50."),
        ({"amount": "<b>4</b>"}, "amount", "“<b>4</b>” is not an amount. Write it like 18.50."),
        ({"amount": "1,850"}, "amount", "“1,850” can be read in two ways. Write 1850 or 1.85."),
        ({"amount": "1.234"}, "amount", "“1.234” can be read in two ways. Write 1234 or 1.23."),
        ({"amount": "0.005"}, "amount", "This amount has too many decimals: nothing is smaller than NPR 0.01."),
        (
            {"amount": "1000000000000"},
            "amount",
            "This amount is too large: it must be less than NPR 10,000,000,000.00.",
        ),
        ({"payee": "{payer}"}, "payee", "Payer and receiver must be two different players."),
        ({"payer": ""}, "payer", "Please choose a player."),
        ({"payee": "{stranger}"}, "payee", "This is not a player of this circle."),
        ({"payer": "nobody"}, "payer", "This is not a player of this circle."),
        ({"currency": "EUR"}, "currency", "This circle does not count in EUR."),
        ({"note": "x" * 301}, "note", "This text is too long."),
        ({"note": "in cash\0"}, "note", "Null characters are not allowed."),
        ({"note": "in\x1bcash"}, "note", "There are characters in this text that cannot be kept."),
    ],
)
def test_each_problem_is_shown_beside_its_field(bobs_phone, address, fill, bina, stranger, changes, field, sentence):
    typed = {name: text.format(payer=bina.pk, stranger=stranger.pk) for name, text in changes.items()}
    page = bobs_phone.post(address, fill(**{"note": "for tea"} | typed))
    assert page.status_code == 422
    form = page.context["form"]
    assert {name: list(faults) for name, faults in form.errors.items()} == {
        field: [sentence.replace("NPR ", "NPR\N{NO-BREAK SPACE}")]
    }
    assert {name: form[name].value() for name in typed} == typed
    assertNotContains(page, "<b>", status_code=422)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("currency", ["CHF", "EUR"])
def test_a_point_before_three_digits_is_asked_about_in_german(bobs_phone, address, circle, fill, currency):
    """In Berlin 1.850 is 1850, and a Swiss who adds a 0 to 1.85 writes the same. 1.85 is the same in both cities."""
    Circle.objects.filter(pk=circle.pk).update(currency=currency, coin_minor=5)
    in_german = {"headers": {"Accept-Language": "de"}}
    page = bobs_phone.post(address, fill(amount="1.850", currency=currency), **in_german)
    assertContains(page, "Schreib 1850 oder 1.85.", status_code=422)
    assert not Entry.objects.exists()
    bobs_phone.post(address, fill(amount="1.85", currency=currency), **in_german)
    assert amounts() == {"Bina": 185, "Anil": -185}


def test_an_amount_in_a_currency_without_decimals_may_have_a_point_between_thousands(bobs_phone, address, circle, fill):
    Circle.objects.filter(pk=circle.pk).update(currency="JPY", coin_minor=1)
    bobs_phone.post(address, fill(amount="1.850", currency="JPY"))
    assert amounts() == {"Bina": 1850, "Anil": -1850}


def test_an_amount_is_read_only_in_a_currency_of_the_circle(bobs_phone, address, fill):
    page = bobs_phone.post(address, fill(amount="1.850", currency="EUR"))
    assert list(page.context["form"].errors) == ["currency"]


@pytest.mark.parametrize("missing", ["key", "base_version"])
def test_a_form_without_key_or_version_records_nothing(bobs_phone, address, fill, missing):
    assert bobs_phone.post(address, fill(**{missing: ""})).status_code == 422
    assert not Entry.objects.exists()


def test_a_refused_payment_leaves_no_rows(bobs_phone, address, fill, debt):
    for amount in ("0", "x", "10000000000"):
        bobs_phone.post(address, fill(amount=amount, base_version="1"))
    assert list(Entry.objects.all()) == [debt]


# --- Taking back -----------------------------------------------------------------------------------------------------


@pytest.fixture
def payment(bob_books, anil, bina) -> Entry:
    return bob_books.pay(bina, anil, "4", note="in cash").entry


def at(entry: Entry) -> str:
    return f"/circles/{entry.circle_id}/payments/{entry.pk}/"


BACK = {"note": "it was Chandra", "key": "one press"}


def test_a_payment_can_be_read(payment, viewer):
    page = client_of(viewer.user).get(at(payment))
    assert "From Bina To Anil Amount NPR 4.00 Note in cash Recorded Bob ," in spoken_text(page)
    assertNotContains(page, "Take this payment back")


def test_a_payment_is_taken_back(payment, bobs_phone, circle):
    assertContains(bobs_phone.get(at(payment)), "This cannot be undone.")
    page = bobs_phone.post(at(payment), BACK, follow=True)
    assertRedirects(page, f"/circles/{circle.pk}/balances/")
    assertContains(page, "Taken back: Bina paid Anil.")
    reversal = Entry.objects.last()
    assert (reversal.kind, reversal.reverses, reversal.note) == (EntryKind.REVERSAL, payment, "it was Chandra")
    assert amounts() == {"Bina": -400, "Anil": 400}


def test_a_payment_taken_back_shows_the_scorer_and_the_reason(payment, bobs_phone):
    bobs_phone.post(at(payment), BACK)
    page = bobs_phone.get(at(payment))
    assert re.search(r"Taken back Bob , .* it was Chandra", spoken_text(page))
    assertNotContains(page, "Take this payment back")


def test_a_reversal_that_is_sent_twice_is_recorded_once(payment, bobs_phone):
    assert [bobs_phone.post(at(payment), BACK).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.count() == 2


def test_a_payment_cannot_be_taken_back_twice(payment, bobs_phone, owner):
    bobs_phone.post(at(payment), BACK)
    late = client_of(owner.user).post(at(payment), BACK | {"key": "another press"})
    assertContains(late, "This has been taken back already.", status_code=422)
    assert Entry.objects.count() == 2


def test_a_long_note_is_refused_and_stays_in_the_form(payment, bobs_phone):
    page = bobs_phone.post(at(payment), BACK | {"note": "x" * 301})
    assertContains(page, "This text is too long.", status_code=422)
    assertContains(page, "x" * 301, status_code=422)
    assert Entry.objects.get() == payment


def test_a_settlement_has_no_page_of_a_payment(debt, bobs_phone):
    assert bobs_phone.get(at(debt)).status_code == 404
    assert bobs_phone.post(at(debt), BACK).status_code == 404
    assert Entry.objects.get() == debt


def test_a_payment_of_another_circle_is_not_found(payment, elsewhere):
    address = at(payment).replace(payment.circle_id, elsewhere.circle_id)
    assert client_of(elsewhere.user).get(address).status_code == 404
    assert client_of(elsewhere.user).post(address, BACK).status_code == 404
