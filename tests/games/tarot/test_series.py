"""A series: who deals, when it is over, and who pays whom."""

import pytest

from games.catalogue.tarot.game import Tarot
from tests.games.series import Series, rules_of
from tests.games.tarot.hands import A, C, F, G, taken

WON = taken()  # 66: +198, −66, −66, −66
PASSED = {"passed": True}


def series(*records, players=4, first_dealer=0, **rules):
    return Series(Tarot, players, rules_of(Tarot, **rules), first_dealer=first_dealer).play(*records)


def test_the_deal_goes_to_the_right_also_after_a_passed_hand():
    assert [series(*[WON, PASSED, WON][:hands]).standing.dealer for hands in range(4)] == [0, 3, 2, 1]
    assert series(PASSED, direction="clockwise").standing.dealer == 1
    assert series(PASSED, first_dealer=None).standing.dealer is None


def test_without_a_number_of_hands_the_table_stops():
    assert not series().game(rules_of(Tarot), 4).has_an_end
    assert not series(*[WON] * 30).standing.over


def test_a_number_of_hands_ends_the_series_and_a_passed_hand_is_one_of_them():
    assert Tarot(rules_of(Tarot, hands=2), 4).has_an_end
    assert series(WON, PASSED, hands=3).standing.over is False
    standing = series(WON, PASSED, hands=2).standing
    assert (standing.over, standing.cumulative) == (True, (198, -66, -66, -66))
    assert standing.ranking == ((0,), (1, 2, 3))


def test_paid_after_each_hand():
    two = series(WON, taken("petite", 1, 47, taker=C))  # C loses 29 to each
    assert two.nets() == [198 + 29, -66 + 29, -66 - 87, -66 + 29]
    assert {paid.cause for paid in two.settle()} == {"at_once"}


def test_paid_by_difference():
    nets = series(WON, settlement="difference", rate=0.5).nets()
    assert nets == [3 * 132, -132, -132, -132]  # 264 between A and each other


def test_paid_by_place():
    two = series(WON, taken("petite", 2, 41, taker=C), settlement="ladder", place_sum=10)
    assert two.standing.cumulative == (173, -91, 9, -91)
    assert two.nets() == [60, -25, -10, -25]  # third and fourth are level: the mean of 20 and 30
    assert two.nets(with_standard=False) == [0] * 4


def test_nothing_is_paid_where_nothing_is_settled():
    assert series(WON, settlement="none").settle() == ()


@pytest.mark.parametrize(("players", "out"), [(6, [F]), (7, [F, G])])
def test_six_and_seven_play_by_turns(players, out):
    hand = taken("garde", 3, 36, partner=C, sitting_out=out)
    standing = series(hand, {"passed": True, "sitting_out": out}, players=players, first_dealer=5).standing
    assert standing.cumulative == (100, -50, 50, -50, -50, *[0] * len(out))
    assert standing.dealer == 3
    assert [standing.cumulative[A], sum(standing.cumulative)] == [100, 0]
