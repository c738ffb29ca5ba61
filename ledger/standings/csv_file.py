"""The standings for a spreadsheet: one row for each player."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse

from ledger.lib.spreadsheets import BOM, decimal, harmless
from ledger.money.amounts import plain_amount
from ledger.standings.counted import ALL_GAMES
from ledger.standings.figures import SHARED, Row, Standings, rounded


def csv_response(shown: Standings) -> HttpResponse:
    response = HttpResponse(standings_csv(shown), content_type="text/csv")
    response["Content-Disposition"] = f'attachment; filename="standings-{shown.game or "none"}.csv"'
    return response


def standings_csv(shown: Standings) -> str:
    """The columns have the names that the figures have in the API."""
    all_games = shown.game == ALL_GAMES
    places = len(shown.rows[0].figures.places) if shown.rows and not all_games else 0
    columns = [
        *("player_id", "player", "series", "hands", *(f"place_{number}" for number in range(1, places + 1)), "won"),
        *("average_place", "beaten", "order", "total", "average_total", "best_total", "worst_total"),
        *("points_won_per_hand", "best_hand_points", "best_hand_series", "best_hand_number", "hands_below_zero"),
        *("bonus_hands", "ended_below_zero", "streak", "longest_streak", "money", "currency", "rating", "rating_error"),
    ]
    filled = {*SHARED, "player_id", "currency"} if all_games else {*columns}
    text = io.StringIO()
    text.write(BOM)
    writer = csv.writer(text)
    left_out = {"money", "currency"} if shown.points_only else set()
    writer.writerow([column for column in columns if column not in left_out])
    for row in shown.rows:
        cells = zip(columns, _cells(row, shown.currency, places), strict=True)
        writer.writerow([cell if column in filled else "" for column, cell in cells if column not in left_out])
    return text.getvalue()


def _cells(row: Row, currency: str | None, places: int) -> Iterator[Any]:
    figures, rating = row.figures, row.figures.rating
    player = (row.player.pk, harmless(row.player.name)) if row.player else ("", "")
    yield from (*player, figures.series, figures.hands, *figures.places[:places], figures.won)
    yield decimal(rounded(figures.average_place))
    yield "" if figures.beaten is None else decimal(rounded(figures.beaten))
    yield decimal(rounded(figures.order))
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
