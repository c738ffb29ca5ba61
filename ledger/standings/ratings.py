"""How strong each player of a game is, from who finished above whom. docs/api.md has the definition.

All series are fitted at once, so their order does not matter and one that is reopened leaves no trace.
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

FEWEST_SERIES = 3  # before a rating is shown
FEWEST_SURE = 10  # before it is more than a first impression
SURE_OF_TWO = 3  # so many errors apart, two players differ by more than chance
FEWEST_SIDES = 2
CENTRE, UNIT = 1500, 400 / log(10)  # 400 points more: ten times as often above as below
PRECISION = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    value: int
    error: int
    series: int  # from so many

    @property
    def is_early(self) -> bool:
        return self.series < FEWEST_SURE

    @property
    def margin(self) -> int:
        """Two ratings that are not further apart than this may differ by chance."""
        return SURE_OF_TWO * self.error

    @property
    def text(self) -> str:
        return formatting.digits(self.value)

    @property
    def error_text(self) -> str:
        return f"± {formatting.digits(self.error)}"


Side = tuple[int, ...]  # the numbers of its players
Pairs = Mapping[tuple[Side, Side], Sequence[float]]  # its weight, and how much of it the first side was above

_RATINGS: LRUCache[Mapping[str, Rating]] = LRUCache(max_size=20)


def ratings(key: tuple[str, ...], counted: Sequence[CountedSeries]) -> Mapping[str, Rating]:
    """By player, from the third series on. `counted` are all series of a game in a circle, kept under `key`."""
    if (kept := _RATINGS.get(key)) is not None:
        return kept
    number_of: dict[str, int] = {}
    played: Counter[str] = Counter()
    pairs: dict[tuple[Side, Side], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for series in counted:
        if series.sides < FEWEST_SIDES:
            continue
        sides: dict[int, list[int]] = defaultdict(list)
        place_of: dict[int, int] = {}
        for result in series.seats:
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
    kept = {
        player: Rating(
            round(CENTRE + UNIT * (strengths[number] - mean)), round(UNIT / sqrt(information[number])), played[player]
        )
        for player, number in number_of.items()
        if played[player] >= FEWEST_SERIES
    }
    _RATINGS[key] = kept
    return kept


def fit(pairs: Pairs, players: int) -> tuple[list[float], list[float]]:
    """The strengths that maximise the definition's sum, by Newton's method, and what is known of each of them.

    No step moves two sides by more than 1 against each other: so each brings the sum nearer to its maximum.
    """
    signs = {pair: [*((each, 1) for each in pair[0]), *((each, -1) for each in pair[1])] for pair in pairs}
    strengths = [0.0] * players
    while True:
        slope = [-strength for strength in strengths]
        bend = [[float(row == column) for column in range(players)] for row in range(players)]
        for pair, (weight, above) in pairs.items():
            chance = 1 / (1 + exp(-sum(sign * strengths[each] for each, sign in signs[pair])))
            surprise, known = above - weight * chance, weight * chance * (1 - chance)
            for each, sign in signs[pair]:
                slope[each] += sign * surprise
                for other, its_sign in signs[pair]:
                    bend[each][other] += sign * its_sign * known
        step = solve(bend, slope)
        farthest = max((abs(sum(sign * step[each] for each, sign in members)) for members in signs.values()), default=0)
        part = 1 / max(1, farthest)
        strengths = [strength + part * change for strength, change in zip(strengths, step, strict=True)]
        if all(abs(change) < PRECISION for change in step):
            # Partners bend each other's rows as well; a player's own figure stands on the diagonal.
            return strengths, [bend[number][number] for number in range(players)]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """`matrix` is symmetric and positive definite: Cholesky's way."""
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
