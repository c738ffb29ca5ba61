"""The keypad screen for other games."""

from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member
from ledger.circles.services.players import add_player
from ledger.series.state import series_state
from tests.ledger.pages import markup_of, stored
from tests.ledger.scoring.entry.conftest import Desk, details_on, notes_on
from tests.ledger.series.conftest import start_game


def start_scorecard(bobs_phone: Client, me: Member, seats: int, **rules: Any) -> Desk:
    players = [add_player(circle=me.circle, name=f"Player {number}") for number in range(1, seats + 1)]
    return Desk(bobs_phone, start_game(me, "scorecard", players, **rules).series)


@pytest.mark.parametrize(
    ("seats", "rules", "signs"),
    [
        (2, {}, ['data-key="minus"', 'data-total=""']),
        (7, {"below_zero": False, "hand_total": 100}, ['data-total="100"', "key--double"]),
        (6, {"sits_out": True}, ['data-key="absent"', "seats--6 seats--many"]),
        (12, {"step": "1/4"}, ['data-key="point"', 'data-key="minus"', "seats--list"]),
        (3, {"step": "1/2", "hand_total": 10.5}, ['data-key="half"', 'data-total="10.5"']),
    ],
)
def test_keys_depend_on_the_game(bobs_phone, scorer, seats, rules, signs):
    page = markup_of(start_scorecard(bobs_phone, scorer, seats, **rules).open())
    assert all(sign in page for sign in signs)
    assert ('data-key="half"' in page) == (rules.get("step") == "1/2")
    assert page.count('class="seat-tile__input"') == seats
    assert 'name="last_trick"' not in page
    assert "Thrown in" not in page
    assert "Card by card" not in page


def test_hand_is_scored_by_the_rules_of_its_game(bobs_phone, scorer):
    desk = start_scorecard(bobs_phone, scorer, 3)
    assert details_on(desk.preview("5", "−3", "0")) == ["+5 makes 5", "−3 makes −3", "0 makes 0"]
    assert desk.save("5", "-3", "0").status_code == 200
    assert stored() == [{"points": [5, -3, 0]}]
    assert notes_on(desk.preview("2½", "", "")) == ["Player 1: Points go in steps of 1."]


def test_team_has_one_tile_and_one_figure(bobs_phone, scorer):
    desk = start_scorecard(bobs_phone, scorer, 4, teams=2)
    page = markup_of(desk.open())
    assert page.count('class="seat-tile__input"') == 2
    assert "Player 1 & Player 3" in page
    desk.save("30", "12")
    assert stored() == [{"points": [30, 12]}]
    desk.series.refresh_from_db()
    assert series_state(desk.series).play.standing.cumulative == (30, 12, 30, 12)
    assert "Player 1 & Player 3 +30 makes 30; Player 2 & Player 4 +12 makes 12." in markup_of(desk.open())
