"""The payments of one series: what its end shows as open, and "Mark as paid"."""

from contextlib import suppress

import pytest
from django.db import connection

from ledger.lib.refusals import Refused
from ledger.money.models import Entry, EntryKind
from ledger.money.selectors import balances
from ledger.money.services import Covered, PlannedAmount, reverse_payment
from ledger.money.source_accounts import PaymentState
from ledger.series.settling import account_of_series, pay, source_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import remove_database_protection, run_audit
from tests.ledger.threads import run_together

# The J-40 document: A receives 46.00, B pays 4.00, C 18.50, D 23.50.
J40_PAYMENTS = [("D", "A", 2350), ("C", "A", 1850), ("B", "A", 400)]


@pytest.fixture
def finished(bob_scores) -> Scorer:
    bob_scores.record(*J40)
    return bob_scores


def still_open(bob: Scorer) -> list[tuple[str, str, int]]:
    return in_state(bob, PaymentState.OPEN)


def paid(bob: Scorer) -> list[tuple[str, str, int]]:
    return in_state(bob, PaymentState.PAID)


def in_state(bob: Scorer, state: PaymentState) -> list[tuple[str, str, int]]:
    account = account_of_series(bob.series, bob.state().players)
    parts = account.in_state(state) if account else []
    return [(part.payer.name, part.payee.name, part.amount_minor) for part in parts]


def press(bob: Scorer, payer: str, payee: str, amount_minor: int, *, anyway: bool = False) -> Entry | None:
    """Mark a payment as paid, and return its entry, or None if it was refused."""
    ids = {player.name: player.pk for player in bob.state().players}
    with suppress(Refused):
        return pay(bob.state(), bob.me, PlannedAmount(ids[payer], ids[payee], amount_minor), anyway=anyway)
    return None


def balances_of(bob: Scorer) -> dict[str, int]:
    (owed,) = balances(bob.me.circle)
    return {row.player.name: row.amount_minor for row in owed.rows}


def test_a_finished_series_has_the_fewest_payments(finished):
    assert still_open(finished) == J40_PAYMENTS
    assert paid(finished) == []


def test_a_payment_is_marked_as_paid(finished):
    entry = press(finished, "C", "A", 1850)
    assert entry
    assert (entry.kind, entry.source, entry.source_version) == (EntryKind.PAYMENT, source_of(finished.series), None)
    assert paid(finished) == [("C", "A", 1850)]
    assert still_open(finished) == [("D", "A", 2350), ("B", "A", 400)]
    assert balances_of(finished) == {"A": 2750, "B": -400, "C": 0, "D": -2350}
    assert run_audit()[1] == 0


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_make_one_payment(finished):
    state = finished.state()
    ids = {player.name: player.pk for player in state.players}
    done = run_together(*[lambda: pay(state, finished.me, PlannedAmount(ids["C"], ids["A"], 1850))] * 2)
    assert {type(outcome) for outcome in done} == {Entry, Covered}
    assert paid(finished) == [("C", "A", 1850)]


@pytest.mark.parametrize("asked", [("C", "A", 1851), ("A", "C", 1850), ("B", "C", 400)])
def test_what_is_not_among_the_payments_is_not_paid(finished, asked):
    assert press(finished, *asked) is None
    assert paid(finished) == []


def test_a_payment_that_was_taken_back_is_open_again(finished):
    entry = press(finished, "C", "A", 1850)
    assert entry
    reverse_payment(me=finished.me, entry=entry, note="not yet")
    assert still_open(finished) == J40_PAYMENTS
    assert paid(finished) == []
    assert press(finished, "C", "A", 1850)
    assert run_audit()[1] == 0


def test_after_another_settlement_the_rest_is_open(bob_scores):
    """After hand 1 without standard money A pays 7.50, B and D 4.00; with it A 27.50, B and D 16.50."""
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=False)
    assert press(bob_scores, "A", "C", 750)
    bob_scores.reopen("standard money was forgotten")
    assert press(bob_scores, "B", "C", 400) is None, "an open series has nothing to pay"
    bob_scores.stop(with_standard=True)
    assert sorted(still_open(bob_scores)) == [("A", "C", 2000), ("B", "C", 1650), ("D", "C", 1650)]
    assert paid(bob_scores) == [("A", "C", 750)]
    assert run_audit()[1] == 0


def test_who_has_paid_too_much_gets_it_back(bob_scores):
    """A has paid 27.50 and owes 7.50; C has received 27.50 and should have 15.50."""
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=True)
    assert press(bob_scores, "A", "C", 2750)
    bob_scores.reopen("standard money was forgotten")
    bob_scores.stop(with_standard=False)
    assert sorted(still_open(bob_scores)) == [("B", "A", 400), ("C", "A", 1200), ("D", "A", 400)]


def test_the_audit_finds_a_payment_of_a_series_that_is_not_there(finished):
    press(finished, "C", "A", 1850)
    remove_database_protection()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE money_entry SET source = 'series:elsewhere' WHERE kind = 'payment'")
    printed, code = run_audit()
    assert code == 1
    assert any("entry 2 comes from series:elsewhere, and there is no such series" in line for line in printed)


def test_money_cannot_be_changed_after_the_migration_either(finished):
    """The migration made the table of entries anew, with its triggers."""
    press(finished, "C", "A", 1850)
    with connection.cursor() as cursor, pytest.raises(Exception, match="an entry is never changed"):
        cursor.execute("UPDATE money_entry SET note = 'changed' WHERE kind = 'payment'")
