"""The rating: its definition in docs/api.md, checked at the maximum, and cases by hand."""

import random
from datetime import UTC, datetime
from fractions import Fraction
from math import exp, log
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ledger.standings.counted import CountedSeries, PlayerResult
from ledger.standings.ratings import Pairs, Rating, fit, ratings

NOW = datetime(2026, 4, 10, tzinfo=UTC)


def series(number: int, sides: list[tuple[str, int]]) -> CountedSeries:
    """Each side as the letters of its players, and its place."""
    results: list[Any] = []
    zero: Any = Fraction(0)
    for side, (players, place) in enumerate(sides):
        for player in players:
            seat = len(results)
            results.append(PlayerResult(seat, player, side, place, 1, *(zero,) * 2, 1, *(zero,) * 10, "[]", "[]"))
    ended: Any = (f"{number}", "jass", "", NOW, "NPR", False, len(sides), 1, "finished", ZoneInfo("UTC"))
    return CountedSeries(*ended, results=tuple(results))


def rated(*evenings: list[tuple[str, int]]) -> dict[str, tuple[int, int]]:
    counted = [series(number, sides) for number, sides in enumerate(evenings)]
    return {player: (each.value, each.error) for player, each in ratings((str(evenings),), counted).items()}


def test_two_who_are_level():
    """1 + 3 × ½ × ½ = 1.75 is known of each: 173.72 / √1.75 = 131.3."""
    level = [("a", 1), ("b", 1)]
    assert rated(level, level, level) == {"a": (1500, 131), "b": (1500, 131)}
    assert rated(level, level) == {}


def test_one_who_wins_all_three():
    """t = 3 × s(−2t) has the solution 0.6462: 112.3 points. 173.72 / √(1 + 3 × 0.2154 × 0.7846) = 141.5."""
    win = [("a", 1), ("b", 2)]
    assert rated(win, win, win) == {"a": (1612, pytest.approx(141.5, abs=1)), "b": (1388, pytest.approx(141.5, abs=1))}


def test_partners_share_the_strength_of_a_team():
    """Each of four has 0.5 × strength 2t against −2t: t = 3 × s(−4t) has the solution 0.4401, 76.5 points."""
    win = [("ac", 1), ("bd", 2)]
    figures = rated(win, win, win)
    assert [figures[player][0] for player in "acbd"] == [1576, 1576, 1424, 1424]


def test_the_order_of_series_and_seats_does_not_matter():
    evenings = [[("a", 1), ("b", 2), ("c", 3)], [("c", 1), ("a", 1), ("b", 3)], [("b", 1), ("a", 2), ("c", 2)]]
    turned = [[*reversed(sides)] for sides in reversed(evenings)]
    assert rated(*evenings) == rated(*turned)


def test_playing_often_does_not_raise_it():
    """Two level pairs, of which one played fifty times as often."""
    often, seldom = [[("a", 1), ("b", 1)]] * 150, [[("c", 1), ("d", 1)]] * 3
    assert {value for value, _error in rated(*often, *seldom).values()} == {1500}


def test_a_series_with_one_side_rates_nobody():
    assert rated(*[[("ab", 1)]] * 5) == {}


def test_grey_before_the_tenth_series():
    assert Rating(1540, 45, 9).is_early
    assert not Rating(1540, 45, 10).is_early


def objective(pairs: Pairs, strengths: list[float]) -> float:
    total = -sum(each * each for each in strengths) / 2
    for (one, other), (weight, above) in pairs.items():
        x = sum(strengths[each] for each in one) - sum(strengths[each] for each in other)
        total += above * -log(1 + exp(-x)) + (weight - above) * -log(1 + exp(x))
    return total


@pytest.mark.parametrize("seed", range(20))
def test_the_maximum_is_found(seed):
    """The slope is zero there, by small steps either way. Sides of one to three, some met a thousand times."""
    dice = random.Random(seed)
    players = dice.randint(2, 9)
    pairs: dict[Any, list[float]] = {}
    for _pair in range(dice.randint(1, 25)):
        seats = dice.sample(range(players), dice.randint(2, min(players, 6)))
        middle = dice.randint(max(1, len(seats) - 3), min(3, len(seats) - 1))
        weight = dice.choice([1, 2 / 3, 0.5, 1000])
        pair = tuple(sorted(seats[:middle])), tuple(sorted(seats[middle:]))
        pairs[pair] = [weight, weight * dice.choice([0, 0.5, 1, dice.random()])]
    strengths, _known = fit(pairs, players)
    step = 1e-4
    for number in range(players):
        moved = [
            objective(pairs, [each + sign * step * (place == number) for place, each in enumerate(strengths)])
            for sign in (1, -1)
        ]
        assert (moved[0] - moved[1]) / (2 * step) == pytest.approx(0, abs=2e-5)
