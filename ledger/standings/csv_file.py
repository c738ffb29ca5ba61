"""The standings for a spreadsheet: one row for each player."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse

from ledger.lib.spreadsheets import BOM, decimal, harmless
from ledger.money.amounts import plain_amount
from ledger.standings.figures import Row, Standings, rounded


def csv_response(shown: Standings) -> HttpResponse:
    response = HttpResponse(standings_csv(shown), content_type="text/csv")
    response["Content-Disposition"] = f'attachment; filename="standings-{shown.game or "none"}.csv"'
    return response


def standings_csv(shown: Standings) -> str:
    """The columns have the names that the figures have in the API."""
    places = len(shown.rows[0].figures.places) if shown.rows else 0
    text = io.StringIO()
    text.write(BOM)
    writer = csv.writer(text)
    writer.writerow(
        [
            *("player_id", "player", "series", "hands", *(f"place_{number}" for number in range(1, places + 1)), "won"),
            *("average_place", "total", "average_total", "best_total", "worst_total", "points_won_per_hand"),
            *("best_hand_points", "best_hand_series", "best_hand_number", "hands_below_zero", "bonus_hands"),
            *("ended_below_zero", "streak", "longest_streak", "money", "currency", "rating", "rating_error"),
        ]
    )
    writer.writerows(list(_cells(row, shown.currency)) for row in shown.rows)
    return text.getvalue()


def _cells(row: Row, currency: str | None) -> Iterator[Any]:
    figures, rating = row.figures, row.figures.rating
    player = (row.player.pk, harmless(row.player.name)) if row.player else ("", "")
    yield from (*player, figures.series, figures.hands, *figures.places, figures.won)
    yield decimal(rounded(figures.average_place))
    yield from (decimal(points) for points in (figures.total, rounded(figures.average_total)))
    yield from (decimal(points) for points in (figures.best_total, figures.worst_total))
    yield decimal(rounded(figures.points_won_per_hand))
    yield from (decimal(figures.best_hand.points), figures.best_hand.series, figures.best_hand.number)
    yield from (figures.hands_below_zero, figures.bonus_hands, figures.ended_below_zero)
    yield from (figures.streak, figures.longest_streak)
    if figures.amount_minor is None or currency is None:
        yield from ("", "")
    else:
        yield from (plain_amount(figures.amount_minor, currency), currency)
    yield from (rating.value, rating.error) if rating else ("", "")
