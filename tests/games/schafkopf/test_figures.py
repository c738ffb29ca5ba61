"""The figures of docs/rules/schafkopf.md, and others by hand: what each hand brings each player."""

import pytest

from games.catalogue.schafkopf.game import Schafkopf
from tests.games.series import Series, rules_of
from tests.games.worked_twice import worked_twice

PRIVATE, TOURNAMENT = (Schafkopf.presets[slug].rules for slug in ("private", "tournament"))


def points_of(record, seats=4, rules=None):
    return Series(Schafkopf, seats, rules).play(record).entered


def call(**more):
    return {"game": "call", "declarer": 0, "partner": 2, **more}


def alone(game, **more):
    return {"game": game, "declarer": 0, **more}


@worked_twice
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (call(points=75), [20, -20, 20, -20]),
        (call(points=91, runners=3), [60, -60, 60, -60]),
        (call(points=60), [-20, 20, -20, 20]),
        (call(points=30, doubled=1), [-60, 60, -60, 60]),
        (alone("solo", points=75, runners=4), [270, -90, -90, -90]),
        (alone("wenz", points=55, runners=2), [-210, 70, 70, 70]),
        (alone("solo", tout=True, tricks="all", runners=5), [600, -200, -200, -200]),
        (alone("solo", points=120, tricks="all", tout=True, runners=5), [600, -200, -200, -200]),
        (alone("solo", points=118, tout=True), [-300, 100, 100, 100]),
        (alone("sie"), [1560, -520, -520, -520]),
        (call(points=75, sitting_out=[4]), [20, -20, 20, -20, 0]),
    ],
)
def test_the_private_tariff(worked_out, record, expected):
    assert worked_out(Schafkopf, PRIVATE, record, seats=len(expected)) == expected


@worked_twice
@pytest.mark.parametrize(
    ("record", "worth"),
    [
        (call(points=61), 1),
        (call(points=95), 2),
        (call(tricks="all"), 3),
        (alone("solo", points=75), 6),
        (alone("wenz", points=95), 9),
        (alone("wenz", tricks="all", points=120), 12),
        (alone("wenz", tout=True, won=True), 24),
        (alone("sie"), 24),  # four times 6, without runners
    ],
)
def test_the_tournament(worked_out, record, worth):
    others = [-worth, worth, -worth] if "partner" in record else [-worth] * 3
    assert worked_out(Schafkopf, TOURNAMENT, record, seats=4) == [-sum(others), *others]


@worked_twice
@pytest.mark.parametrize(
    ("record", "worth"),
    [
        # Schneider: the declarer's side wins with it from 91, and is out of it with 31.
        (call(points=90), 20),
        (call(points=31), -20),
        (call(points=30), -30),
        (call(points=0, tricks="none"), -40),
        (call(points=0), -30),  # it had tricks without card points
        # The record has the result and no card points.
        (call(won=True), 20),
        (call(won=False, schneider=True), -30),
        (call(won=True, schwarz=True), 40),
        (call(tricks="none"), -40),
        # Runners count from three on, in Wenz and Geier from two on; whoever wins.
        (call(points=75, runners=2), 20),
        (call(points=75, runners=14), 160),
        (alone("farbwenz", points=75, runners=2), 50),
        (alone("farbgeier", points=75, runners=3), 80),
        (alone("geier", points=75, runners=1), 50),
        (alone("geier", points=20, runners=4), -100),  # 50 + 10 + 40
        # Tout: 2 × (50 + runners), without Schneider and Schwarz; lost with the first trick of the others.
        (alone("wenz", tout=True, points=115), -100),
        (alone("wenz", tout=True, won=False, schneider=True), -100),
        (alone("wenz", tout=True, points=120, won=True), 100),
        (alone("solo", tout=True, tricks="none", doubled=2), -400),
        # Doubled: by two who knocked, and by contra.
        (alone("solo", points=91, runners=3, doubled=3), 720),  # (50 + 10 + 30) × 8
        (alone("sie", runners=8, points=120, tricks="all", doubled=1), 1040),
    ],
)
def test_the_worth_of_a_hand(worked_out, record, worth):
    assert worked_out(Schafkopf, PRIVATE, record, seats=4)[0] == worth * (1 if "partner" in record else 3)


def test_the_options():
    ten = Schafkopf.presets["ten-twenty"].rules
    assert points_of(call(points=95, runners=3), rules=ten) == [30, -30, 30, -30]  # 10 + 5 + 3 × 5
    own = rules_of(Schafkopf, extra_solo=25, tout_times=3, runners_from=1, runners_from_wenz=4)
    assert points_of(alone("solo", points=95, runners=1), rules=own)[1:] == [-85] * 3  # 50 + 25 + 10
    assert points_of(call(points=95), rules=own)[0] == 30, "extra_solo is for who plays alone"
    assert points_of(alone("geier", points=75, runners=3), rules=own)[1:] == [-50] * 3
    assert points_of(alone("geier", tout=True, tricks="all", runners=4), rules=own)[1:] == [-270] * 3  # (50 + 40) × 3
    assert points_of(alone("sie"), rules=rules_of(Schafkopf, runners_from=9))[1:] == [-200] * 3
    assert points_of(call(points=75), rules=rules_of(Schafkopf, call=0)) == [0] * 4


@worked_twice
@pytest.mark.parametrize(
    ("ramsch", "expected"),
    [
        ({"points": [50, 40, 20, 10]}, [-60, 20, 20, 20]),
        ({"points": [50, 40, 30, 0], "virgins": 1}, [-120, 40, 40, 40]),
        ({"points": [10, 70, 40, 0], "virgins": 1}, [40, -120, 40, 40]),
        ({"points": [0, 70, 50, 0], "virgins": 2}, [80, -240, 80, 80]),
        ({"points": [0, 120, 0, 0], "march": True}, [-20, 60, -20, -20]),
        ({"points": [0, 0, 120, 0], "march": True}, [-20, -20, 60, -20]),
        ({"points": [0, 0, 120, 0], "virgins": 2, "march": True}, [-20, -20, 60, -20]),
        ({"points": [45, 45, 20, 10]}, [-40, -40, 40, 40]),
        ({"points": [40, 40, 40, 0]}, [-20, -20, -20, 60]),
        ({"points": [30, 30, 30, 30]}, [0, 0, 0, 0]),
    ],
)
def test_ramsch(worked_out, ramsch, expected):
    assert worked_out(Schafkopf, PRIVATE, {"ramsch": ramsch}, seats=4) == expected
    doubled = {"ramsch": ramsch, "doubled": 2}
    assert worked_out(Schafkopf, PRIVATE, doubled, seats=4) == [4 * points for points in expected]


def test_with_five_the_one_who_sits_out_has_nothing():
    assert points_of(alone("solo", points=75, sitting_out=[3]), 5) == [150, -50, -50, 0, -50]
    assert points_of(call(points=75, sitting_out=[1]), 5) == [20, 0, 20, -20, -20]
    assert points_of({"ramsch": {"points": [60, 30, 20, 10]}, "sitting_out": [0]}, 5) == [0, -60, 20, 20, 20]


def test_passed_brings_nothing():
    assert points_of({"passed": True}) == [0] * 4
    assert points_of({"passed": True, "sitting_out": [4]}, 5) == [0] * 5
