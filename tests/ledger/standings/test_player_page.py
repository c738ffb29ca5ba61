"""The page of one player in the standings."""

import re

import pytest

from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import leave_out
from tests.ledger.pages import text_of
from tests.ledger.series.conftest import start_game
from tests.ledger.standings.conftest import Page
from tests.ledger.standings.test_api import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def page_of(standings_page) -> Page:
    """The text of a player's page as Vera sees it."""
    return lambda player, query="": text_of(standings_page(f"players/{player.pk}/{query}"))


def test_nothing_is_drawn_from_two_series(four_play, page_of, players):
    four_play([18, 12, 10, 0])
    four_play([12, 18, 10, 0])
    page = page_of(players[0])
    assert "finishes above" not in page
    assert "Course of" not in page


def test_how_often_a_player_was_on_a_place_is_written_as_the_language_writes_it(
    veras_phone, circle, players, three_series
):
    address = f"/circles/{circle.pk}/standings/players/{players[0].pk}/"
    for language, written in (("en", ">67%<"), ("fr", ">67\u00a0%<")):
        assert veras_phone.get(address, headers={"accept-language": language}).content.decode().count(written) == 2


def test_the_figures_of_a_player(standings_page, page_of, players, three_series):
    """Places 1, 2 and a shared first one; differences of 42, 18 and 26."""
    page = page_of(players[0])
    for figure in (
        "Average place 1.50",
        "Won 2 of 3: 67%",
        "Money +86.00 NPR",
        "Most won in a row 1 1 now",
        "Evenings 2 3 series",
        "1. 67% 2 67% 2. 33% 1 33% 3. 0% 0 0% 4. 0% 0 0%",
        "Average total 14.67",
        "Best total 10 April 2026 18",
        "Worst total 11 April 2026 12",
        "Ended below zero of 3: 0% 0",
        "Hands 3 Points won per hand 14.67",
        "Best hand 10 April 2026 18",
        "Worst hand 11 April 2026 12",
        "Hands under the entry rule of 3: 0% 0",
        "Big hands of 3: 0% 0",
    ):
        assert f" {figure} " in page, figure
    assert "Course of the totals" in page
    assert "Paid double" not in page  # no standard money was paid
    last = page_of(players[3])
    assert "Hands under the entry rule of 3: 100% 3" in last
    assert "Ended below zero of 3: 100% 3" in last
    html = standings_page(f"players/{players[0].pk}/")
    assert f'href="/series/{three_series[0].pk}/hands/1/"' in html
    assert f'href="/series/{three_series[1].pk}/hands/1/"' in html


def test_rivals_and_the_course(page_of, players, three_series):
    """Asha is above Bimal twice in three, level with Chandra once; Dipak is always last."""
    page = page_of(players[0])
    assert "Series Above Level Below Points" in page
    assert "Asha finishes above Bimal in 2 of 3. 3 2 0 1 +2 " in page  # 6 − 6 + 2
    assert "Asha finishes above Chandra in 2 of 3. 3 2 1 0 +10 " in page  # 8 + 2 + 0
    assert "Asha finishes above Dipak in 3 of 3. 3 3 0 0 +74 " in page  # 28 + 22 + 24
    assert "Dipak finishes below Asha in 3 of 3. 3 0 0 3 −74 " in page_of(players[3])
    assert "Day Place Total " in page


def test_who_paid_double_and_big_hands(page_of, scorer, players):
    """52, −12, −12 and −8: the three pay double standard money."""
    start_game(scorer, "jaago-chalis", players).record(*[{"points_won": [26, 4, 4, 6]}] * 2)
    bimal = page_of(players[1])
    assert "Paid double at the end of 1: 100% 1" in bimal
    assert "Big hands of 2: 0% 0" in bimal
    asha = page_of(players[0])
    assert "Paid double at the end of 1: 0% 0" in asha
    assert "Big hands of 2: 100% 2" in asha


def test_best_and_worst_hands_lead_to_them(four_play, standings_page, players):
    """Asha wins 16 and 5 points in the hands of the first series, then 12 and 9."""
    first = four_play([16, 10, 10, 4], [5, 8, 18, 9])
    four_play([12, 12, 12, 4], [9, 11, 10, 10])
    html = standings_page(f"players/{players[0].pk}/")
    linked = dict(re.findall(r'href="/series/(\w+/hands/\d+)/">(\d+)</a>', html))
    assert linked == {f"{first.pk}/hands/1": "16", f"{first.pk}/hands/2": "5"}


def test_where_the_fewest_points_win(page_of, scorer, players):
    for hands in ([5, 20], [15, 1]):
        play(scorer, players[:2], hands, game="scorecard", name="Rummy", best="low")
    page = re.sub(r"\d+ \w+ 20\d\d ", "", page_of(players[0]))  # without the days
    assert "Best total 5 Worst total 15" in page
    assert "Best hand 5 Worst hand 15" in page
    assert "below zero" not in page
    assert "bonus" not in page


def test_all_games_of_a_player(four_play, page_of, players):
    four_play([18, 12, 10, 0])
    four_play([12, 18, 10, 0])
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    page = page_of(players[0])
    assert re.search(r"3 series of 2 games on \d evenings", page)
    assert "Jaago-Chalis 2 series, won 1 1st, 2nd, …: 1 · 1 · 0 · 0" in page
    assert "Kitti 1 series, won 0 1st, 2nd, …: 0 · 0 · 0 · 1" in page


def test_even_rivals(four_play, page_of, players):
    for hand in ([18, 12, 10, 0], [12, 18, 10, 0], [14, 14, 12, 0]):
        four_play(hand)
    assert "Bimal and Asha are even: each was above in 1 of 3." in page_of(players[1])


def test_partners_and_games(four_play, page_of, players):
    asha = players[0]
    assert "has not finished a series yet" in page_of(asha)
    for points in ([10, 4], [4, 10], [10, 4]):
        four_play(points, game="scorecard", name="Kitti", teams=2)
    four_play([18, 12, 10, 0])
    page = page_of(asha)
    assert "With Chandra: won 2 of 3." in page
    assert "With Bimal" not in page
    assert "finishes above Chandra" not in page
    assert "Asha finishes above Bimal in 2 of 3." in page
    other = page_of(asha, "?game=jaago-chalis")
    assert "won 2 of 3" not in other
    assert "Hands under the entry rule" in other


def test_what_is_hidden_is_hidden_here_too(four_play, page_of, veras_phone, circle, players, stranger):
    for _series in range(4):
        four_play([18, 12, 10, 0])
    leave_out(player=players[1], is_left_out=True)
    change_circle(circle=circle, hides_money=True, hides_ratings=True)
    page = page_of(players[0])
    assert "Asha finishes above one player in 4 of 4." in page
    assert all(word not in page for word in ("Bimal", "Rating", "Money"))
    address = f"/circles/{circle.pk}/standings/players"
    assert veras_phone.get(f"{address}/{players[1].pk}/").status_code == 404
    assert veras_phone.get(f"{address}/{stranger.pk}/").status_code == 404
