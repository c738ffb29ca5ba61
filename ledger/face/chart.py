"""The geometry of a chart of totals in a box of 100 by 100, for pages and for paper. It has no colours or labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

MOST_TICKS = 6  # intervals between the labels of the points
MOST_STEPS = 10  # intervals between the labels of the hands
MOST_STEPS_OF_LONG_SERIES = 5  # from 100 hands on: numbers of three digits need more room on a phone
LONG_SERIES = 100  # hands
MOST_POINTS = 150  # of a line: with more it would look the same, and the page would be long
ZERO = Fraction(0)


@dataclass(frozen=True)
class Chart:
    ticks: tuple[int, ...]  # evenly spaced from top to bottom
    steps: tuple[int, ...]  # numbers of hands, evenly spaced from left to right; 0 is the start
    zero: str  # the height of zero, from 0 at the top to 100 at the bottom
    goal: str | None  # the height of the goal, likewise; None: the series has no goal
    lines: tuple[str, ...]  # for each seat, the `points` of an SVG polyline


@dataclass(frozen=True)
class DrawnLine:
    """A line of a chart with its player or side, for templates/components/chart.html."""

    name: str
    face: int
    points: str  # of `Chart.lines`


def draw_chart(running: Sequence[Sequence[Fraction]], seats: int, goal: Fraction | None) -> Chart:
    """Return the chart. `running` has the totals of all seats after each hand. Every line begins at zero.

    `goal` is the total at which a line is drawn across the chart, such as the one that ends the series.
    """
    totals = [(ZERO,) * seats, *running]
    figures = [goal or ZERO, *(figure for row in totals for figure in row)]
    lowest, highest, step = _scale(min(figures), max(figures), MOST_TICKS)
    most_steps = MOST_STEPS if len(running) < LONG_SERIES else MOST_STEPS_OF_LONG_SERIES
    _start, width, stride = _scale(ZERO, Fraction(len(running)), most_steps)

    def height(points: Fraction) -> str:
        return written(100 * (highest - points) / (highest - lowest))

    hands_per_point = -(-len(totals) // MOST_POINTS)
    shown_hands = [hand for hand in range(len(totals)) if hand % hands_per_point == 0 or hand == len(totals) - 1]

    def line(seat: int) -> str:
        return " ".join(f"{written(Fraction(100 * hand, width))},{height(totals[hand][seat])}" for hand in shown_hands)

    return Chart(
        ticks=tuple(range(highest, lowest - 1, -step)),
        steps=tuple(range(0, width + 1, stride)),
        zero=height(ZERO),
        goal=None if goal is None else height(goal),
        lines=tuple(line(seat) for seat in range(seats)),
    )


@dataclass(frozen=True)
class Course:
    """The geometry of a single line, from the left side to the right."""

    ticks: tuple[int, ...]
    zero: str | None  # the height of zero, if the box shows zero
    line: str


def draw_course(values: Sequence[Fraction]) -> Course:
    """Draw a line through two values or more, which are evenly spaced."""
    lowest, highest, step = _scale(min(values), max(values), MOST_TICKS)

    def height(value: Fraction) -> str:
        return written(100 * (highest - value) / (highest - lowest))

    points = (f"{written(Fraction(100 * at, len(values) - 1))},{height(value)}" for at, value in enumerate(values))
    return Course(
        ticks=tuple(range(highest, lowest - 1, -step)),
        zero=height(ZERO) if lowest < 0 < highest else None,
        line=" ".join(points),
    )


def _scale(lowest: Fraction, highest: Fraction, most: int) -> tuple[int, int, int]:
    """Return the bottom, the top and the step of an axis.

    The step is the smallest round number by which at most `most` steps lead from `lowest`, or a round number below it,
    to `highest`, or a round number above it.
    """
    for step in (digit * 10**power for power in count() for digit in (1, 2, 5)):
        bottom, top = lowest // step * step, -(-highest // step) * step
        top = max(top, bottom + step)
        if (top - bottom) // step <= most:
            return bottom, top, step
    raise AssertionError("there is always a larger round number")


def written(coordinate: Fraction | float) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{float(coordinate):.2f}".rstrip("0").rstrip(".")
