"""The columns of the standings on the page: their headings, their texts, and in which order each of them sorts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Game
from ledger.lib import formatting
from ledger.standings.luck import NO_LUCK, LuckTable, Mean, PlayerLuck
from ledger.standings.table import Figures, Row, Standings

BAR_WIDTH, BAR_HEIGHT, BAR_GAP = 8, 20, 2


@dataclass(frozen=True)
class Bar:
    """A bar in a small picture, in its own units."""

    x: int
    y: float
    height: float
    width: int = BAR_WIDTH


@dataclass(frozen=True)
class Cell:
    column: "Column"
    text: str
    detail: str = ""
    href: str = ""
    bars: Sequence[Bar] = ()

    @property
    def picture_width(self) -> int:
        return len(self.bars) * (BAR_WIDTH + BAR_GAP)


@dataclass(frozen=True)
class Column:
    code: str
    heading: Any
    value: Callable[[Figures], Any]  # by which it is sorted; None comes last
    cell: Callable[["Column", Figures, str | None], Cell]
    lowest_first: bool = False
    always: bool = False  # also where there is little room


@dataclass(frozen=True)
class ShownRow:
    row: Row
    cells: Sequence[Cell]

    @property
    def main_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.column.always]

    @property
    def other_cells(self) -> list[Cell]:
        return [cell for cell in self.cells if not cell.column.always]


def number(value: Callable[[Figures], int]) -> Callable[[Column, Figures, str | None], Cell]:
    return lambda column, figures, _currency: Cell(column, formatting.digits(value(figures)))


def mean(value: Callable[[Figures], Fraction]) -> Callable[[Column, Figures, str | None], Cell]:
    return lambda column, figures, _currency: Cell(column, formatting.decimals(value(figures), 2))


def points(value: Callable[[Figures], Fraction]) -> Callable[[Column, Figures, str | None], Cell]:
    return lambda column, figures, _currency: Cell(column, formatting.points(value(figures)))


def places_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
    """How often first, second and so on, as figures and as bars."""
    text = " · ".join(formatting.digits(count) for count in figures.places)
    return Cell(column, text, bars=place_bars(figures.places))


def place_bars(places: Sequence[int]) -> list[Bar]:
    """How often first, second and so on. The most frequent place has the full height."""
    most = max(places)
    return [
        Bar(x=place * (BAR_WIDTH + BAR_GAP), y=BAR_HEIGHT - height, height=height)
        for place, count in enumerate(places)
        for height in [round(BAR_HEIGHT * count / most, 1)]
    ]


def best_hand_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
    best = figures.best_hand
    return Cell(column, formatting.points(best.points), href=reverse("series:hand", args=[best.series, best.number]))


def money_cell(column: Column, figures: Figures, currency: str | None) -> Cell:
    if figures.amount_minor is None or currency is None:
        return Cell(column, "–")
    return Cell(column, formatting.amount(figures.amount_minor, currency, signed=True))


def rating_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
    if (rating := figures.rating) is None:
        return Cell(column, "–", _("after three series"))
    return Cell(column, formatting.digits(rating.shown), rating.range_text)


def luck_columns(shown: Standings, luck: LuckTable) -> list[Column]:
    """None before somebody has enough hands."""

    def column(code: str, heading: Any, mean_of: Callable[[PlayerLuck], Mean]) -> Column:
        def value(figures: Figures) -> Fraction | None:
            known = luck.enough_for(figures.player)
            return mean_of(known).value if known else None

        def cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
            known = luck.enough_for(figures.player)
            return Cell(column, mean_of(known).text, mean_of(known).error_text) if known else Cell(column, "–")

        return Column(code, heading, value, cell)

    if not any(luck.enough_for(row.figures.player) for row in shown.rows):
        return []
    return [
        column("luck", gettext_lazy("Luck a hand"), lambda known: known.luck),
        column("play", gettext_lazy("Play a hand"), lambda known: known.play),
    ]


def columns_of(shown: Standings, game: Game, luck: LuckTable = NO_LUCK) -> list[Column]:
    low = shown.low_wins
    columns = [
        Column("series", gettext_lazy("Series"), lambda f: f.series, number(lambda f: f.series), always=True),
        Column("won", gettext_lazy("Won"), lambda f: f.won, number(lambda f: f.won), always=True),
        Column(
            "average_place",
            gettext_lazy("Average place"),
            lambda f: f.average_place,
            mean(lambda f: f.average_place),
            lowest_first=True,
            always=True,
        ),
        Column("rating", gettext_lazy("Rating"), lambda f: f.rating and f.rating.shown, rating_cell, always=True),
        Column("places", gettext_lazy("1st, 2nd, …"), lambda f: f.places, places_cell),
        Column("money", gettext_lazy("Money"), lambda f: f.amount_minor, money_cell),
        Column("streak", gettext_lazy("In a row now"), lambda f: f.streak, number(lambda f: f.streak)),
        Column(
            "longest", gettext_lazy("Most in a row"), lambda f: f.longest_streak, number(lambda f: f.longest_streak)
        ),
        Column(
            "average", gettext_lazy("Average total"), lambda f: f.average_total, mean(lambda f: f.average_total), low
        ),
        Column("best_total", gettext_lazy("Best total"), lambda f: f.best_total, points(lambda f: f.best_total), low),
        Column(
            "worst_total", gettext_lazy("Worst total"), lambda f: f.worst_total, points(lambda f: f.worst_total), low
        ),
        Column(
            "below", gettext_lazy("Ended below 0"), lambda f: f.ended_below_zero, number(lambda f: f.ended_below_zero)
        ),
        Column("hands", gettext_lazy("Hands"), lambda f: f.hands, number(lambda f: f.hands)),
        Column(
            "points",
            gettext_lazy("Points a hand"),
            lambda f: f.points_won_per_hand,
            mean(lambda f: f.points_won_per_hand),
            low,
        ),
        Column("best_hand", gettext_lazy("Best hand"), lambda f: f.best_hand.points, best_hand_cell, low),
        Column(
            "hands_below",
            gettext_lazy("Hands below 0"),
            lambda f: f.hands_below_zero,
            number(lambda f: f.hands_below_zero),
        ),
        Column("bonuses", gettext_lazy("Bonuses"), lambda f: f.bonus_hands, number(lambda f: f.bonus_hands)),
        *luck_columns(shown, luck),
    ]
    shows = {"bonuses": game.has_bonuses, "money": shown.currency, "rating": not shown.hides_ratings}
    left_out = {name for name, there in shows.items() if not there}
    return [column for column in columns if column.code not in left_out]


def sorted_rows(shown: Standings, columns: Sequence[Column], sort: str) -> list[ShownRow]:
    """`sort` is the code of a column, with a minus the other way round. Level rows keep the order of the standings."""
    rows = list(shown.rows)
    code = sort.removeprefix("-")
    if code == "name":
        named = [row for row in rows if row.player]
        named.sort(key=lambda row: row.player.name_key if row.player else "", reverse=sort != code)
        rows = named + [row for row in rows if not row.player]
    for column in columns:
        if column.code == code:
            known = [row for row in rows if column.value(row.figures) is not None]
            reverse_order = column.lowest_first == (sort != code)
            known.sort(key=lambda row: column.value(row.figures), reverse=reverse_order)
            rows = known + [row for row in rows if column.value(row.figures) is None]
    shown_rows = []
    for row in rows:
        cells = [column.cell(column, row.figures, shown.currency) for column in columns]
        if row.player is None:  # the hand that a link opens would name the player
            cells = [replace(cell, href="") for cell in cells]
        shown_rows.append(ShownRow(row, cells))
    return shown_rows
