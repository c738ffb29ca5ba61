"""A series for a spreadsheet: one row for each hand and player.

Figures are plain decimals with a point, whatever the reader's language, for that is what every spreadsheet can read.
Who did not sit in a hand has nothing there: an empty cell is no 0, and spoils no average.
The mark at the beginning (BOM) tells Excel that the letters are UTF-8.
"""

import csv
import io
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from ledger.series.models import Event
from ledger.series.selectors import revision_counts
from ledger.series.state import PlayedHand, SeriesState

BOM = "\ufeff"
HEADINGS = (
    *("series", "hand", "seat", "player", "points_won", "points_entered", "running_total", "counts"),
    *("recorded_by", "at", "revision"),
)
DECIMALS = Decimal("0.000001")

# A cell that begins so is run as a formula by one spreadsheet or another; the wide ones count as the narrow ones there.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def series_csv(state: SeriesState) -> str:
    text = io.StringIO()
    text.write(BOM)
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    revisions = revision_counts(state)
    for hand, event in zip(state.play.hands, state.events, strict=True):
        writer.writerows(_rows(state, hand, event, revisions[hand.number]))
    return text.getvalue()


def _rows(state: SeriesState, hand: PlayedHand, event: Event, revision: int) -> Iterator[tuple[str | int, ...]]:
    columns = zip(state.names, hand.score.points_won, hand.score.points_entered, hand.cumulative, strict=True)
    for seat, (name, won, entered, total) in enumerate(columns):
        of_hand = (decimal(won), decimal(entered)) if seat in hand.score.seats else ("", "")
        figures = (*of_hand, decimal(total), "yes" if hand.counts else "no")
        written = (harmless(event.by_name), event.at.isoformat(), revision)
        yield (state.series.pk, hand.number, seat, harmless(name), *figures, *written)


def harmless(text: str) -> str:
    """Text stays text: an apostrophe in front is how one says so to a spreadsheet."""
    return f"'{text}" if text.startswith(FORMULA) else text


def decimal(points: Fraction) -> str:
    """8.5, -0.333333: exact wherever six decimals are enough to be."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    rounded = exact.quantize(DECIMALS, rounding=ROUND_HALF_EVEN)
    return f"{rounded.normalize() + 0:f}"
