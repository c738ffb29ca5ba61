"""Which records of a hand are refused, and what is missing in unfinished ones."""

import pytest

from games.catalogue.schafkopf.game import Schafkopf
from tests.games.schafkopf.test_figures import TOURNAMENT, alone, call
from tests.games.series import Series, rules_of


def problems_of(record, seats=4, rules=None):
    return Series(Schafkopf, seats, rules).problems(record)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (call(points=121), ("points", "out_of_range")),
        (call(points=75, runners=15), ("runners", "out_of_range")),
        (call(points=75, doubled=9), ("doubled", "out_of_range")),
        (alone("bettel", points=75), ("game", "not_a_choice")),
        (call(points=75, bock=2), ("bock", "unknown_field")),
        (alone("wenz", points=75, runners=5), ("runners", "out_of_range")),
        (alone("geier", points=75, runners=5), ("runners", "out_of_range")),
        (alone("sie", runners=7), ("runners", "out_of_range")),
        (alone("solo", points=75, partner=2), ("partner", "plays_alone")),
        (alone("sie", partner=2), ("partner", "plays_alone")),
        (call(points=75) | {"partner": 0}, ("partner", "same_player")),
        (call(points=75) | {"partner": 4}, ("partner", "no_such_seat")),
        (call(points=75) | {"declarer": 5}, ("declarer", "no_such_seat")),
        (call(points=75, tout=True), ("tout", "not_tout")),
        (alone("sie", tout=True), ("tout", "not_tout")),
        (call(points=75, won=False), ("won", "contradicts")),
        (call(points=90, schneider=True), ("schneider", "contradicts")),
        (call(points=75, schwarz=True), ("schwarz", "contradicts")),
        (call(points=75, tricks="all"), ("tricks", "impossible")),
        (alone("wenz", points=100, tout=True, won=True), ("won", "contradicts")),
        (alone("sie", points=119), ("points", "contradicts")),
        (alone("sie", won=False), ("won", "contradicts")),
        (alone("sie", schneider=False), ("schneider", "contradicts")),
        (alone("sie", schwarz=False), ("schwarz", "contradicts")),
        (alone("sie", tricks="none"), ("tricks", "contradicts")),
        (call(points=75, sitting_out=[3]), ("sitting_out", "wrong_number")),
        ({"ramsch": {"points": [50, 40, 30]}}, ("ramsch.points", "wrong_length")),
        ({"ramsch": {"points": [50, 40, 20, 9]}}, ("ramsch.points", "wrong_sum")),
        ({"ramsch": {"points": [50, 40, 20, 10], "march": True}}, ("ramsch.march", "impossible")),
        ({"ramsch": {"points": [50, 40, 30, 0], "virgins": 2}}, ("ramsch.virgins", "impossible")),
        ({"passed": False}, ("passed", "not_a_choice")),
    ],
)
def test_refused(record, problem):
    assert problems_of(record) == [problem]


def test_refused_without_their_rule():
    ramsch = {"ramsch": {"points": [50, 40, 20, 10]}}
    assert problems_of(ramsch, rules=rules_of(Schafkopf, ramsch=0)) == [("ramsch", "not_played")]
    assert problems_of(call(points=75, runners=3), rules=TOURNAMENT) == [("runners", "not_played")]
    only_wenz = rules_of(Schafkopf, runners_from=None)
    assert problems_of(alone("wenz", points=75, runners=3), rules=only_wenz) == []
    assert problems_of(alone("solo", points=75, runners=3), rules=only_wenz) == [("runners", "not_played")]


def test_with_five_one_sits_out_and_does_not_play():
    assert problems_of(call(points=75), 5) == [("sitting_out", "wrong_number")]
    assert problems_of(call(points=75, sitting_out=[2]), 5) == [("partner", "sits_out")]
    assert problems_of(call(points=75, sitting_out=[0]), 5) == [("declarer", "sits_out")]
    assert problems_of({"passed": True, "sitting_out": [3, 3]}, 5) == [("sitting_out", "no_such_seat")]


@pytest.mark.parametrize(
    ("record", "missing"),
    [
        ({"game": "call", "declarer": 0, "points": 75}, ["partner"]),
        (call(), ["points"]),
        (call(schneider=True), ["points"]),
        ({"game": "call", "declarer": 0}, ["partner", "points"]),
        (alone("solo", tout=True), ["points"]),
    ],
)
def test_unfinished(record, missing):
    assert problems_of(record) == [(field, "unfinished") for field in missing]
    assert not Series(Schafkopf, 4).score_of(record).complete
