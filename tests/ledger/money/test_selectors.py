"""Reading the books: balances, the account of a player, and the suggested payments."""

import pytest

from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import change_circle, make_circle
from ledger.circles.services.players import rename_player
from ledger.money.models import Posting
from ledger.money.selectors import (
    balances,
    balances_of,
    book_of,
    currencies_of,
    entries,
    entries_since,
    ledger_of,
    settling_up,
)
from tests.ledger.money.conftest import Bookkeeper


@pytest.fixture
def evening(bob_books, anil, bina, chandra) -> Bookkeeper:
    """Two settlements, a payment, and a payment that was a mistake."""
    bob_books.settle(7, {anil: 4600, bina: -2250, chandra: -2350}, source="game:1")
    bob_books.settle(5, {anil: -1000, bina: 1500, chandra: -500}, source="game:2")
    bob_books.pay(chandra, anil, "20")
    bob_books.reverse(bob_books.pay(chandra, bina, "7.50").entry)
    return bob_books


def test_a_new_circle_has_one_currency_and_no_balances(circle):
    (nothing,) = balances(circle)
    assert (nothing.currency, nothing.rows) == ("NPR", ())
    assert settling_up(nothing).payments == ()


def test_the_highest_balance_comes_first(evening, circle):
    (owed,) = balances(circle)
    assert [(row.player.name, row.amount_minor) for row in owed.rows] == [
        ("Anil", 1600),
        ("Bina", -750),
        ("Chandra", -850),
    ]


def test_currencies_are_never_added_up(evening, circle, anil, bina):
    change_circle(circle=circle, name="Friday table", currency="CHF", coin_minor=5, language="en")
    evening.settle(3, {anil: -100, bina: 100}, source="game:3")
    assert [owed.currency for owed in balances(circle)] == ["CHF", "NPR"]
    assert evening.balances("CHF") == {"Anil": -100, "Bina": 100}
    assert evening.balances("NPR") == {"Anil": 1600, "Bina": -750, "Chandra": -850}
    assert balances_of(anil) == {"CHF": -100, "NPR": 1600}
    assert currencies_of(circle) == ["CHF", "NPR"]


def test_currencies_of_another_circle_are_not_offered(evening, circle, charlie):
    elsewhere = make_circle(owner=charlie, name="Elsewhere", currency="CHF", language="en")
    assert currencies_of(elsewhere.circle) == ["CHF"]
    assert currencies_of(circle) == ["NPR"]


def test_the_book_of_a_circle_without_entries_is_empty(evening, circle, elsewhere):
    assert book_of(elsewhere.circle).version == 0
    assert book_of(circle).version == 5


def test_entries_since_a_version_are_the_later_ones_in_order(evening, circle):
    assert [entry.number for entry in entries_since(circle, 2)] == [3, 4, 5]
    assert [entry.number for entry in entries_since(circle, 0)] == [1, 2, 3, 4, 5]


def test_suggested_payments_name_the_players(evening, circle):
    plan = settling_up(balances(circle)[0])
    assert plan.exact
    assert [(paid.payer.name, paid.payee.name, paid.amount_minor) for paid in plan.payments] == [
        ("Chandra", "Anil", 850),
        ("Bina", "Anil", 750),
    ]


def test_the_lines_of_a_ledger_lead_to_the_balance(evening, chandra):
    lines = [*reversed(ledger_of(chandra))]
    assert [(line.entry.kind, line.amount_minor, line.balance_minor) for line in lines] == [
        ("settlement", -2350, -2350),
        ("settlement", -500, -2850),
        ("payment", 2000, -850),
        ("payment", 750, -100),
        ("reversal", -750, -850),
    ]
    assert lines[-1].balance_minor == evening.balances()["Chandra"]


def test_a_ledger_in_two_currencies_has_two_running_balances(evening, circle, anil, bina):
    change_circle(circle=circle, name="Friday table", currency="CHF", coin_minor=5, language="en")
    evening.settle(3, {anil: -100, bina: 100}, source="game:3")
    evening.pay(bina, anil, "1", currency="NPR")
    last = reversed(ledger_of(bina)[:2])
    assert [(line.entry.currency, line.balance_minor) for line in last] == [("CHF", 100), ("NPR", -650)]


def test_a_renamed_player_keeps_the_balance(evening, chandra):
    rename_player(player=chandra, name="Chandra Thapa")
    assert evening.balances()["Chandra Thapa"] == -850


def test_entries_come_newest_first_with_their_reversals(evening, circle):
    reversal, mistake, payment, *_settlements = entries(circle)
    assert reversal.reverses == mistake
    assert mistake.reversed_by == reversal
    assert not hasattr(payment, "reversed_by")
    assert [entry.number for entry in entries(circle)] == [5, 4, 3, 2, 1]


def test_the_query_count_does_not_depend_on_entries(evening, circle, chandra, anil, django_assert_num_queries):
    with django_assert_num_queries(7) as few:
        look(circle, chandra)
    for version in range(50):
        evening.settle(1, {anil: 5, chandra: -5}, source=f"evening:{version}")
    with django_assert_num_queries(len(few)):
        lines = look(circle, chandra)
    assert len(lines) == 55


def look(circle: Circle, player: Player) -> list[Posting]:
    """Read all that the pages show: every figure and every name."""
    assert book_of(circle).version
    for owed in balances(circle):
        settling_up(owed)
    lines = list(ledger_of(player))
    for entry in entries(circle):
        assert all(posting.player.name for posting in entry.postings.all())
        assert not entry.reverses or entry.reverses.number < entry.number
        assert not hasattr(entry, "reversed_by") or entry.number < entry.reversed_by.number
    return lines
