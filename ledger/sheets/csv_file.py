"""A series for a spreadsheet: one row for each hand and player.

Figures are decimals with a point in every language, because every spreadsheet can read them. A player who did not sit
in a hand has an empty cell, not 0. The mark at the beginning (BOM) shows Excel that the file is UTF-8.
"""

import csv
import io
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from ledger.series.selectors import revision_counts
from ledger.series.state import SeriesState

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
        written = (harmless(event.by_name), event.at.isoformat(), revisions[hand.number])
        columns = zip(state.names, hand.score.points_won, hand.score.points_entered, hand.cumulative, strict=True)
        for seat, (name, won, entered, total) in enumerate(columns):
            of_hand = (decimal(won), decimal(entered)) if seat in hand.score.seats else ("", "")
            figures = (*of_hand, decimal(total), "yes" if hand.counts else "no")
            writer.writerow((state.series.pk, hand.number, seat, harmless(name), *figures, *written))
    return text.getvalue()


def harmless(text: str) -> str:
    """Text that begins like a formula gets an apostrophe, so that a spreadsheet does not run it."""
    return f"'{text}" if text.startswith(FORMULA) else text


def decimal(points: Fraction) -> str:
    """8.5, -0.333333: exact wherever six decimals are enough to be."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    rounded = exact.quantize(DECIMALS, rounding=ROUND_HALF_EVEN)
    return f"{rounded.normalize() + 0:f}"
