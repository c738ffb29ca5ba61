"""The table of a season, from the series that count in the season, and the table as JSON."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import lcm
from typing import Any

from pydantic import TypeAdapter

from ledger.standings.counted import CountedSeries, low_wins
from ledger.standings.figures import in_units, single_currency
from ledger.standings.models import Points

MOST_STEPS = 60  # in the chart of a season: if more series count, a step stands for several


@dataclass(frozen=True, slots=True)
class PlayerInSeason:
    """The row of one player in a season. `course` has the player's points after each of the table's `steps`."""

    player: str  # the player's id
    place: int
    points: Fraction  # in minor units if the points are money
    series: int  # how many the player has played
    course: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A series after which the chart shows the points of the players."""

    series: str  # the id of the series
    number: int  # how many series of the season had ended by then
    day: date  # on which it ended


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """The table of a season, with rows in the order of their places. Rows on one place are in the order of player ids.

    Only the table of a closed season has `made_from`: the id and the latest hash of each series that counts.
    """

    currency: str  # empty if the points are not money
    made_from: tuple[tuple[str, str], ...] = ()
    rows: tuple[PlayerInSeason, ...]
    steps: tuple[CourseStep, ...]


_AS_JSON = TypeAdapter(FinalTable)


def write_table(table: FinalTable) -> dict[str, Any]:
    """Return the table as JSON, for `Season.kept`."""
    written: dict[str, Any] = _AS_JSON.dump_python(table, mode="json")
    return written


def read_table(kept: dict[str, Any]) -> FinalTable:
    """Return the table that `write_table` has written."""
    return _AS_JSON.validate_python(kept)


def make_table(points: str, counted: Sequence[CountedSeries]) -> FinalTable:
    """Return the table of these series, which are all that count. `points`, one of `Points`, says what is added up.

    PLACE: one point for each side that the player beat, and half a point for each other side on the same place.
    TOTAL: the totals; in games where low totals win, the lowest sum is the best. MONEY: the amounts in minor units.
    """
    # Points are added up as whole numbers of 1/unit, which is many times quicker than adding up fractions.
    unit = 2 if points == Points.PLACE else 1
    if points == Points.TOTAL:
        unit = lcm(*{result.total.denominator for series in counted for result in series.results})
    sums: dict[str, int] = defaultdict(int)
    played: dict[str, int] = defaultdict(int)
    courses: dict[str, list[Fraction]] = defaultdict(list)
    steps: list[CourseStep] = []
    series_per_step = -(-len(counted) // MOST_STEPS)  # rounded up
    for number, series in enumerate(counted, start=1):
        for result in series.results:
            played[result.player_id] += 1
            if points == Points.PLACE:
                sums[result.player_id] += 2 * (series.sides - result.place) - (result.level - 1)
            elif points == Points.TOTAL:
                sums[result.player_id] += in_units(result.total, unit)
            else:
                sums[result.player_id] += result.amount_minor
        if number % series_per_step == 0 or number == len(counted):
            for player, points_now in sums.items():
                before_first_series = [Fraction(0)] * (len(steps) - len(courses[player]))
                courses[player] += [*before_first_series, Fraction(points_now, unit)]
            steps.append(CourseStep(series.id, number, series.ended_on))

    best_first = sorted(sums.values(), reverse=not (points == Points.TOTAL and low_wins(counted)))
    rows = [
        PlayerInSeason(
            player, 1 + best_first.index(total), Fraction(total, unit), played[player], tuple(courses[player])
        )
        for player, total in sums.items()
    ]
    currency = single_currency(counted) if points == Points.MONEY else None
    rows.sort(key=lambda row: (row.place, row.player))
    return FinalTable(currency=currency or "", rows=tuple(rows), steps=tuple(steps))


def has_several_currencies(points: str, counted: Iterable[CountedSeries]) -> bool:
    """Whether the points are money in several currencies, which cannot be added up."""
    return points == Points.MONEY and len({series.currency for series in counted}) > 1
