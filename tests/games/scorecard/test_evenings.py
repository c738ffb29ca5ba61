"""An evening of each template with one who leads, factors, a penalty or a mark, worked out on paper.

The comments have the totals hand by hand, and who pays whom in the end.
"""

from typing import Any

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.catalogue.scorecard.presets import PRESETS
from tests.games.series import Series


def sides(won: list[int], lost: list[int], value: float, **more: Any) -> dict[str, Any]:
    return {"sides": [won, lost], "value": value, **more}


def bids(bid: list[int | None], won: list[int], **more: Any) -> dict[str, Any]:
    return {"bids": bid, "tricks": won, **more}


EVENINGS: dict[str, tuple[int, list[dict[str, Any]], list[int], list[int]]] = {
    # Five players.                           A     B     C     D     E
    # A and B win 58                        116    58   −58   −58   −58
    # C alone loses 40                      156    98  −218   −18   −18     C −160, the others +40
    # E, with D, loses 25                   181   123  −193   −43   −68     D −25, E −50, the others +25
    # B alone wins 31                       150   247  −224   −74   −99     B +124, the others −31
    "tarot": (
        5,
        [
            sides([0, 1], [2, 3, 4], 58, leader=0),
            sides([0, 1, 3, 4], [2], 40),
            sides([0, 1, 2], [3, 4], 25, leader=4),
            sides([1], [0, 2, 3, 4], 31),
        ],
        [150, 247, -224, -74, -99],
        [150, 247, -224, -74, -99],
    ),
    # Four at the table, who deals sits out.    A     B     C     D
    # A leads, D sits out: 46 won              96     0     0     0     46 + 50
    # B leads, A sits out: 24 lost            126   −98    30    30     −48 − 50, the others +30
    # D leads, B sits out: 20 won             126   −98    30   100     20 + 50
    # C leads, C's 18 lost, A sits out        156   −68   −56   130     −36 − 50, the others +30
    # nobody bids                             156   −68   −56   130
    # Differences: A 156 − (−68) + 156 − (−56) + 156 − 130 = 224 + 212 + 26 = 462
    #              B −224 + (−68 + 56) + (−68 − 130) = −224 − 12 − 198 = −434
    #              C −212 + 12 + (−56 − 130) = −212 + 12 − 186 = −386
    #              D −26 + 198 + 186 = 358
    "skat": (
        4,
        [
            sides([0], [1, 2], 46),
            sides([2, 3], [1], 24),
            sides([3], [0, 2], 20),
            sides([1, 3], [2], 18),
            sides([0], [1, 2], 0),
        ],
        [156, -68, -56, 130],
        [462, -434, -386, 358],
    ),
    # Three players.           A     B     C
    # A loses 24             −96    48    48     2 × 24 to each
    # B wins 30             −126   108    18
    # C wins 20             −146    88    58
    # B loses 18            −110    16    94     2 × 18 to each
    "skat-money": (
        3,
        [
            sides([1, 2], [0], 24, leader=0),
            sides([1], [0, 2], 30, leader=1),
            sides([2], [0, 1], 20),
            sides([0, 2], [1], 18),
        ],
        [-110, 16, 94],
        [-110, 16, 94],
    ),
    # Two teams, each bids alone.          A and C   B and D
    # A and C make 18, doubled                2         0
    # B and D miss 20, redoubled              2        −4
    # A and C make 17                         3        −4
    # B and D miss 21, doubled                3        −6      and the series is over
    # Each of A and C gets 3 − (−6) = 9 from one of the others.
    "twenty-nine": (
        4,
        [
            bids([18, None], [18, 10], times=2),
            bids([None, 20], [9, 19], times=4),
            bids([17, None], [20, 8]),
            bids([None, 21], [8, 20], times=2),
        ],
        [3, -6, 3, -6],
        [9, -9, 9, -9],
    ),
    # Four players.                          A     B     C     D
    # A and C win 3, twice                   6    −6     6    −6
    # A's solo loses 3, twice              −12     0    12     0
    # B and C win 1                        −13     1    13    −1
    # D's solo wins 2                      −15    −1    11     5
    "doppelkopf": (
        4,
        [
            sides([0, 2], [1, 3], 3, times=2),
            sides([1, 2, 3], [0], 3, times=2, marked=[0]),
            sides([1, 2], [0, 3], 1),
            sides([3], [0, 1, 2], 2, marked=[3]),
        ],
        [-15, -1, 11, 5],
        [-15, -1, 11, 5],
    ),
    # Four players.                          A     B     C     D
    # B's solo wins 5, four times          −20    60   −20   −20
    # A and D win 2, twice                 −16    56   −24   −16
    # C and D lose 1                       −15    57   −25   −17
    "schafkopf": (
        4,
        [
            sides([1], [0, 2, 3], 5, times=4),
            sides([0, 3], [1, 2], 2, times=2),
            sides([0, 1], [2, 3], 1),
        ],
        [-15, 57, -25, -17],
        [-15, 57, -25, -17],
    ),
    # Four players.                          A     B     C     D
    # C wins                                −1    −1     3    −1
    # nobody wins                           −1    −1     3    −1
    # A wins all three tricks                5    −3     1    −3
    # B wins                                 4     0     0    −4
    "kitti": (
        4,
        [
            sides([2], [0, 1, 3], 1),
            {"thrown_in": True, "reason": "Nobody won two tricks."},
            sides([0], [1, 2, 3], 1, times=2),
            sides([1], [0, 2, 3], 1),
        ],
        [4, 0, 0, -4],
        [4, 0, 0, -4],
    ),
    # Four players.                          A     B     C     D
    # B shows and is not the lowest          3    25    17     9     B 0 + 25
    # C has 60                              13    25    77    19
    # C has 23, and is out at 100           13    30   100    26
    # B 40, D 74: D is out at 100           17    70   100   100
    # B shows and is not the lowest: 5 + 25  17   100   100   100     A is the last one
    # Lower is better. A gets 83 from each of the others, who are level.
    "dhumbal": (
        4,
        [
            {"points": [3, 0, 17, 9], "penalised": [1]},
            {"points": [10, 0, 60, 10]},
            {"points": [0, 5, 23, 7]},
            {"points": [4, 40, None, 74]},
            {"points": [0, 5, None, None], "penalised": [1]},
        ],
        [17, 100, 100, 100],
        [249, -83, -83, -83],
    ),
}


@pytest.mark.parametrize("template", EVENINGS)
def test_an_evening_comes_out_as_on_paper(template: str) -> None:
    seats, records, totals, nets = EVENINGS[template]
    series = Series(Scorecard, seats, PRESETS[template].rules).play(*records)
    assert list(series.standing.cumulative) == totals
    assert series.nets() == nets
    assert series.standing.over == (template in ("twenty-nine", "dhumbal"))


def test_a_list_of_skat_is_over_after_36_hands() -> None:
    series = Series(Scorecard, 3, PRESETS["skat"].rules).play(*[sides([0], [1, 2], 18)] * 35)
    assert not series.standing.over
    assert series.play(sides([0], [1, 2], 18)).standing.over
