"""The figures of docs/rules/skat.md, and others by hand: what each hand brings each player."""

import pytest

from games.catalogue.skat.game import Skat
from tests.games.series import rules_of
from tests.games.worked_twice import worked_twice

LIST, PUB, MONEY = (
    rules_of(Skat, scoring=scoring, kontra=True, ramsch=True, bock=True) for scoring in ("list", "pub", "money")
)


def hand(contract, matadors=None, points=None, **more):
    told = {"matadors": matadors, "points": points}
    return {"declarer": 0, "contract": contract} | {name: value for name, value in told.items() if value} | more


@worked_twice
@pytest.mark.parametrize(
    ("rules", "record", "expected"),
    [
        (LIST, hand("clubs", 1, 75), [74, 0, 0]),
        (LIST, hand("diamonds", 2, 61, hand=True), [86, 0, 0]),
        (LIST, hand("hearts", 1, 60), [-90, 40, 40]),
        (LIST, hand("hearts", 1, 60, sitting_out=[3]), [-90, 30, 30, 30]),
        (LIST, hand("grand", 1, 95), [122, 0, 0]),
        (LIST, hand("grand", 4, 85, hand=True, schneider_announced=True), [-434, 40, 40]),
        (LIST, hand("spades", 2, 28), [-138, 40, 40]),
        (LIST, hand("clubs", 2, 120, tricks="all", ouvert=True), [158, 0, 0]),
        (LIST, hand("clubs", 2, ouvert=True, won=True, schneider=True, schwarz=True), [158, 0, 0]),
        (LIST, hand("grand", 4, 120, tricks="all", ouvert=True), [314, 0, 0]),
        (LIST, hand("grand", 4, 120, tricks="all", ouvert=True, hand=True), [314, 0, 0]),
        (LIST, hand("diamonds", 1, 70, bid=22), [-104, 40, 40]),
        (LIST, hand("null", ouvert=True, won=True), [96, 0, 0]),
        (LIST, hand("null", won=False), [-96, 40, 40]),
        (LIST, hand("null", won=True, hand=True, bid=36), [-142, 40, 40]),  # 46 covers the bid
        (LIST, hand("null", won=True, hand=True, ouvert=True, bid=60), [-170, 40, 40]),
        (LIST, hand("clubs", 1, 90), [86, 0, 0]),
        (LIST, hand("clubs", 1, 31), [-98, 40, 40]),
        (LIST, hand("clubs", 1, 89), [74, 0, 0]),
        (LIST, hand("clubs", 1, 120, tricks="all", hand=True, schneider_announced=True), [122, 0, 0]),  # 12 x 6
        (LIST, hand("clubs", 1, 75, kontra=2, bock=2), [146, 0, 0]),
        (LIST, {"passed": True}, [0, 0, 0]),
        (PUB, hand("clubs", 1, 75), [24, 0, 0]),
        (PUB, hand("clubs", 1, 50), [-48, 0, 0]),
        (MONEY, hand("grand", 1, 70), [96, -48, -48]),
        (MONEY, hand("grand", 1, 70, won=True), [96, -48, -48]),
        (MONEY, hand("grand", 1, 50), [-192, 96, 96]),
        (MONEY, hand("clubs", 1, won=True, kontra=2), [96, -48, -48]),
        (MONEY, hand("clubs", 1, 75, sitting_out=[2]), [48, -24, 0, -24]),
        (LIST, {"ramsch": {"points": [50, 40, 30], "virgins": 0, "march": False}}, [-50, 0, 0]),
        (LIST, {"ramsch": {"points": [70, 50, 0], "virgins": 1, "march": False}}, [-140, 0, 0]),
        (LIST, {"ramsch": {"points": [50, 20, 50]}}, [-50, 0, -50]),
        (LIST, {"ramsch": {"points": [45, 45, 30]}}, [-45, -45, 0]),
        (LIST, {"ramsch": {"points": [0, 120, 0], "march": True}}, [0, 120, 0]),
        (LIST, {"ramsch": {"points": [120, 0, 0], "march": True}}, [120, 0, 0]),
        (MONEY, {"ramsch": {"points": [50, 40, 30]}}, [-100, 50, 50]),
        (MONEY, {"ramsch": {"points": [0, 120, 0], "march": True}, "sitting_out": [0]}, [0, -120, 240, -120]),
    ],
)
def test_what_a_hand_brings(worked_out, rules, record, expected):
    assert worked_out(Skat, rules, record, seats=len(expected)) == expected
