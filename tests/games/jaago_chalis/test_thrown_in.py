"""A thrown-in deal is recorded and does not count. (Standing and dealer: test_series.py.)"""

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import cards, problems, read, score, totals

GAME_1 = load("jaago-chalis-game-1.json")["record"]


def test_a_thrown_in_deal_does_not_count():
    scored = score({"thrown_in": True, "reason": "a card lay face up"})
    assert (scored.counts, scored.points_won, scored.points_entered) == (False, (0, 0, 0, 0), (0, 0, 0, 0))
    assert (scored.lines, scored.transfers, scored.last_trick_winner) == ((), (), None)


def test_the_reason_of_a_thrown_in_deal_is_kept():
    assert read({"thrown_in": True, "reason": "a card lay face up"}).reason == "a card lay face up"
    assert read({"thrown_in": True}).reason == ""


def test_the_cards_of_a_thrown_in_deal_can_be_kept():
    play = {**GAME_1, "tricks": GAME_1["tricks"][:2]}
    record = {"thrown_in": True, "play": play}
    assert problems(record) == []
    assert read(record).play == read(play)


def test_a_complete_hand_can_be_thrown_in():
    record = {"thrown_in": True, "play": GAME_1}
    assert problems(record) == []
    assert not score(record).counts


def test_impossible_cards_of_a_thrown_in_deal_are_refused():
    play = cards([["2C", "2C", None, None]], holdings=[])
    assert problems({"thrown_in": True, "play": play}) == [
        ("play.tricks.0.1", "played_twice"),
        ("play.holdings", "wrong_length"),
    ]
    unreadable = cards([["1C", None, None, None]], leader=-1)
    assert problems({"thrown_in": True, "play": unreadable}) == [
        ("play.first_leader", "out_of_range"),
        ("play.tricks.0.0", "not_a_card"),
    ]


def test_totals_inside_the_kept_cards_are_refused():
    assert ("play.points_won", "unknown_field") in problems({"thrown_in": True, "play": totals(10, 10, 10, 10)})


@pytest.mark.parametrize("value", [False, None, "yes", 0, 2])
def test_thrown_in_can_only_be_true(value):
    assert problems({"thrown_in": value}) == [("thrown_in", "not_a_choice")]


def test_totals_of_a_thrown_in_deal_are_refused():
    assert problems({"thrown_in": True, **totals(10, 10, 10, 10)}) == [("points_won", "unknown_field")]
    assert problems({**totals(10, 10, 10, 10), **GAME_1})[-1] == ("points_won", "unknown_field")
