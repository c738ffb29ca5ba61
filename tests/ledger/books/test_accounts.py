"""A player's own account: every entry with the balance after it, and month by month."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.registry import BY_SLUG
from ledger.circles.models import Player
from ledger.circles.services.players import add_player
from ledger.series.starting import Agreement, start_series
from tests.ledger.books.conftest import account_page
from tests.ledger.pages import client_of, spoken_text
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def lines_of(page: Any) -> list[Any]:
    return [line for month in page.context["months"] for line in month.lines]


def test_every_entry_has_its_cause_and_the_balance_after_it(busy, viewer):
    page = client_of(viewer.user).get(account_page(busy[3]))
    lines = [
        (described.title, described.remark, line.amount_minor, line.balance_minor) for line, described in lines_of(page)
    ]
    series = lines[-1][0].removeprefix("Settlement: ")
    assert series.startswith("Jaago-Chalis, ")
    assert [(title.replace("\N{NO-BREAK SPACE}", " "), *rest) for title, *rest in lines] == [
        ("Taken back: D paid B NPR 1.00", "that was C", -100, -350),
        ("D paid B NPR 1.00", "", 100, -250),
        ("D paid A NPR 20.00", "in cash", 2000, -350),
        (f"Settlement: {series}", "", -2350, -2350),
        (f"Settlement taken back: {series}", "C and D were mixed up", 2350, 0),
        (f"Settlement: {series}", "", -2350, -2350),
    ]
    assert "owes −NPR 3.50" in spoken_text(page)


def test_every_entry_links_to_its_cause(busy, bob_scores, viewer):
    vera = client_of(viewer.user)
    hrefs = [described.href for _line, described in lines_of(vera.get(account_page(busy[3])))]
    assert hrefs[0] == hrefs[1], "a reversal leads to what it takes back"
    assert f"/series/{bob_scores.series.pk}/settlement/" == hrefs[3] == hrefs[5]
    assert [vera.get(href).status_code for href in hrefs] == [200] * 6


def test_an_account_without_entries(anil, viewer):
    assertContains(client_of(viewer.user).get(account_page(anil)), "No entries yet")


def test_an_account_in_two_currencies_has_two_balances(bob_books, circle, anil, viewer):
    bina = add_player(circle=circle, name="Bina")
    bob_books.settle(5, {anil: 4600, bina: -4600}, source="game:1")
    bob_books.settle(5, {anil: -250, bina: 250}, source="game:2", currency="CHF")
    bob_books.pay(bina, anil, "6", currency="NPR")
    text = spoken_text(client_of(viewer.user).get(account_page(anil)))
    assert "owes −CHF 2.50 is owed +NPR 40.00" in text
    assert "−NPR 6.00 balance +NPR 40.00" in text
    assert "−CHF 2.50 balance −CHF 2.50" in text


def test_a_long_account_comes_in_pages(bob_books, circle, anil, viewer):
    bina = add_player(circle=circle, name="Bina")
    for _ in range(30):
        bob_books.pay(bina, anil, "1")
    first, second = (client_of(viewer.user).get(account_page(bina), {"page": page}) for page in "12")
    balances = [line.balance_minor for page in (first, second) for line, _described in lines_of(page)]
    assert balances == [100 * number for number in range(30, 0, -1)]
    assert len(lines_of(second)) == 5


@pytest.mark.parametrize("page", ["0", "99", "x", "-1"])
def test_a_page_number_out_of_range_shows_a_page(bob_books, circle, anil, viewer, page):
    bob_books.pay(anil, add_player(circle=circle, name="Bina"), "1")
    assert len(lines_of(client_of(viewer.user).get(account_page(anil), {"page": page}))) == 1


def test_a_player_of_another_circle_is_not_found(circle, stranger, viewer):
    assert client_of(viewer.user).get(f"/circles/{circle.pk}/balances/{stranger.pk}/").status_code == 404


# --- Month by month --------------------------------------------------------------------------------------------------


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


@pytest.fixture
def two_months(bob_books, circle, anil, monkeypatch) -> Player:
    """In April Anil won 46 and was paid 6, in May he lost 20, paid 7, took that back, and lost 2.50 in francs.

    The last day of April ends at 18:15 in universal time: Kathmandu is ahead by 5:45.
    """
    bina = add_player(circle=circle, name="Bina")
    at(monkeypatch, datetime(2026, 4, 30, 18, 14, tzinfo=UTC))
    bob_books.settle(5, {anil: 4600, bina: -4600}, source="series:one")
    bob_books.pay(bina, anil, "6")
    at(monkeypatch, datetime(2026, 4, 30, 18, 15, tzinfo=UTC))
    bob_books.settle(5, {anil: -2000, bina: 2000}, source="series:two")
    bob_books.settle(5, {anil: -250, bina: 250}, source="series:three", currency="CHF")
    bob_books.reverse(bob_books.pay(anil, bina, "7").entry, "a mistake")
    return anil


def sums_of(page: Any) -> list[tuple[Any, ...]]:
    return [(each.name, each.of_series, each.of_payments, len(each.lines)) for each in page.context["months"]]


MAY = ("May 2026", {"NPR": -2000, "CHF": -250}, {"NPR": 0}, 4)
APRIL = ("April 2026", {"NPR": 4600}, {"NPR": -600}, 2)


def test_an_account_goes_month_by_month_with_sums(two_months, viewer, monkeypatch):
    page = client_of(viewer.user).get(account_page(two_months))
    assert sums_of(page) == [MAY, APRIL]
    text = spoken_text(page)
    assert "May 2026 Series −CHF 2.50 −NPR 20.00 Payments NPR 0.00" in text
    assert "April 2026 Series +NPR 46.00 Payments −NPR 6.00" in text
    nepali = client_of(viewer.user).get(account_page(two_months), headers={"Accept-Language": "ne"})
    assert [each.name for each in nepali.context["months"]] == ["वैशाख २०८३"]  # 14 April to 14 May
    monkeypatch.setattr("ledger.books.views.LINES_A_PAGE", 3)
    pages = [client_of(viewer.user).get(account_page(two_months), {"page": number}) for number in (1, 2)]
    assert sums_of(pages[0]) == [(*MAY[:3], 3)]
    assert sums_of(pages[1]) == [(*MAY[:3], 1), APRIL]


def test_an_account_of_some_time(two_months, viewer):
    """The balance continues that of the entries before this time."""
    page = client_of(viewer.user).get(account_page(two_months), {"since": "2026-05-01"})
    assert sums_of(page) == [MAY]
    balances = [(line.currency, line.balance_minor) for line, _described in lines_of(page)]
    assert balances == [("NPR", 2000), ("NPR", 2700), ("CHF", -250), ("NPR", 2000)]
    assert sums_of(client_of(viewer.user).get(account_page(two_months), {"until": "2026-04-30"})) == [APRIL]
    nothing = client_of(viewer.user).get(account_page(two_months), {"until": "2020-01-01"})
    assertContains(nothing, "No entries of this game and time.")
    assert "is owed +NPR 20.00" in spoken_text(nothing)


def test_an_account_of_one_game(bob_scores, bob_books, players, scorer):
    """With what was paid for its series; other payments belong to no game."""
    bob_scores.record(*J40)
    bob_books.pay(players[3], players[0], "20")
    bob_books.settle(5, {players[3]: 300, players[0]: -300}, source="series:elsewhere")
    vera, address = client_of(scorer.user), account_page(players[3])
    page = vera.get(address, {"game": "jaago-chalis"})
    assert [line.amount_minor for line, _described in lines_of(page)] == [-2350]
    assert [line.balance_minor for line, _described in lines_of(page)] == [-2350]
    assert len(lines_of(vera.get(address, {"game": "bridge"}))) == 3
    assertNotContains(page, "Every game")


def test_a_game_that_the_table_named_is_offered_by_its_name(players, scorer):
    game = BY_SLUG["scorecard"]
    for title in ("Hearts", "Uno"):
        rules = game.read_rules({game.title_field: title}).value
        start_series(me=scorer, agreed=Agreement(game, players, rules, Decimal(1)))
    chips = client_of(scorer.user).get(account_page(players[0])).context["game_chips"]
    assert [chip.label for chip in chips] == ["Every game", "Hearts", "Uno"]


def test_a_choice_of_games_where_there_are_several(bob_scores, players, scorer):
    bob_scores.record(*J40)
    game = BY_SLUG["call-break"]
    start_series(me=scorer, agreed=Agreement(game, players, game.default_preset.rules, Decimal(1), "kathmandu"))
    address = account_page(players[3])
    page = client_of(scorer.user).get(address, {"game": "jaago-chalis", "period": "year"})
    chips = [(chip.label, chip.query, chip.is_current) for chip in page.context["game_chips"]]
    assert chips == [
        ("Every game", "period=year", False),
        ("Jaago-Chalis", "game=jaago-chalis&period=year", True),
        ("Call Break", "game=call-break&period=year", False),
    ]
    assert len(lines_of(page)) == 1
    assert lines_of(client_of(scorer.user).get(address, {"game": "call-break"})) == []
