"""How strong each player of a game is, from who finished above whom. docs/api.md has the definition.

All series are fitted at once, so their order does not matter, and a series that is reopened leaves no trace.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from operator import mul

from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.standings.counted import CountedSeries

FEWEST_SERIES = 3  # with fewer, no rating is shown
FEWEST_SURE = 10  # series: with fewer, the rating is grey
SURE_OF_TWO = 3  # two players who are further apart than so many errors differ by more than chance
FEWEST_SIDES = 2  # a series with fewer sides says nothing about strength
CENTRE, UNIT = 1500, 400 / log(10)  # 400 points more: ten times as often above as below
PRECISION = 1e-9  # of the strengths that `fit` returns


@dataclass(frozen=True, slots=True)
class Rating:
    value: int
    error: int  # the standard error of `value`
    series: int  # how many series of the player it follows from

    @property
    def is_early(self) -> bool:
        return self.series < FEWEST_SURE

    @property
    def margin(self) -> int:
        """Another rating that is not further away than this may differ by chance."""
        return SURE_OF_TWO * self.error

    @property
    def text(self) -> str:
        return formatting.digits(self.value)

    @property
    def error_text(self) -> str:
        return f"± {formatting.digits(self.error)}"


Side = tuple[int, ...]  # the numbers of the side's players
# Of each pair of sides: its weight, and the part of the weight with which the first side was above.
Pairs = Mapping[tuple[Side, Side], Sequence[float]]

_RATINGS: LRUCache[Mapping[str, Rating]] = LRUCache(max_size=20)


def ratings(key: tuple[str, ...], counted: Sequence[CountedSeries]) -> Mapping[str, Rating]:
    """Return ratings by the id of the player, for players with three series or more.

    `counted` are all series of a game, and `key` is the key of their scope.
    """
    return _RATINGS.get_or_make(key, lambda: ratings_from(counted))


def ratings_from(counted: Sequence[CountedSeries]) -> Mapping[str, Rating]:
    number_of: dict[str, int] = {}
    played: Counter[str] = Counter()
    pairs: dict[tuple[Side, Side], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for series in counted:
        if series.sides < FEWEST_SIDES:
            continue
        sides: dict[int, list[int]] = defaultdict(list)
        place_of: dict[int, int] = {}
        for result in series.results:
            sides[result.side].append(number_of.setdefault(result.player_id, len(number_of)))
            place_of[result.side] = result.place
            played[result.player_id] += 1
        placed = sorted((tuple(sorted(players)), place_of[side]) for side, players in sides.items())
        weight = 2 / len(placed)
        for (one, place), (other, other_place) in combinations(placed, 2):
            pair = pairs[one, other]
            pair[0] += weight
            pair[1] += weight * ((place < other_place) + (place <= other_place)) / 2
    strengths, information = fit(pairs, len(number_of))
    mean = sum(strengths) / len(strengths) if strengths else 0
    return {
        player: Rating(
            round(CENTRE + UNIT * (strengths[number] - mean)), round(UNIT / sqrt(information[number])), played[player]
        )
        for player, number in number_of.items()
        if played[player] >= FEWEST_SERIES
    }


def fit(pairs: Pairs, players: int) -> tuple[list[float], list[float]]:
    """Return the strengths that maximise the sum in docs/api.md, and the information about each: 1/error².

    They are found by Newton's method. `slope` has the first derivatives of the sum, and `curvature` its second ones
    with opposite signs. No step changes the difference of two sides by more than 1, so every step brings the sum nearer
    to its maximum.
    """
    signs = {pair: [*((player, 1) for player in pair[0]), *((player, -1) for player in pair[1])] for pair in pairs}
    strengths = [0.0] * players
    while True:
        slope = [-strength for strength in strengths]
        curvature = [[float(row == column) for column in range(players)] for row in range(players)]
        for pair, (weight, above) in pairs.items():
            chance = 1 / (1 + exp(-sum(sign * strengths[player] for player, sign in signs[pair])))
            surprise, information = above - weight * chance, weight * chance * (1 - chance)
            for player, sign in signs[pair]:
                slope[player] += sign * surprise
                for other, other_sign in signs[pair]:
                    curvature[player][other] += sign * other_sign * information
        step = solve(curvature, slope)
        farthest = max(
            (abs(sum(sign * step[player] for player, sign in members)) for members in signs.values()), default=0
        )
        part = 1 / max(1, farthest)
        strengths = [strength + part * change for strength, change in zip(strengths, step, strict=True)]
        if all(abs(change) < PRECISION for change in step):
            # The information about a player is on the diagonal.
            return strengths, [curvature[number][number] for number in range(players)]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve `matrix` x = `right` by Cholesky's method. `matrix` is symmetric and positive definite.

    `matrix` is the product of `lower`, whose rows end at the diagonal, and its transpose. `halfway` solves
    `lower` x = `right`.
    """
    lower: list[list[float]] = []
    halfway: list[float] = []
    for number, row in enumerate(matrix):
        factors: list[float] = []
        for other in range(number):
            factors.append((row[other] - sum(map(mul, factors, lower[other]))) / lower[other][other])
        factors.append(sqrt(row[number] - sum(map(mul, factors, factors))))
        lower.append(factors)
        halfway.append((right[number] - sum(map(mul, factors, halfway))) / factors[-1])
    solution = halfway
    for number in reversed(range(len(lower))):
        solution[number] /= lower[number][number]
        for other in range(number):
            solution[other] -= lower[number][other] * solution[number]
    return solution
