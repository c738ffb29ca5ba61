"""A series for a spreadsheet: one row for each hand and player.

A player who did not sit in a hand has an empty cell, not 0.
"""

from collections.abc import Iterator
from typing import Any

from ledger.lib.spreadsheets import csv_text, decimal, harmless
from ledger.series.selectors import hand_notes, revision_counts
from ledger.series.state import SeriesState

HEADINGS = (
    *("series", "hand", "seat", "player", "points_won", "points_entered", "running_total", "counts"),
    *("recorded_by", "at", "revision", "place", "series_note", "hand_note", "played_at", "clock_corrected"),
)


def series_csv(state: SeriesState) -> str:
    return csv_text([HEADINGS, *csv_rows(state)])


def csv_rows(state: SeriesState) -> Iterator[tuple[Any, ...]]:
    revisions, notes = revision_counts(state), hand_notes(state.series)
    for hand, event in zip(state.play.hands, state.events, strict=True):
        recorded = (harmless(event.by_name), event.at.isoformat(), revisions[hand.number])
        played_at = event.played_at.isoformat() if event.played_at else ""
        played = (played_at, "yes" if event.clock_corrected else "no")
        texts = (state.series.place, state.series.note, notes.get(hand.number, ""))
        columns = zip(state.names, hand.score.points_won, hand.score.points_entered, hand.cumulative, strict=True)
        for seat, (name, won, entered, total) in enumerate(columns):
            points = (decimal(won), decimal(entered)) if seat in hand.score.seats else ("", "")
            figures = (*points, decimal(total), "yes" if hand.counts else "no")
            row = (state.series.pk, hand.number, seat, harmless(name), *figures, *recorded)
            yield *row, *map(harmless, texts), *played
