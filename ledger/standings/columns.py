"""The table of standings. Each column is defined once, in `COLUMNS`.

The page, the CSV file, the API's answer and schema, and the profile of a player follow from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum, auto
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.registry import BY_SLUG
from ledger.standings.cells import (
    COUNT,
    EVENINGS,
    HAND,
    LONGEST_STREAK,
    LUCK,
    MEAN,
    MONEY,
    NOTHING,
    ORDER,
    PLACES,
    PLAY,
    RATING,
    TOTAL,
    Cell,
    FigureKind,
    share_kind,
)
from ledger.standings.counted import ALL_GAMES
from ledger.standings.figures import Row, Standings


class Better(Enum):
    """Which of two values is the better one."""

    HIGH = auto()
    LOW = auto()
    AS_IN_GAME = auto()  # the value that wins a series
    NEITHER = auto()  # no value is marked as the better one


HIGH, LOW, AS_IN_GAME = Better.HIGH, Better.LOW, Better.AS_IN_GAME


@dataclass(frozen=True)
class TableColumn:
    name: str  # in the API, and in the CSV file
    kind: FigureKind
    heading: Any = ""
    _: KW_ONLY
    value: Callable[[Row], Any] | None = None  # None: the figure called `name`
    better: Better = Better.NEITHER
    shown_if: str = ""  # an attribute of the standings: the column is shown only if it is true
    all_games: bool = False  # also in the table over all games
    page: bool = True
    phone: bool = False  # one of the few columns that a phone shows before a tap on the player
    sort_name: str = ""  # in addresses of the page; defaults to the name
    programs: bool = True  # in the API and in the CSV file
    nullable: bool = False  # in the API: may be null even in the table of a single game
    about: str = ""  # the description in the API's schema
    part: str = ""  # of a profile: main, totals, hands or luck; empty: not in a profile
    profile_heading: Any = ""  # defaults to the heading; a function gets the game

    @property
    def key(self) -> str:
        """The column as the parameter `sort` of the page's address names it."""
        return self.sort_name or self.name

    def value_of(self, row: Row) -> Any:
        return self.value(row) if self.value else getattr(row.figures, self.name)

    def value_in(self, shown: Standings, row: Row) -> Any:
        """The value for the API and the CSV file. None if the table over all games is shown without this column."""
        return self.value_of(row) if self.all_games or shown.scope.game != ALL_GAMES else None

    def number_of(self, row: Row) -> Any:
        """The number by which the column is sorted; None comes last."""
        value = self.value_of(row)
        return None if value is None else self.kind.number(value)

    @property
    def counts_faults(self) -> bool:
        """Whether the column counts something bad, such as hands below zero.

        Sorted by such a column, the table begins with the highest count. Profiles have the column only if a player in
        the standings has a count above zero.
        """
        return self.kind.api_type == "count" and self.better is Better.LOW

    @property
    def lowest_first(self) -> bool:
        return self.better is Better.LOW and not self.counts_faults

    def in_profile(self, game: type[Game]) -> "TableColumn":
        """Return the column with the heading and the details that it has in a profile."""
        heading = self.profile_heading or self.heading
        heading = gettext(heading(game)) if callable(heading) else heading
        details = self.kind.profile_details or self.kind.details
        return replace(self, heading=heading, kind=replace(self.kind, details=details))

    def cell(self, row: Row) -> Cell:
        value = self.value_of(row)
        text = NOTHING if value is None else self.kind.text(value)
        parts = {"text": text, "number": self.number_of(row), **self.kind.details(row, value)}
        if row.player is None:  # the standings do not name this player, and the page of the hand or series would
            parts["href"] = ""
        return Cell(self, **parts)


# In the order of the API and of the CSV file.
COLUMNS: tuple[TableColumn, ...] = (
    TableColumn("series", COUNT, _("Series"), all_games=True),
    TableColumn(
        "hands",
        COUNT,
        _("Hands"),
        all_games=True,
        part="hands",
        about="The hands that count and in which the player sat.",
    ),
    TableColumn(
        "places",
        PLACES,
        _("1st, 2nd, …"),
        about="How often the player was first, second and so on.",
    ),
    TableColumn(
        "won",
        share_kind("series"),
        pgettext_lazy("series", "Won"),
        better=HIGH,
        all_games=True,
        phone=True,
        about="How often the player was first.",
        part="main",
    ),
    TableColumn(
        "average_place",
        MEAN,
        _("Average place"),
        better=LOW,
        part="main",
        about="Level sides have the mean of the places that they take: 1.5, 1.5, 3, 4.",
    ),
    TableColumn(
        "beaten",
        MEAN,
        page=False,
        all_games=True,
        nullable=True,
        about="The share of opponents beaten: the mean over the n series with two sides or more. Null if n is 0.",
    ),
    TableColumn(
        "order",
        ORDER,
        _("Beaten"),
        all_games=True,
        phone=True,
        about="`beaten` drawn towards a half by five imaginary series: (n × beaten + 2.5) / (n + 5).",
    ),
    TableColumn("total", TOTAL, page=False),
    TableColumn("average_total", MEAN, _("Average total"), better=AS_IN_GAME, sort_name="average", part="totals"),
    TableColumn("best_total", TOTAL, _("Best total"), better=AS_IN_GAME, part="totals"),
    TableColumn("worst_total", TOTAL, _("Worst total"), better=AS_IN_GAME, part="totals"),
    TableColumn(
        "points_won_per_hand",
        MEAN,
        _("Points a hand"),
        better=AS_IN_GAME,
        sort_name="points",
        part="hands",
        profile_heading=_("Points won per hand"),
    ),
    TableColumn(
        "best_hand",
        HAND,
        _("Best hand"),
        better=AS_IN_GAME,
        about="By `points_won`; of equal hands the earliest. If low wins, the lowest is the best, in totals too.",
        part="hands",
    ),
    TableColumn("worst_hand", HAND, _("Worst hand"), better=AS_IN_GAME, page=False, programs=False, part="hands"),
    TableColumn(
        "hands_below_zero",
        share_kind("hands"),
        _("Hands below 0"),
        better=LOW,
        sort_name="hands_below",
        about="Hands in which the player's `points_entered` were below zero.",
        part="hands",
        profile_heading=attrgetter("hands_below_zero"),
    ),
    TableColumn(
        "bonus_hands",
        share_kind("hands"),
        _("Bonuses"),
        better=HIGH,
        shown_if="has_bonuses",
        sort_name="bonuses",
        about="Hands with a bonus for the player.",
        part="hands",
        profile_heading=attrgetter("bonus_hands"),
    ),
    TableColumn(
        "ended_below_zero",
        share_kind("series"),
        _("Ended below 0"),
        better=LOW,
        sort_name="below",
        about="Series with a total below zero.",
        part="totals",
        profile_heading=_("Ended below zero"),
    ),
    TableColumn(
        "doubled",
        share_kind("series"),
        _("Paid double at the end"),
        better=LOW,
        page=False,
        programs=False,
        part="totals",
    ),
    TableColumn(
        "streak", COUNT, _("In a row now"), all_games=True, about="Series won without a break up to the latest one."
    ),
    TableColumn(
        "longest_streak",
        LONGEST_STREAK,
        _("Most in a row"),
        better=HIGH,
        all_games=True,
        sort_name="longest",
        about="The most series ever won without a break.",
        part="main",
        profile_heading=_("Most won in a row"),
    ),
    TableColumn(
        "money",
        MONEY,
        _("Money"),
        better=HIGH,
        shown_if="currency",
        all_games=True,
        nullable=True,
        part="main",
        about="The sum of the settlements of these series, without payments. "
        "Null if they are in several currencies, or if the circle hides money from the caller.",
    ),
    TableColumn(
        "rating",
        RATING,
        _("Rating"),
        better=HIGH,
        shown_if="shows_ratings",
        phone=True,
        nullable=True,
        part="main",
        about="From all series of this game and title with two sides or more, whatever the period. "
        "Null before the player's third such series, and in a circle without ratings.",
    ),
    TableColumn(
        "evenings",
        EVENINGS,
        _("Evenings"),
        value=lambda row: len(row.evenings),
        page=False,
        programs=False,
        part="main",
    ),
    TableColumn(
        "luck",
        LUCK,
        _("Luck a hand"),
        value=lambda row: row.luck and row.luck.luck,
        shown_if="has_luck",
        programs=False,
        part="luck",
        profile_heading=_("Luck"),
    ),
    TableColumn(
        "play",
        PLAY,
        _("Play a hand"),
        value=lambda row: row.luck.play if row.luck and row.luck.shows_play else None,
        better=HIGH,
        shown_if="has_luck",
        programs=False,
        part="luck",
        profile_heading=_("Play"),
    ),
)
# The first columns on the page and in a profile. The other columns follow in the order of `COLUMNS`.
FIRST_ON_PAGE = [
    *("series", "won", "order", "average_place", "rating", "places", "money", "streak", "longest_streak"),
    *("average_total", "best_total", "worst_total", "ended_below_zero"),
]
FIRST_IN_PROFILE = ["rating", "average_place", "won", "money"]


def columns_for_programs() -> list[TableColumn]:
    return [column for column in COLUMNS if column.programs]


def columns_on_page(shown: Standings, sort: str) -> list[TableColumn]:
    """Return the columns of the page. On a phone, the column by which the table is sorted replaces the rating."""
    columns = [column for column in _columns_of(shown) if column.page]
    columns.sort(key=lambda column: _position(column, FIRST_ON_PAGE))
    sorted_by = sort.removeprefix("-")
    if any(column.key == sorted_by and not column.phone and column.kind is not PLACES for column in columns):
        on_phone = {"won", "order", sorted_by}
        columns = [replace(column, phone=column.key in on_phone) for column in columns]
    return columns


def columns_in_profile(shown: Standings, part: str) -> list[TableColumn]:
    """The columns of one part of the profiles in these standings."""
    columns = [
        column.in_profile(BY_SLUG[shown.scope.game or ""])
        for column in _columns_of(shown)
        if column.part == part and (not column.counts_faults or any(map(column.value_of, shown.rows)))
    ]
    return sorted(columns, key=lambda column: _position(column, FIRST_IN_PROFILE))


def _columns_of(shown: Standings) -> list[TableColumn]:
    """The columns that these standings have, with `AS_IN_GAME` replaced by the direction that wins a series."""
    best = Better.LOW if shown.low_wins else Better.HIGH
    return [
        replace(column, better=best) if column.better is Better.AS_IN_GAME else column
        for column in COLUMNS
        if (column.all_games or shown.scope.game != ALL_GAMES)
        and (not column.shown_if or getattr(shown, column.shown_if))
    ]


def _position(column: TableColumn, first: Sequence[str]) -> int:
    return first.index(column.name) if column.name in first else len(first)
