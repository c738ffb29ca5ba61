"""The profile of a player in one game, and the profiles of two players side by side."""

from dataclasses import dataclass, replace
from typing import assert_never

from ledger.circles.models import Player
from ledger.standings.cells import Cell
from ledger.standings.columns import Better, columns_in_profile
from ledger.standings.counted import SeriesOfPlayer
from ledger.standings.figures import Row, Standings

Profile = dict[str, list[Cell]]  # the cells of each part, by `TableColumn.part`


def row_of_player(shown: Standings, player: Player) -> Row:
    """Return the player's row in the standings, with `all_series`. The player must have a row."""
    all_series = [
        SeriesOfPlayer(series, result)
        for series in shown.scope.all_series
        for result in series.results
        if result.player_id == player.pk
    ]
    return next(replace(row, all_series=all_series) for row in shown.rows if row.player == player)


def profile_of(shown: Standings, row: Row) -> Profile:
    """Return the profile. All players in the standings have the same cells, but not all have the part “luck”."""
    parts = ("main", "totals", "hands", "luck") if row.luck else ("main", "totals", "hands")
    return {part: [column.cell(row) for column in columns_in_profile(shown, part)] for part in parts}


@dataclass(frozen=True)
class ComparedCells:
    """The cells of two players in the same column."""

    one: Cell
    other: Cell

    @property
    def one_is_better(self) -> bool:
        return is_better(self.one, self.other)

    @property
    def other_is_better(self) -> bool:
        return is_better(self.other, self.one)


def is_better(cell: Cell, other: Cell) -> bool:
    """Whether the first cell has the better value. False if the two players may differ by chance."""
    if None in (cell.number, other.number) or abs(cell.number - other.number) <= max(cell.margin, other.margin):
        return False
    match cell.column.better:
        case Better.HIGH:
            return bool(cell.number > other.number)
        case Better.LOW:
            return bool(cell.number < other.number)
        case Better.AS_IN_GAME | Better.NEITHER:
            return False
        case _:
            assert_never(cell.column.better)


def compare_profiles(one: Profile, other: Profile) -> list[list[ComparedCells]]:
    """Return the pairs of cells part by part, without a part that only one of the players has."""
    return [
        [ComparedCells(*cells) for cells in zip(one[part], other[part], strict=True)] for part in one if part in other
    ]
