"""What series come to by the points of a season, and how a closed season keeps its table."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import lcm
from typing import Any

from ledger.standings.counted import CountedSeries
from ledger.standings.figures import in_units, low_wins
from ledger.standings.models import Points

MOST_STEPS = 60  # of the picture


@dataclass(frozen=True, slots=True)
class Line:
    """What a season comes to for one player. `course` has the points after each step of the table."""

    player: str
    place: int
    points: Fraction  # by money in minor units
    series: int
    course: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A series after which the picture shows the points, and how many series there were."""

    series: str
    number: int
    day: date


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The lines by place, level ones by the player's id. `made_from` has the series and the hashes of their events."""

    lines: tuple[Line, ...]
    steps: tuple[Step, ...]
    currency: str  # of money; empty: it is not counted
    made_from: tuple[tuple[str, str], ...] = ()

    @property
    def champions(self) -> list[str]:
        return [line.player for line in self.lines if line.place == 1]


def make_table(points: str, counted: Sequence[CountedSeries]) -> FinalTable:
    """By place a player has one point for each side beaten, and a half for each other side that was level.

    By total and by money everything is added up. Where low totals win, the lowest sum is the best.
    """
    # Sums of whole numbers of a unit are many times quicker than sums of fractions.
    unit = 2 if points == Points.PLACE else 1
    if points == Points.TOTAL:
        unit = lcm(*{result.total.denominator for series in counted for result in series.seats})
    sums: dict[str, int] = defaultdict(int)
    played: dict[str, int] = defaultdict(int)
    courses: dict[str, list[Fraction]] = defaultdict(list)
    steps: list[Step] = []
    every = -(-len(counted) // MOST_STEPS)
    for number, series in enumerate(counted, start=1):
        for result in series.seats:
            played[result.player_id] += 1
            if points == Points.PLACE:
                sums[result.player_id] += 2 * (series.sides - result.place) - (result.level - 1)
            elif points == Points.TOTAL:
                sums[result.player_id] += in_units(result.total, unit)
            else:
                sums[result.player_id] += result.amount_minor
        if number % every == 0 or number == len(counted):
            for player, points_now in sums.items():
                missed = [Fraction(0)] * (len(steps) - len(courses[player]))
                courses[player] += [*missed, Fraction(points_now, unit)]
            steps.append(Step(series.id, number, series.ended_on))

    best_first = sorted(sums.values(), reverse=not (points == Points.TOTAL and low_wins(counted)))
    lines = [
        Line(player, 1 + best_first.index(total), Fraction(total, unit), played[player], tuple(courses[player]))
        for player, total in sums.items()
    ]
    currencies = {series.currency for series in counted} if points == Points.MONEY else set()
    lines.sort(key=lambda line: (line.place, line.player))
    return FinalTable(tuple(lines), tuple(steps), currencies.pop() if len(currencies) == 1 else "")


def has_several_currencies(points: str, counted: Iterable[CountedSeries]) -> bool:
    """Then money cannot be added up."""
    return points == Points.MONEY and len({series.currency for series in counted}) > 1


# --- As JSON ---------------------------------------------------------------------------------------------------------


def write_table(table: FinalTable) -> dict[str, Any]:
    return {
        "currency": table.currency,
        "made_from": [list(pair) for pair in table.made_from],
        "rows": [
            {
                "player": line.player,
                "place": line.place,
                "points": str(line.points),
                "series": line.series,
                "course": [str(points) for points in line.course],
            }
            for line in table.lines
        ],
        "steps": [{"series": step.series, "number": step.number, "day": step.day.isoformat()} for step in table.steps],
    }


def read_table(kept: dict[str, Any]) -> FinalTable:
    return FinalTable(
        lines=tuple(
            Line(
                row["player"],
                row["place"],
                Fraction(row["points"]),
                row["series"],
                tuple(Fraction(points) for points in row["course"]),
            )
            for row in kept["rows"]
        ),
        steps=tuple(Step(one["series"], one["number"], date.fromisoformat(one["day"])) for one in kept["steps"]),
        currency=kept["currency"],
        made_from=tuple((series, hash_) for series, hash_ in kept["made_from"]),
    )
