"""A deal that was given up: recorded, but worth nothing. (Standing and dealer: test_series.py.)"""

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import cards, problems, read, score, totals

GAME_1 = load("jaago-chalis-game-1.json")["record"]


def test_it_counts_for_nothing():
    scored = score({"thrown_in": True, "reason": "a card lay face up"})
    assert (scored.counts, scored.points_won, scored.points_entered) == (False, (0, 0, 0, 0), (0, 0, 0, 0))
    assert (scored.lines, scored.transfers, scored.last_trick_winner) == ((), (), None)


def test_the_reason_is_kept():
    assert read({"thrown_in": True, "reason": "a card lay face up"}).reason == "a card lay face up"
    assert read({"thrown_in": True}).reason == ""


def test_what_had_been_played_may_be_kept():
    play = {**GAME_1, "tricks": GAME_1["tricks"][:2]}
    record = {"thrown_in": True, "play": play}
    assert problems(record) == []
    assert read(record).play == read(play)


def test_even_the_whole_hand():
    record = {"thrown_in": True, "play": GAME_1}
    assert problems(record) == []
    assert not score(record).counts


def test_what_is_kept_must_be_possible():
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


def test_only_cards_can_be_kept():
    assert ("play.points_won", "unknown_field") in problems({"thrown_in": True, "play": totals(10, 10, 10, 10)})


@pytest.mark.parametrize("value", [False, None, "yes", 0, 2])
def test_a_deal_is_thrown_in_or_it_is_not(value):
    assert problems({"thrown_in": value}) == [("thrown_in", "not_a_choice")]


def test_totals_and_cards_do_not_go_with_it():
    assert problems({"thrown_in": True, **totals(10, 10, 10, 10)}) == [("points_won", "unknown_field")]
    assert problems({**totals(10, 10, 10, 10), **GAME_1})[-1] == ("points_won", "unknown_field")
