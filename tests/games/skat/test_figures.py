"""The figures of docs/rules/skat.md: what each hand brings each player."""

import pytest

from games.catalogue.skat.game import Skat
from games.catalogue.skat.rules import PRESETS
from games.contract import Table

LIST, MONEY = PRESETS["list"].rules, PRESETS["money"].rules


def points_of(record, seats=3, rules=LIST):
    game, table = Skat(rules, seats), Table(seats)
    reading = Skat.read_record(record)
    assert reading.problems == ()
    assert game.check(reading.value, table) == []
    return list(game.score(reading.value, table).points_entered)


def hand(contract, **more):
    return {"declarer": 0, "contract": contract, **more}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (hand("clubs", matadors=1, points=75), [74, 0, 0]),
        (hand("diamonds", matadors=2, hand=True, points=61), [86, 0, 0]),
        (hand("hearts", matadors=1, points=60), [-90, 40, 40]),
        (hand("grand", matadors=1, points=95), [122, 0, 0]),
        (hand("grand", matadors=4, hand=True, schneider_announced=True, points=85), [-434, 40, 40]),
        (hand("spades", matadors=2, points=28), [-138, 40, 40]),
        (hand("clubs", matadors=2, ouvert=True, tricks="all", points=120), [158, 0, 0]),
        (hand("grand", matadors=4, ouvert=True, tricks="all", points=120), [314, 0, 0]),
        (hand("diamonds", matadors=1, points=70, bid=22), [-104, 40, 40]),
        (hand("null", ouvert=True, won=True), [96, 0, 0]),
        (hand("null", won=False), [-96, 40, 40]),
    ],
)
def test_the_list(record, expected):
    assert points_of(record) == expected


def test_who_sits_out_has_points_too_where_the_declarer_lost():
    assert points_of(hand("hearts", matadors=1, points=60, sitting_out=[3]), 4) == [-90, 30, 30, 30]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (hand("grand", matadors=1, won=True, points=70), [96, -48, -48]),
        (hand("grand", matadors=1, points=50), [-192, 96, 96]),
        (hand("clubs", matadors=1, won=True, kontra=2), [96, -48, -48]),
    ],
)
def test_for_money(record, expected):
    assert points_of(record, rules=MONEY) == expected


@pytest.mark.parametrize(
    ("ramsch", "expected"),
    [
        ({"points": [50, 40, 30]}, [-50, 0, 0]),
        ({"points": [70, 50, 0], "virgins": 1}, [-140, 0, 0]),
        ({"points": [45, 45, 30]}, [-45, -45, 0]),
        ({"points": [120, 0, 0], "march": True}, [120, 0, 0]),
    ],
)
def test_ramsch(ramsch, expected):
    assert points_of({"ramsch": ramsch}, rules=LIST.model_copy(update={"ramsch": True})) == expected
