"""Luck and play in the standings and on the page of a player. The sums of the series are made up."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Member, Player
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import leave_out
from ledger.series.luck import luck_is_due
from ledger.series.models import Luck, Result, Series
from ledger.standings.counted import Period
from ledger.standings.figures import standings
from ledger.standings.luck import Mean, PlayerLuck, differ_for_sure, evenings_until_sure, luck_of_players
from tests.ledger.pages import text_of
from tests.ledger.standings.test_api import LATE, NEXT_DAY, play

pytestmark = pytest.mark.django_db
ROW = {"hands": 10, "parts": 1, "luck": 0, "play": 0, "play_squares": 0}


@pytest.fixture
def asha(players) -> Player:
    return players[0]


def played(me: Member, seated: Sequence[Player], *rows: dict[str, int]) -> Series:
    """A series with these sums, seat by seat, and sums of zero for the other seats."""
    series = play(me, list(seated), [18, 12, 10, 0])
    for result in Result.objects.filter(series=series).order_by("seat"):
        Luck.objects.create(result=result, **ROW | (rows[result.seat] if result.seat < len(rows) else {}))
    return series


def cells_of(page: str) -> dict[str, list[str]]:
    """The rows of the table, by name."""
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL) for row in table.split("</tr>")[:-1]]
    texts = [[text_of(cell) for cell in row] for row in rows]
    return {row[0].split()[-1]: row[1:] for row in texts}


# --- The figures -----------------------------------------------------------------------------------------------------

# In halves of a point: luck of 1 and of 2 points, in two hands. In thirds: luck of 3 points, in one hand.
HALVES = {"hands": 2, "parts": 2, "luck": 6, "play": -4, "play_squares": 8}
THIRDS = {"hands": 1, "parts": 3, "luck": 9, "play": 3, "play_squares": 9}


def test_means_by_hand(scorer, asha, players):
    """Luck is 1, 2 and 3: the mean is 2. Play is −1, −1 and 1: the mean is −1/3, the variance 4/3, and a third of that
    the square of its error. Luck is known exactly and has no error."""
    played(scorer, players, HALVES)
    played(scorer, players, THIRDS)
    found = luck_of_players(standings(scorer).scope).of_players[asha.pk]
    assert found == PlayerLuck(
        hands=3,
        luck=Mean(Fraction(2)),
        play=Mean(Fraction(-1, 3), pytest.approx((4 / 9) ** 0.5)),
    )
    assert (found.luck.text, found.luck.error_text) == ("+2.0", "")
    assert (found.play.text, found.play.error_text) == ("−0.3", "± 0.7")


def test_one_hand_says_nothing_of_chance(scorer, asha, players):
    played(scorer, players, THIRDS)
    found = luck_of_players(standings(scorer).scope).of_players[asha.pk]
    assert (found.luck, found.play) == (Mean(Fraction(3)), Mean(Fraction(1)))
    assert found.play.error_text == ""


def test_what_is_nearly_zero_has_no_sign():
    assert Mean(Fraction(-1, 25)).text == "0.0"
    assert Mean(Fraction(-1, 20)).text == "−0.1"


@pytest.mark.parametrize(("site", "circle_zone"), [("Asia/Kathmandu", ""), ("UTC", "Asia/Kathmandu")])
def test_only_the_series_of_the_period(scorer, asha, players, monkeypatch, settings, site, circle_zone):
    settings.TIME_ZONE = site
    change_circle(circle=scorer.circle, time_zone=circle_zone)
    with monkeypatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: LATE)  # ten minutes before midnight in Kathmandu
        played(scorer, players, HALVES)
        patch.setattr("django.utils.timezone.now", lambda: NEXT_DAY)
        played(scorer, players, THIRDS)
    day = LATE.date()
    hands = [
        luck_of_players(standings(scorer, period=period).scope).of_players[asha.pk].hands
        for period in (Period(day, day), Period(until=day), Period(since=day), Period(since=day.replace(day=11)))
    ]
    assert hands == [2, 2, 3, 1]


def test_games_without_cards_have_none(four_play, scorer):
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    luck_is_due.clear()  # another test may have set it
    with CaptureQueriesContext(connection) as queries:
        assert luck_of_players(standings(scorer).scope).of_players == {}
    assert not any("luck" in query["sql"] for query in queries)
    assert not luck_is_due.is_set()


def test_what_is_missing_is_worked_out_and_then_remembered(four_play, scorer, asha):
    luck_is_due.clear()
    series = four_play([18, 12, 10, 0])
    scope = standings(scorer).scope
    assert (luck_of_players(scope).missing, luck_of_players(scope).of_players) == (4, {})
    assert luck_is_due.is_set()
    luck_is_due.clear()
    for result in Result.objects.filter(series=series):
        Luck.objects.create(result=result, **ROW)
    assert luck_of_players(scope).missing == 0
    assert luck_of_players(scope).of_players[asha.pk].hands == 10
    assert not luck_is_due.is_set()
    with CaptureQueriesContext(connection) as queries:
        luck_of_players(scope)
    assert len(queries) == 0


# --- The pages -------------------------------------------------------------------------------------------------------


def test_play_is_shown_from_a_hundred_hands_on(standings_page, scorer, players):
    """Asha: play of −1.5 in twenty hands, beyond twice its error. Bimal: 0.1 ± 0.3, at first in twenty hands."""
    assert "Luck a hand" not in standings_page()
    surely = {"hands": 20, "luck": 30, "play": -30, "play_squares": 90}
    hardly = {"hands": 20, "luck": -30, "play": 2, "play_squares": 30}
    played(scorer, players, surely, hardly, {"hands": 19, "play": -57, "play_squares": 190})
    page = standings_page()
    assert page.count("Luck a hand") == 6  # the form, the heading, and each player on a phone
    assert "What luck and play mean" in page
    cells = cells_of(page)
    assert cells["Asha"][-2:] == ["+1.5", "−1.5 ± 0.3"]  # the root of (90 − 45) / 380
    assert cells["Bimal"][-2:] == ["−1.5", "– cannot be told yet"]
    assert cells["Chandra"][-2:] == ["0.0", "– cannot be told yet"]  # 19 hands are never enough
    played(scorer, players, {}, {"hands": 80, "play": 8, "play_squares": 120})
    cells = cells_of(standings_page())
    assert cells["Bimal"][-1] == "+0.1 ± 0.1"  # the root of (150 − 1) / 9,900
    assert next(iter(cells_of(standings_page("?sort=luck")))) == "Asha"
    assert list(cells_of(standings_page("?sort=play")))[:2] == ["Bimal", "Asha"]


def test_two_differ_beyond_three_errors():
    def luck(play: int, error: float, hands: int = 20) -> PlayerLuck:
        return PlayerLuck(hands, Mean(Fraction(0)), Mean(Fraction(play), error))

    assert differ_for_sure(luck(2, 1), luck(-2, 1.3))
    assert not differ_for_sure(luck(2, 1), luck(-2, 1.4))
    assert not differ_for_sure(luck(9, 1, hands=19), luck(-9, 1))


def test_how_many_more_evenings():
    """An error four times too large needs sixteen times the hands, so fifteen times the evenings again."""
    evenings = {date(2026, 1, 1), date(2026, 1, 20), date(2026, 3, 1)}  # 59 days
    assert evenings_until_sure(evenings, Fraction(-1), 4) == 45
    assert evenings_until_sure(evenings, Fraction(1), 4.5) is None  # 1,136 days
    assert evenings_until_sure(evenings, Fraction(1), 1) is None  # it is sure already
    assert evenings_until_sure({*sorted(evenings)[:2]}, Fraction(1), 2) is None
    assert evenings_until_sure(evenings, Fraction(0), 2) is None


def test_the_page_of_a_player(four_play, standings_page, scorer, asha, players):
    assert "Luck and play" not in standings_page(f"players/{asha.pk}/")
    four_play([18, 12, 10, 0])
    assert "Luck and play" not in standings_page(f"players/{asha.pk}/")
    played(scorer, players, HALVES)
    few = text_of(standings_page(f"players/{asha.pk}/"))
    assert "For each of 2 hands that were written down card by card" in few
    assert "Whether this play is more than chance cannot be told yet." in few
    assert "Some hands are still being worked out." in few
    for result in Result.objects.filter(luck=None):
        Luck.objects.create(result=result, **ROW | {"hands": 18})
    page = text_of(standings_page(f"players/{asha.pk}/"))
    # Luck is 1 and 2 in two of twenty hands, so 3/20. Play is −1 twice.
    assert "Luck +0.2 Play ± 0.1 −0.1" in page
    assert "worked out" not in page
    assert "What luck and play mean" in page


def test_a_player_who_is_left_out(standings_page, veras_phone, circle, scorer, players):
    played(scorer, players, {}, {"hands": 20, "luck": 60})
    leave_out(player=players[1], is_left_out=True)
    page = standings_page()
    assert "Bimal" not in page
    assert players[1].pk not in page
    assert cells_of(page)["player"][-2:] == ["+3.0", "– cannot be told yet"]
    assert veras_phone.get(f"/circles/{circle.pk}/standings/players/{players[1].pk}/").status_code == 404


def test_what_luck_and_play_mean(standings_page):
    page = text_of(standings_page("luck/"))
    assert "500 times" in page
    assert "The standings show play from 100 such hands on, or from 20 on where it is beyond twice its ±." in page
