"""The chart on paper: lines in colours and dashes, each connected to its player's name beside it.

ledger.face.chart computes the lines, in a box of 100 by 100. Here they become millimetres, so that strokes keep their
width. The drawing holds no text, because text inside SVG loses its Devanagari.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.face.chart import Chart

LEADER = 9  # how much room the way from a line's end to its name takes


class LineStyle(NamedTuple):
    """The same as on the page: static/css/face/tokens.css and tables.css."""

    colour: str
    dashes: str  # lengths of dash and gap, or none


LINE_STYLES = (
    LineStyle("#0e5239", "none"),
    LineStyle("#a3142a", "2.4 1.4"),
    LineStyle("#1f4f9d", "0.6 1"),
    LineStyle("#875200", "3 1 0.6 1"),
    LineStyle("#6a2c8c", "6 0.8"),
    LineStyle("#00636b", "1.2 1.2"),
    LineStyle("#8a2f5f", "0.6 2"),
    LineStyle("#4a5a20", "4 1"),
)


@dataclass(frozen=True)
class PlotLine:
    points: str
    leader: str  # from the line's end to its name
    style: LineStyle


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
    def lines(self) -> list[PlotLine]:
        found = []
        for slot, seat in enumerate(self.order):
            corners = [corner.split(",") for corner in self.chart.lines[seat].split(" ")]
            line = [(float(x) * self.width / 100, self._y(y)) for x, y in corners]
            name = (slot + 0.5) * self.height / len(self.order)
            leader = [line[-1], (self.width + LEADER * 0.7, name), (self.whole_width - 1, name)]
            found.append(PlotLine(_polyline(line), _polyline(leader), LINE_STYLES[seat % len(LINE_STYLES)]))
        return found

    def _y(self, percent: str) -> float:
        return float(percent) * self.height / 100


def _polyline(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_written(x)},{_written(y)}" for x, y in corners)


def _written(place: float) -> str:
    return f"{place:.2f}".rstrip("0").rstrip(".")
