"""CSV files: the standings with a row for each player, and declared hands with a row for each player and contract."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from ledger.lib.files import answer_with_file
from ledger.lib.spreadsheets import csv_text, harmless
from ledger.standings.cells import MONEY, PLACES
from ledger.standings.columns import TableColumn, columns_for_programs
from ledger.standings.counted import ALL_GAMES
from ledger.standings.declared import FIGURES, DeclaredHands
from ledger.standings.figures import Standings


def standings_file(shown: Standings) -> HttpResponse:
    return answer_with_file(standings_csv(shown), "text/csv", f"standings-{shown.scope.game or 'none'}.csv")


def standings_csv(shown: Standings) -> str:
    """The columns have the names that the figures have in the API."""
    columns = [column for column in columns_for_programs() if column.kind is not MONEY or not shown.points_only]
    names = [csv_names(column, shown) for column in columns]
    rows: list[list[Any]] = [["player_id", "player", *(name for column in names for name in column)]]
    for row in shown.rows:
        cells = [row.player.pk, harmless(row.player.name)] if row.player else ["", ""]
        for column, cell_names in zip(columns, names, strict=True):
            value = column.value_in(shown, row)
            cells += [""] * len(cell_names) if value is None else column.kind.csv_cells(value)
        rows.append(cells)
    return csv_text(rows)


def declared_file(game: str, declared: DeclaredHands) -> HttpResponse:
    """Rows and columns are those of the API. A row without a contract adds up all contracts of a player."""
    rows: list[list[Any]] = [["player_id", "player", "contract", "title", *FIGURES]]
    for row in declared.rows:
        named = [row.player.pk, harmless(row.player.name)] if row.player else ["", ""]
        rows.append([*named, row.contract or "", row.name, *(row.figures[name] for name in FIGURES)])
    return answer_with_file(csv_text(rows), "text/csv", f"declared-{game}.csv")


def csv_names(column: TableColumn, shown: Standings) -> Sequence[str]:
    """The names of the column's cells. `PLACES` has a cell for each place, as many as sides in the largest series."""
    if column.kind is PLACES:
        places = len(shown.rows[0].figures.places) if shown.rows and shown.scope.game != ALL_GAMES else 0
        return [f"place_{number}" for number in range(1, places + 1)]
    return column.kind.csv_names(column.name)
