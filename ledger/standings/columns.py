"""The columns of the standings on the page: their headings, their texts, and in which order each of them sorts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.registry import BY_SLUG
from ledger.lib import formatting
from ledger.standings.counted import ALL_GAMES
from ledger.standings.figures import Figures, Row, Standings
from ledger.standings.luck import NO_LUCK, LuckOfPlayers

# The columns that make sense over all games.
SHARED_BY_GAMES = {"series", "won", "order", "money", "streak", "longest", "hands"}
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
    is_soft: bool = False  # greyed: not sure yet

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


def written(write: Callable[[Any], str]) -> Callable[["Column", Figures, str | None], Cell]:
    """A cell with nothing but the value."""
    return lambda column, figures, _currency: Cell(column, write(column.value(figures)))


number = written(formatting.digits)
mean = written(lambda value: formatting.decimals(value, 2))
points = written(formatting.points)


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
    return Cell(column, rating.text, rating.error_text, is_soft=rating.is_early)


def beaten_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
    if figures.beaten is None:
        return Cell(column, "–")
    return Cell(column, _("%(percent)s%%") % {"percent": formatting.decimals(100 * figures.beaten, 0)})


def luck_columns(luck: LuckOfPlayers) -> list[Column]:
    """None before a hand of this game is known card by card."""
    known = luck.of_players

    def luck_of(figures: Figures) -> Fraction | None:
        return known[figures.player].luck.value if figures.player in known else None

    def luck_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
        return Cell(column, known[figures.player].luck.text if figures.player in known else "–")

    def play_of(figures: Figures) -> Fraction | None:
        found = known.get(figures.player)
        return found.play.value if found and found.shows_play else None

    def play_cell(column: Column, figures: Figures, _currency: str | None) -> Cell:
        if (found := known.get(figures.player)) is None:
            return Cell(column, "–")
        if not found.shows_play:
            return Cell(column, "–", _("cannot be told yet"))
        return Cell(column, found.play.text, found.play.error_text)

    columns = [
        Column("luck", _("Luck a hand"), luck_of, luck_cell),
        Column("play", _("Play a hand"), play_of, play_cell),
    ]
    return columns if known else []


def columns_of(shown: Standings, luck: LuckOfPlayers = NO_LUCK, sort: str = "") -> list[Column]:
    """Where there is little room, the column that it is sorted by takes the place of the rating."""
    low = shown.low_wins
    of = attrgetter
    place = Column("average_place", _("Average place"), of("average_place"), mean, lowest_first=True)
    columns = [
        Column("series", _("Series"), of("series"), number),
        Column("won", pgettext("series", "Won"), of("won"), number, always=True),
        Column("order", _("Beaten"), of("order"), beaten_cell, always=True),
        place,
        Column(
            "rating", _("Rating"), lambda figures: figures.rating and figures.rating.value, rating_cell, always=True
        ),
        Column("places", _("1st, 2nd, …"), of("places"), places_cell),
        Column("money", _("Money"), of("amount_minor"), money_cell),
        Column("streak", _("In a row now"), of("streak"), number),
        Column("longest", _("Most in a row"), of("longest_streak"), number),
        Column("average", _("Average total"), of("average_total"), mean, low),
        Column("best_total", _("Best total"), of("best_total"), points, low),
        Column("worst_total", _("Worst total"), of("worst_total"), points, low),
        Column("below", _("Ended below 0"), of("ended_below_zero"), number),
        Column("hands", _("Hands"), of("hands"), number),
        Column("points", _("Points a hand"), of("points_won_per_hand"), mean, low),
        Column("best_hand", _("Best hand"), of("best_hand.points"), best_hand_cell, low),
        Column("hands_below", _("Hands below 0"), of("hands_below_zero"), number),
        Column("bonuses", _("Bonuses"), of("bonus_hands"), number),
        *luck_columns(luck),
    ]
    if shown.game == ALL_GAMES:
        columns = [column for column in columns if column.code in SHARED_BY_GAMES]
    game, sorted_by = BY_SLUG.get(shown.game or ""), sort.removeprefix("-")
    shows = {"bonuses": game and game.bonus_hands, "money": shown.currency, "rating": not shown.hides_ratings}
    columns = [column for column in columns if shows.get(column.code, True)]
    if any(column.code == sorted_by and not column.always and column.code != "places" for column in columns):
        always = {"won", "order", sorted_by}
        columns = [replace(column, always=column.code in always) for column in columns]
    return columns


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
