"""The balances of a circle, in each currency, and how many queries the pages about money take."""

import re
from typing import Any

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import add_player, claim_player, remove_player
from tests.ledger.books.conftest import account_page
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.pages import client_of, queries_of, settings_form, spoken_text
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def balances_page(circle: Circle) -> str:
    return f"/circles/{circle.pk}/balances/"


def rows_of(page: Any, currency: str = "NPR") -> list[tuple[str, int]]:
    (owed,) = (owed for owed in page.context["currencies"] if owed.currency == currency)
    return [(row.player.name, row.amount_minor) for row in owed.rows]


def transfers_of(page: Any, currency: str = "NPR") -> list[tuple[str, str, int]]:
    (owed,) = (owed for owed in page.context["currencies"] if owed.currency == currency)
    return [(paid.payer.name, paid.payee.name, paid.amount_minor) for paid in owed.plan.payments]


# --- The page of the balances ----------------------------------------------------------------------------------------


def test_a_new_circle_has_nothing_to_settle(circle, viewer):
    assertContains(client_of(viewer.user).get(balances_page(circle)), "No debts yet")


def test_the_balances_contain_the_j40_series(bob_scores, circle, viewer):
    bob_scores.record(*J40)
    page = client_of(viewer.user).get(balances_page(circle))
    assert rows_of(page) == [("A", 4600), ("B", -400), ("C", -1850), ("D", -2350)]
    assert transfers_of(page) == [("D", "A", 2350), ("C", "A", 1850), ("B", "A", 400)]
    text = spoken_text(page)
    assert "A is owed +NPR 46.00" in text
    assert "D owes −NPR 23.50" in text
    assert "3 payments settle everything. There is no way with fewer." in text


def test_two_series_and_a_payment_add_up(bob_books, players, circle, viewer):
    a, b, c, d = players
    bob_books.settle(5, {a: 4600, b: -400, c: -1850, d: -2350}, source="game:1")
    bob_books.settle(5, {a: -5000, b: 1000, c: 1850, d: 2150}, source="game:2")
    bob_books.pay(d, b, "2")
    page = client_of(viewer.user).get(balances_page(circle))
    assert rows_of(page) == [("B", 400), ("C", 0), ("D", 0), ("A", -400)]
    assertContains(page, "1 payment settles everything.")
    assertContains(page, "is even")


def test_a_nepali_reader_gets_nepali_figures(bob_scores, circle, scorer):
    bob_scores.record(*J40)
    page = client_of(scorer.user).get(balances_page(circle), headers={"Accept-Language": "ne"})
    assertContains(page, "+नेरू\N{NO-BREAK SPACE}४६.००")
    assertContains(page, 'value="२३.५०"')


def test_a_player_who_has_left_still_owes(bob_scores, players, viewer):
    bob_scores.record(*J40)
    remove_player(player=players[3])
    page = client_of(viewer.user).get(balances_page(viewer.circle))
    assert rows_of(page)[-1] == ("D", -2350)
    assert "D owes · has left −NPR 23.50" in spoken_text(page)
    assertContains(client_of(viewer.user).get(account_page(players[3])), "has left")


def test_my_own_balance_is_marked(bob_scores, players, viewer):
    bob_scores.record(*J40)
    claim_player(player=players[1], member=viewer)
    assert "B owes You −NPR 4.00" in spoken_text(client_of(viewer.user).get(balances_page(viewer.circle)))


def test_settled_balances_have_a_message(bob_books, anil, viewer):
    bina = add_player(circle=viewer.circle, name="Bina")
    bob_books.settle(5, {anil: 400, bina: -400})
    bob_books.pay(bina, anil, "4")
    page = client_of(viewer.user).get(balances_page(viewer.circle))
    assertContains(page, "All settled")
    assert transfers_of(page) == []


def test_a_plan_that_is_not_exact_has_a_note(bob_books, circle, viewer):
    """Seventeen open balances, of which no two settle exactly: too many for a search."""
    players = [add_player(circle=circle, name=f"Player {number}") for number in range(17)]
    owed = {player: 2**number for number, player in enumerate(players[:-1])}
    bob_books.settle(5, owed | {players[-1]: -sum(owed.values())})
    page = client_of(viewer.user).get(balances_page(circle))
    assertContains(page, "16 payments settle everything. With so many open balances there may be a way with fewer.")


def test_a_viewer_is_offered_nothing_to_write(bob_scores, circle, viewer, scorer):
    bob_scores.record(*J40)
    assertNotContains(client_of(viewer.user).get(balances_page(circle)), "/payments/new/")
    assertContains(client_of(scorer.user).get(balances_page(circle)), "/payments/new/", count=4)


# --- Currencies ------------------------------------------------------------------------------------------------------


def new_currency(circle: Circle) -> None:
    change_circle(circle=circle, currency="CHF", coin_minor=5)
    circle.refresh_from_db()


def test_two_currencies_are_settled_separately(bob_books, circle, anil, scorer):
    """Anil is owed rupees and owes francs. The two are not compared."""
    bina = add_player(circle=circle, name="Bina")
    bob_books.settle(5, {anil: 4600, bina: -4600}, source="game:1")
    new_currency(circle)
    bob_books.settle(5, {anil: -250, bina: 250}, source="game:2", currency="CHF")
    page = client_of(scorer.user).get(balances_page(circle))
    assert [owed.currency for owed in page.context["currencies"]] == ["CHF", "NPR"]
    assert (rows_of(page, "NPR"), transfers_of(page, "NPR")) == (
        [("Anil", 4600), ("Bina", -4600)],
        [("Bina", "Anil", 4600)],
    )
    assert transfers_of(page, "CHF") == [("Anil", "Bina", 250)]
    assertContains(page, "kept apart and never added up")


def test_a_series_goes_on_in_the_currency_that_it_began_with(bob_scores, circle, viewer):
    bob_scores.record(*J40[:3])
    new_currency(circle)
    bob_scores.record(J40[3])
    page = client_of(viewer.user).get(balances_page(circle))
    assert rows_of(page, "NPR")[0] == ("A", 4600)
    assert rows_of(page, "CHF") == []


def test_a_change_of_the_currency_is_explained(owner):
    address = f"/circles/{owner.circle_id}/settings/"
    form = settings_form(currency="CHF", coin_minor="5")
    sentence = "What has been played for in NPR stays in NPR: the balances of two currencies are kept apart."
    assertContains(client_of(owner.user).get(address), "What has been played for already stays as it is.")
    assertContains(client_of(owner.user).post(address, form, follow=True), sentence)
    assertNotContains(client_of(owner.user).post(address, form, follow=True), "kept apart")


# --- Many of everything ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["balances/", "balances/{player}/", "payments/new/", "", "balances/{player}/?page=2"])
def test_the_query_count_does_not_depend_on_rows(busy, bob_books, circle, bobs_phone, page):
    address = f"/circles/{circle.pk}/" + page.format(player=busy[3].pk)
    fill(bob_books, busy, 0)
    before = queries_of(bobs_phone, address)
    fill(bob_books, busy, 1)
    assert queries_of(bobs_phone, address) == before <= 13


def fill(bob_books: Bookkeeper, players: list[Player], turn: int) -> None:
    a, _b, _c, d = players
    for number in range(15 * turn, 15 * (turn + 1)):
        other = add_player(circle=a.circle, name=f"Player {number}")
        bob_books.settle(1, {d: 100 * number + 7, other: -100 * number - 7}, source=f"game:{number}")
        bob_books.reverse(bob_books.pay(d, other, "1").entry)


@pytest.mark.parametrize("path", ["balances/{player}/", "payments/new/", "payments/{payment}/"])
def test_every_page_about_money_marks_the_tab_of_the_balances(path, bob_books, scorer, players):
    paid = bob_books.pay(players[0], players[1], "5").entry
    address = f"/circles/{scorer.circle_id}/" + path.format(player=players[0].pk, payment=paid.pk)
    page = client_of(scorer.user).get(address).content.decode()
    assert re.findall(r'aria-current="true">([^<]+)<', page) == ["Balances"]
