"""The chart as it is drawn on paper: lines in colours and stitches, each led to the name that stands beside it.

Where the lines run is worked out in ledger.face.chart, for the page as for the sheet. Here the box of 100 by 100
becomes millimetres: on paper a drawing is not stretched, for that would stretch its strokes as well. There is no text
in the drawing, because text inside SVG loses its Devanagari.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.face.chart import Chart

LEADER = 9  # how much room the way from a line's end to its name takes


class Thread(NamedTuple):
    """The same as on the page: static/css/face/tokens.css and tables.css."""

    colour: str
    stitch: str  # lengths of stitch and gap, or none


THREADS = (
    Thread("#0e5239", "none"),
    Thread("#a3142a", "2.4 1.4"),
    Thread("#1f4f9d", "0.6 1"),
    Thread("#875200", "3 1 0.6 1"),
    Thread("#6a2c8c", "6 0.8"),
    Thread("#00636b", "1.2 1.2"),
    Thread("#8a2f5f", "0.6 2"),
    Thread("#4a5a20", "4 1"),
)


@dataclass(frozen=True)
class Drawn:
    points: str
    leader: str  # from the line's end to its name
    thread: Thread


@dataclass(frozen=True)
class Plot:
    width: float
    height: float
    chart: Chart
    order: Sequence[int]  # the seats from the first place to the last: so their names stand, from top to bottom

    @property
    def whole_width(self) -> float:
        return self.width + LEADER

    @property
    def zero(self) -> str:
        return _written(self._y(self.chart.zero))

    @property
    def goal(self) -> str | None:
        return None if self.chart.goal is None else _written(self._y(self.chart.goal))

    @property
    def lines(self) -> list[Drawn]:
        return [self._line(seat, slot) for slot, seat in enumerate(self.order)]

    def _line(self, seat: int, slot: int) -> Drawn:
        corners = [corner.split(",") for corner in self.chart.lines[seat].split(" ")]
        line = [(self._x(x), self._y(y)) for x, y in corners]
        name = (slot + 0.5) * self.height / len(self.order)
        leader = [line[-1], (self.width + LEADER * 0.7, name), (self.whole_width - 1, name)]
        return Drawn(_polyline(line), _polyline(leader), THREADS[seat % len(THREADS)])

    def _x(self, percent: str) -> float:
        return float(percent) * self.width / 100

    def _y(self, percent: str) -> float:
        return float(percent) * self.height / 100


def _polyline(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_written(x)},{_written(y)}" for x, y in corners)


def _written(place: float) -> str:
    return f"{place:.2f}".rstrip("0").rstrip(".")
