"""The balances of a circle, a player's own account, and the line on the circle's page."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player, User
from ledger.circles.services.circles import change_circle, make_circle
from ledger.circles.services.players import add_player, claim_player, remove_player
from ledger.series.services import Agreement, reopen_series, start_series, stop_series
from tests.ledger.books.conftest import Browse, text_of
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.series.conftest import J40, Scorer

pytestmark = pytest.mark.django_db


def balances_page(circle: Circle) -> str:
    return f"/circles/{circle.pk}/balances/"


def account_page(player: Player) -> str:
    return f"/circles/{player.circle_id}/balances/{player.pk}/"


def rows_of(page: Any, currency: str = "NPR") -> list[tuple[str, int]]:
    (account,) = (account for account in page.context["accounts"] if account.currency == currency)
    return [(row.player.name, row.amount_minor) for row in account.rows]


def transfers_of(page: Any, currency: str = "NPR") -> list[tuple[str, str, int]]:
    (account,) = (account for account in page.context["accounts"] if account.currency == currency)
    return [(paid.payer.name, paid.payee.name, paid.amount_minor) for paid in account.plan.payments]


# --- The page of the balances ----------------------------------------------------------------------------------------


def test_a_new_circle_has_nothing_to_settle(circle: Circle, viewer: Member, browse: Browse) -> None:
    assertContains(browse(viewer).get(balances_page(circle)), "No debts yet")


def test_the_balances_contain_the_j40_series(
    bob_scores: Scorer, circle: Circle, viewer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40)
    page = browse(viewer).get(balances_page(circle))
    assert rows_of(page) == [("A", 4600), ("B", -400), ("C", -1850), ("D", -2350)]
    assert transfers_of(page) == [("D", "A", 2350), ("C", "A", 1850), ("B", "A", 400)]
    text = text_of(page)
    assert "A is owed +NPR 46.00" in text
    assert "D owes −NPR 23.50" in text
    assert "3 payments settle everything. There is no way with fewer." in text


def test_two_series_and_a_payment_add_up(
    bob_books: Bookkeeper, players: list[Player], circle: Circle, viewer: Member, browse: Browse
) -> None:
    a, b, c, d = players
    bob_books.settle(5, {a: 4600, b: -400, c: -1850, d: -2350}, source="game:1")
    bob_books.settle(5, {a: -5000, b: 1000, c: 1850, d: 2150}, source="game:2")
    bob_books.pay(d, b, "2")
    page = browse(viewer).get(balances_page(circle))
    assert rows_of(page) == [("B", 400), ("C", 0), ("D", 0), ("A", -400)]
    assertContains(page, "1 payment settles everything.")
    assertContains(page, "is even")


def test_a_nepali_reader_gets_nepali_figures(
    bob_scores: Scorer, circle: Circle, scorer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40)
    page = browse(scorer).get(balances_page(circle), headers={"Accept-Language": "ne"})
    assertContains(page, "+नेरू\N{NO-BREAK SPACE}४६.००")
    assertContains(page, 'value="२३.५०"')


def test_a_player_who_has_left_still_owes(
    bob_scores: Scorer, players: list[Player], viewer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40)
    remove_player(player=players[3])
    page = browse(viewer).get(balances_page(viewer.circle))
    assert rows_of(page)[-1] == ("D", -2350)
    assert "D owes · plays no more −NPR 23.50" in text_of(page)
    assertContains(browse(viewer).get(account_page(players[3])), "plays no more")


def test_my_own_balance_is_marked(bob_scores: Scorer, players: list[Player], viewer: Member, browse: Browse) -> None:
    bob_scores.record(*J40)
    claim_player(player=players[1], member=viewer)
    assert "B owes You −NPR 4.00" in text_of(browse(viewer).get(balances_page(viewer.circle)))


def test_settled_balances_have_a_message(bob_books: Bookkeeper, anil: Player, viewer: Member, browse: Browse) -> None:
    bina = add_player(circle=viewer.circle, name="Bina")
    bob_books.settle(5, {anil: 400, bina: -400})
    bob_books.pay(bina, anil, "4")
    page = browse(viewer).get(balances_page(viewer.circle))
    assertContains(page, "All settled")
    assert transfers_of(page) == []


def test_a_plan_that_is_not_exact_has_a_note(
    bob_books: Bookkeeper, circle: Circle, viewer: Member, browse: Browse
) -> None:
    """Seventeen open balances, of which no two settle exactly: too many for a search."""
    players = [add_player(circle=circle, name=f"Player {number}") for number in range(17)]
    owed = {player: 2**number for number, player in enumerate(players[:-1])}
    bob_books.settle(5, owed | {players[-1]: -sum(owed.values())})
    page = browse(viewer).get(balances_page(circle))
    assertContains(page, "16 payments settle everything. With so many open balances there may be a way with fewer.")


def test_a_viewer_is_offered_nothing_to_write(
    bob_scores: Scorer, circle: Circle, viewer: Member, scorer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40)
    assertNotContains(browse(viewer).get(balances_page(circle)), "/payments/new/")
    assertContains(browse(scorer).get(balances_page(circle)), "/payments/new/", count=4)


# --- Currencies ------------------------------------------------------------------------------------------------------


def new_currency(circle: Circle) -> None:
    change_circle(circle=circle, name="Friday table", currency="CHF", coin_minor=5, language="en")
    circle.refresh_from_db()


def test_two_currencies_are_settled_separately(
    bob_books: Bookkeeper, circle: Circle, anil: Player, scorer: Member, browse: Browse
) -> None:
    """Anil is owed rupees and owes francs. The two are not compared."""
    bina = add_player(circle=circle, name="Bina")
    bob_books.settle(5, {anil: 4600, bina: -4600}, source="game:1")
    new_currency(circle)
    bob_books.settle(5, {anil: -250, bina: 250}, source="game:2", currency="CHF")
    page = browse(scorer).get(balances_page(circle))
    assert [account.currency for account in page.context["accounts"]] == ["CHF", "NPR"]
    assert (rows_of(page, "NPR"), transfers_of(page, "NPR")) == (
        [("Anil", 4600), ("Bina", -4600)],
        [("Bina", "Anil", 4600)],
    )
    assert transfers_of(page, "CHF") == [("Anil", "Bina", 250)]
    assertContains(page, "kept apart and never added up")


def test_a_series_goes_on_in_the_currency_that_it_began_with(
    bob_scores: Scorer, circle: Circle, viewer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40[:3])
    new_currency(circle)
    bob_scores.record(J40[3])
    page = browse(viewer).get(balances_page(circle))
    assert rows_of(page, "NPR")[0] == ("A", 4600)
    assert rows_of(page, "CHF") == []


def test_a_change_of_the_currency_is_explained(owner: Member, browse: Browse) -> None:
    address = f"/circles/{owner.circle_id}/settings/"
    form = {"name": "Friday table", "currency": "CHF", "coin_minor": "5", "language": "en"}
    sentence = "What has been played for in NPR stays in NPR: the balances of two currencies are kept apart."
    assertContains(browse(owner).get(address), "What has been played for already stays as it is.")
    assertContains(browse(owner).post(address, form, follow=True), sentence)
    assertNotContains(browse(owner).post(address, form, follow=True), "kept apart")


# --- A player's own account ------------------------------------------------------------------------------------------


def lines_of(page: Any) -> list[Any]:
    return [line for month in page.context["months"] for line in month.lines]


@pytest.fixture
def busy(bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player], owner: Member) -> list[Player]:
    """A series that was settled, reopened, and settled again; a payment, and one that was a mistake."""
    bob_scores.record(*J40)
    reopen_series(series=bob_scores.series, submit=bob_scores.submit(), reason="C and D were mixed up")
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    bob_books.pay(players[3], players[0], "20", note="in cash")
    bob_books.reverse(bob_books.pay(players[3], players[1], "1").entry, "that was C")
    return players


def test_every_entry_has_its_cause_and_the_balance_after_it(busy: list[Player], viewer: Member, browse: Browse) -> None:
    page = browse(viewer).get(account_page(busy[3]))
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
    assert "owes −NPR 3.50" in text_of(page)


def test_every_entry_links_to_its_cause(busy: list[Player], bob_scores: Scorer, viewer: Member, browse: Browse) -> None:
    vera = browse(viewer)
    hrefs = [described.href for _line, described in lines_of(vera.get(account_page(busy[3])))]
    assert hrefs[0] == hrefs[1], "a reversal leads to what it takes back"
    assert f"/series/{bob_scores.series.pk}/settlement/" == hrefs[3] == hrefs[5]
    assert [vera.get(href).status_code for href in hrefs] == [200] * 6


def test_an_account_without_entries(anil: Player, viewer: Member, browse: Browse) -> None:
    assertContains(browse(viewer).get(account_page(anil)), "No entries yet")


def test_an_account_in_two_currencies_has_two_balances(
    bob_books: Bookkeeper, circle: Circle, anil: Player, viewer: Member, browse: Browse
) -> None:
    bina = add_player(circle=circle, name="Bina")
    bob_books.settle(5, {anil: 4600, bina: -4600}, source="game:1")
    bob_books.settle(5, {anil: -250, bina: 250}, source="game:2", currency="CHF")
    bob_books.pay(bina, anil, "6", currency="NPR")
    text = text_of(browse(viewer).get(account_page(anil)))
    assert "owes −CHF 2.50 is owed +NPR 40.00" in text
    assert "−NPR 6.00 balance +NPR 40.00" in text
    assert "−CHF 2.50 balance −CHF 2.50" in text


def test_a_long_account_comes_in_pages(
    bob_books: Bookkeeper, circle: Circle, anil: Player, viewer: Member, browse: Browse
) -> None:
    bina = add_player(circle=circle, name="Bina")
    for _ in range(30):
        bob_books.pay(bina, anil, "1")
    first, second = (browse(viewer).get(account_page(bina), {"page": page}) for page in "12")
    balances = [line.balance_minor for page in (first, second) for line, _described in lines_of(page)]
    assert balances == [100 * number for number in range(30, 0, -1)]
    assert len(lines_of(second)) == 5


@pytest.mark.parametrize("page", ["0", "99", "x", "-1"])
def test_a_page_number_out_of_range_shows_a_page(
    bob_books: Bookkeeper, circle: Circle, anil: Player, viewer: Member, browse: Browse, page: str
) -> None:
    bob_books.pay(anil, add_player(circle=circle, name="Bina"), "1")
    assert len(lines_of(browse(viewer).get(account_page(anil), {"page": page}))) == 1


def test_a_player_of_another_circle_is_not_found(circle: Circle, charlie: User, viewer: Member, browse: Browse) -> None:
    elsewhere = make_circle(owner=charlie, name="Elsewhere", currency="NPR", language="en").circle
    outsider = add_player(circle=elsewhere, name="Outsider")
    assert browse(viewer).get(f"/circles/{circle.pk}/balances/{outsider.pk}/").status_code == 404


# --- Month by month --------------------------------------------------------------------------------------------------


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


@pytest.fixture
def two_months(bob_books: Bookkeeper, circle: Circle, anil: Player, monkeypatch: pytest.MonkeyPatch) -> Player:
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


def test_an_account_goes_month_by_month_with_sums(
    two_months: Player, viewer: Member, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = browse(viewer).get(account_page(two_months))
    assert sums_of(page) == [MAY, APRIL]
    text = text_of(page)
    assert "May 2026 Series −CHF 2.50 −NPR 20.00 Payments NPR 0.00" in text
    assert "April 2026 Series +NPR 46.00 Payments −NPR 6.00" in text
    nepali = browse(viewer).get(account_page(two_months), headers={"Accept-Language": "ne"})
    assert [each.name for each in nepali.context["months"]] == ["वैशाख २०८३"]  # 14 April to 14 May
    monkeypatch.setattr("ledger.books.views.LINES_A_PAGE", 3)
    pages = [browse(viewer).get(account_page(two_months), {"page": number}) for number in (1, 2)]
    assert sums_of(pages[0]) == [(*MAY[:3], 3)]
    assert sums_of(pages[1]) == [(*MAY[:3], 1), APRIL]


def test_an_account_of_some_time(two_months: Player, viewer: Member, browse: Browse) -> None:
    """The balance goes on from what was before."""
    page = browse(viewer).get(account_page(two_months), {"since": "2026-05-01"})
    assert sums_of(page) == [MAY]
    balances = [(line.currency, line.balance_minor) for line, _described in lines_of(page)]
    assert balances == [("NPR", 2000), ("NPR", 2700), ("CHF", -250), ("NPR", 2000)]
    assert sums_of(browse(viewer).get(account_page(two_months), {"until": "2026-04-30"})) == [APRIL]
    nothing = browse(viewer).get(account_page(two_months), {"until": "2020-01-01"})
    assertContains(nothing, "No entries of this game and time.")
    assert "is owed +NPR 20.00" in text_of(nothing)


def test_an_account_of_one_game(
    bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player], scorer: Member, browse: Browse
) -> None:
    """With what was paid for its series; other payments belong to no game."""
    bob_scores.record(*J40)
    bob_books.pay(players[3], players[0], "20")
    bob_books.settle(5, {players[3]: 300, players[0]: -300}, source="series:elsewhere")
    vera, address = browse(scorer), account_page(players[3])
    page = vera.get(address, {"game": "jaago-chalis"})
    assert [line.amount_minor for line, _described in lines_of(page)] == [-2350]
    assert [line.balance_minor for line, _described in lines_of(page)] == [-2350]
    assert len(lines_of(vera.get(address, {"game": "bridge"}))) == 3
    assertNotContains(page, "Every game")


def test_a_game_that_the_table_named_is_offered_by_its_name(
    players: list[Player], scorer: Member, browse: Browse
) -> None:
    game = BY_SLUG["scorecard"]
    for title in ("Hearts", "Uno"):
        rules = game.read_rules({game.title_field: title}).value
        start_series(me=scorer, agreed=Agreement(game, players, rules, Decimal(1)))
    chips = browse(scorer).get(account_page(players[0])).context["game_chips"]
    assert [chip.label for chip in chips] == ["Every game", "Hearts", "Uno"]


def test_a_choice_of_games_where_there_are_several(
    bob_scores: Scorer, players: list[Player], scorer: Member, browse: Browse
) -> None:
    bob_scores.record(*J40)
    game = BY_SLUG["call-break"]
    start_series(me=scorer, agreed=Agreement(game, players, game.default_preset.rules, Decimal(1), "kathmandu"))
    address = account_page(players[3])
    page = browse(scorer).get(address, {"game": "jaago-chalis", "period": "year"})
    chips = [(chip.label, chip.query, chip.is_current) for chip in page.context["game_chips"]]
    assert chips == [
        ("Every game", "period=year", False),
        ("Jaago-Chalis", "game=jaago-chalis&period=year", True),
        ("Call Break", "game=call-break&period=year", False),
    ]
    assert len(lines_of(page)) == 1
    assert lines_of(browse(scorer).get(address, {"game": "call-break"})) == []


# --- Many of everything ----------------------------------------------------------------------------------------------


@pytest.fixture
def queries(scorer: Member, browse: Browse) -> Callable[[str], int]:
    bob: Client = browse(scorer)

    def of(address: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert bob.get(address).status_code == 200
        return len(asked)

    return of


@pytest.mark.parametrize("page", ["balances/", "balances/{player}/", "payments/new/", "", "balances/{player}/?page=2"])
def test_the_query_count_does_not_depend_on_rows(
    busy: list[Player], bob_books: Bookkeeper, circle: Circle, queries: Callable[[str], int], page: str
) -> None:
    address = f"/circles/{circle.pk}/" + page.format(player=busy[3].pk)
    fill(bob_books, busy, 0)
    before = queries(address)
    fill(bob_books, busy, 1)
    assert queries(address) == before <= 13


def fill(bob_books: Bookkeeper, players: list[Player], turn: int) -> None:
    a, _b, _c, d = players
    for number in range(15 * turn, 15 * (turn + 1)):
        other = add_player(circle=a.circle, name=f"Player {number}")
        bob_books.settle(1, {d: 100 * number + 7, other: -100 * number - 7}, source=f"game:{number}")
        bob_books.reverse(bob_books.pay(d, other, "1").entry)


@pytest.mark.parametrize("path", ["balances/{player}/", "payments/new/", "payments/{payment}/"])
def test_every_page_about_money_marks_the_tab_of_the_balances(
    path: str, bob_books: Bookkeeper, scorer: Member, players: list[Player], browse: Browse
) -> None:
    paid = bob_books.pay(players[0], players[1], "5").entry
    address = f"/circles/{scorer.circle_id}/" + path.format(player=players[0].pk, payment=paid.pk)
    page = browse(scorer).get(address).content.decode()
    assert re.findall(r'aria-current="true">([^<]+)<', page) == ["Balances"]
