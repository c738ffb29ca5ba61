"""An evening of each template with factors or a penalty, worked out on paper.

The comments have the totals hand by hand, and who pays whom in the end.
"""

import pytest

from tests.games.scorecard.hands import bids, by_template, points, sides

EVENINGS = {
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
            points(3, 0, 17, 9, penalised=[1]),
            points(10, 0, 60, 10),
            points(0, 5, 23, 7),
            points(4, 40, None, 74),
            points(0, 5, None, None, penalised=[1]),
        ],
        [17, 100, 100, 100],
        [249, -83, -83, -83],
    ),
}


@pytest.mark.parametrize("template", EVENINGS)
def test_an_evening_comes_out_as_on_paper(template):
    seats, records, totals, nets = EVENINGS[template]
    series = by_template(template, seats, *records)
    assert list(series.standing.cumulative) == totals
    assert series.nets() == nets
    assert series.standing.over == (template in ("twenty-nine", "dhumbal"))
