"""The chart on paper: a line for each player, which leads on to the player's name beside the chart.

ledger.face.chart computes the lines, in a box of 100 by 100. Here they become millimetres, so that strokes keep their
width. The drawing holds no text, because text inside SVG loses its Devanagari.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.face.chart import Chart, written
from ledger.face.faces import LOOKS

LEADER = 6  # millimetres from the end of a line to its player's name

# The lengths of dash and gap by face: the same patterns as on the page, in static/css/face/faces.css.
DASHES = (
    "none",
    "2.4 1.4",
    "0.6 1",
    "3 1 0.6 1",
    "6 0.8",
    "1.2 1.2",
    "0.6 2",
    "4 1",
    "0.6 0.6",
    "4 0.7 0.7 0.7",
    "1.6 0.5",
    "0.4 1 2 1",
    "0.9 2.4",
    "3 0.7 0.7 0.7 0.7 0.7",
    "5 2",
    "1.4 0.8 0.4 0.8",
)


@dataclass(frozen=True)
class PlotLine:
    points: str  # of the line, as SVG writes them
    leader: str  # the points of a thin line, from the end of the line to the name
    colour: str
    dashes: str


@dataclass(frozen=True)
class Plot:
    """The chart in millimetres. The texts are coordinates for the SVG."""

    width: float
    height: float
    chart: Chart
    order: Sequence[tuple[int, int]]  # seat and face, in the order of the names: from the first place to the last

    @property
    def whole_width(self) -> float:
        return self.width + LEADER

    @property
    def zero(self) -> str:
        """How far below the top the line of zero points is."""
        return written(self._y(self.chart.zero))

    @property
    def goal(self) -> str | None:
        """How far below the top the line of the goal is, or None without a goal."""
        return None if self.chart.goal is None else written(self._y(self.chart.goal))

    @property
    def lines(self) -> list[PlotLine]:
        plot_lines = []
        for slot, (seat, face) in enumerate(self.order):
            corners = [corner.split(",") for corner in self.chart.lines[seat].split(" ")]
            line = [(float(x) * self.width / 100, self._y(y)) for x, y in corners]
            name_y = (slot + 0.5) * self.height / len(self.order)
            leader = [line[-1], (self.width + LEADER * 0.7, name_y), (self.whole_width - 1, name_y)]
            plot_lines.append(PlotLine(_polyline(line), _polyline(leader), LOOKS[face].light, DASHES[face]))
        return plot_lines

    def _y(self, percent: str) -> float:
        return float(percent) * self.height / 100


def _polyline(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{written(x)},{written(y)}" for x, y in corners)
