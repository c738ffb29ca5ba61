"""The table on the page of standings: its rows in the order that the reader has chosen, and links that change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ledger.face.cached_pages import hash_key
from ledger.standings.cells import Cell
from ledger.standings.columns import TableColumn
from ledger.standings.figures import Row, Standings


@dataclass(frozen=True)
class RowOfCells:
    row: Row
    cells: Sequence[Cell]

    @property
    def main_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.column.phone]

    @property
    def other_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.column.phone]


@dataclass(frozen=True)
class ColumnLink:
    """The heading of a column. It is a link that sorts the table by this column."""

    column: TableColumn
    query: str  # of the address to which the link leads
    sorted: str  # the value of aria-sort; empty if the table is not sorted by this column


def sorted_rows(shown: Standings, columns: Sequence[TableColumn], sort: str) -> list[RowOfCells]:
    """Return the rows sorted by `sort`: the key of a column, or "name", with a minus for the reverse.

    Level rows keep the order of the standings. Rows without a value or a name come last.
    """
    rows = list(shown.rows)
    key, is_reversed = sort.removeprefix("-"), sort.startswith("-")
    if key == "name":
        named = [row for row in rows if row.player]
        named.sort(key=lambda row: row.player.name_key if row.player else "", reverse=is_reversed)
        rows = named + [row for row in rows if not row.player]
    for column in columns:
        if column.key == key:
            with_value = [row for row in rows if column.number_of(row) is not None]
            with_value.sort(key=column.number_of, reverse=column.lowest_first == is_reversed)
            rows = with_value + [row for row in rows if column.number_of(row) is None]
    return [RowOfCells(row, [column.cell(row) for column in columns]) for row in rows]


def column_link(column: TableColumn, sort: str, filters: Mapping[str, Any]) -> ColumnLink:
    """Return the heading of a column. `filters` are the other parameters of the address.

    A second tap on the heading reverses the order.
    """
    is_sorted, is_reversed = sort.removeprefix("-") == column.key, sort.startswith("-")
    key = f"-{column.key}" if is_sorted and not is_reversed else column.key
    direction = "ascending" if column.lowest_first != is_reversed else "descending"
    return ColumnLink(column, urlencode({**filters, "sort": key}), direction if is_sorted else "")


def table_key(shown: Standings) -> str:
    """A hash of all that the table shows, except luck and the order of the rows."""
    players = [[row.player.pk, row.player.name, row.player.face] if row.player else None for row in shown.rows]
    scope = shown.scope
    return hash_key(*scope.key, str(scope.period), shown.least, shown.hides_money, shown.shows_ratings, players)
