"""The end of a match, who deals, and who pays whom."""

import pytest

from games.catalogue.spades.game import Spades
from tests.games.series import Series, refused_rules, rules_of
from tests.games.spades.test_figures import ALONE, hand

HAND = hand([4, 3, 3, 2], [3, 4, 3, 3])  # −70 and 52


def after(totals, **options):
    """A series that stands at these totals."""
    return Series(Spades, len(totals), rules_of(Spades, **options)).at(*totals)


@pytest.mark.parametrize(
    ("totals", "options", "over"),
    [
        ([499, 300, 499, 300], {}, False),
        ([500, 300, 500, 300], {}, True),
        ([510, 520, 510, 520], {}, True),
        ([510, 510, 510, 510], {}, False),
        ([-200, 300, -200, 300], {}, False),
        ([-201, 300, -201, 300], {}, True),
        ([-201, -201, -201, -201], {}, False),
        ([-300, 300, -300, 300], {"floor": None}, False),
        ([250, 100, 250, 100], {"target": 250}, True),
        ([510, 300, 510, 200], ALONE, False),
        ([510, 300, 520, 200], ALONE, True),
        ([100, 100, -201], ALONE, False),
        ([100, 90, -201], ALONE, True),
    ],
)
def test_when_a_match_is_over(totals, options, over):
    assert after(totals, **options).standing.over is over


def test_the_higher_total_wins():
    assert after([510, 520, 510, 520]).standing.ranking == ((1, 3), (0, 2))
    assert refused_rules(Spades, floor=1) == ["out_of_range"]


@pytest.mark.parametrize(
    ("totals", "options", "paid"),
    [
        ([510, 300, 510, 300], {}, [100, -100, 100, -100]),
        ([510, 300, 510, 300], {"stake_points": 30}, [30, -30, 30, -30]),
        ([510, 300, 510, 300], {"stake": "per_point", "point_rate": 0.5}, [105, -105, 105, -105]),
        ([510, 300, 510, 300], {"stake": "none"}, [0, 0, 0, 0]),
        ([300, 300, 300, 300], {}, [0, 0, 0, 0]),
        # Each alone: the others pay the winner, or in every pair the difference.
        ([510, 300, 200], ALONE, [200, -100, -100]),
        ([510, 510, 200], ALONE, [50, 50, -100]),
        ([510, 300, 200], ALONE | {"stake": "per_point"}, [520, -110, -410]),
        ([510, 300, 200], ALONE | {"stake": "none"}, [0, 0, 0]),
    ],
)
def test_who_pays_whom(totals, options, paid):
    assert after(totals, **options).nets() == paid


def test_without_the_sum_for_a_match():
    assert after([510, 300, 510, 300]).nets(with_standard=False) == [0] * 4
    assert after([510, 300, 200], **ALONE).nets(with_standard=False) == [0] * 3


def test_the_deal_goes_round_clockwise():
    assert Series(Spades, 4, first_dealer=0).play(HAND).standing.dealer == 1
    assert Series(Spades, 4, first_dealer=0).play({"thrown_in": True}).standing.dealer == 0
