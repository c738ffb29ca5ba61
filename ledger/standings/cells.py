"""The cells of the table of standings: how each kind of value is written, and what else its cell shows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.lib import formatting
from ledger.lib.spreadsheets import decimal
from ledger.money.amounts import plain_amount
from ledger.standings.figures import Row

if TYPE_CHECKING:
    from ledger.standings.columns import TableColumn

NOTHING = "–"
BAR_WIDTH, BAR_HEIGHT, BAR_GAP = 8, 20, 2


def rounded(value: Fraction) -> Fraction:
    """Round to four decimals, halves away from zero."""
    ten_thousandths = floor(abs(value) * 10_000 + Fraction(1, 2))
    return Fraction(ten_thousandths if value > 0 else -ten_thousandths, 10_000)


def percent(share: Fraction) -> str:
    return _("%(percent)s%%") % {"percent": formatting.decimals(100 * share, 0)}


def share_width(count: int, of: int) -> str:
    """Return the width of a bar that stands for a share, in a box that is 100 wide."""
    return f"{100 * count / of:g}"


@dataclass(frozen=True)
class Bar:
    """A bar in a small picture, in units of the picture."""

    x: int
    y: float
    height: float
    width: int = BAR_WIDTH


@dataclass(frozen=True)
class PlaceBars:
    """A picture of how often a player was first, second and so on. The most frequent place has the full height."""

    places: Sequence[int]

    @property
    def width(self) -> int:
        return len(self.places) * (BAR_WIDTH + BAR_GAP)

    def __iter__(self) -> Iterator[Bar]:
        most = max(self.places)
        for place, count in enumerate(self.places):
            height = round(BAR_HEIGHT * count / most, 1)
            yield Bar(x=place * (BAR_WIDTH + BAR_GAP), y=BAR_HEIGHT - height, height=height)


@dataclass(frozen=True)
class Cell:
    column: "TableColumn"
    text: str
    detail: str = ""
    phone_detail: str = ""  # shown only on a phone, which has no room for the column with all hands or series
    href: str = ""
    bars: PlaceBars | None = None
    is_soft: bool = False  # greyed, because the value is not sure yet
    number: Any = None  # by which two players are compared; None: unknown
    margin: float = 0  # two numbers no further apart than this may differ by chance


# A function that returns fields of a `Cell` by name, from a row and the value in this row. They may replace the text
# and the number that follow from the value.
Details = Callable[[Row, Any], Mapping[str, Any]]


def no_details(_row: Row, _value: Any) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, eq=False)
class FigureKind:
    """How the values of a column are written on a page and in a CSV file, and how they are compared."""

    api_type: str  # the name of the type in ledger/api/schemas/standings.py; empty if the API does not have such values
    text: Callable[[Any], str]
    number: Callable[[Any], Any] = lambda value: value  # by which values are sorted and compared
    csv_names: Callable[[str], Sequence[str]] = lambda name: [name]  # from the column's name, one for each cell
    csv_cells: Callable[[Any], Sequence[Any]] = lambda value: [value]
    details: Details = no_details
    profile_details: Details | None = None  # defaults to `details`


# --- Details ---------------------------------------------------------------------------------------------------------


def order_details(row: Row, _order: Fraction) -> Mapping[str, Any]:
    """Show the share of opponents beaten. The `order`, by which the table is sorted, is not shown."""
    return {"text": NOTHING if row.figures.beaten is None else percent(row.figures.beaten)}


def hand_details(_row: Row, hand: Any) -> Mapping[str, Any]:
    """Link to the page of the hand, a `HandOfPlayer`."""
    return {"href": reverse("series:hand", args=[hand.series, hand.number])}


def day_of_hand(row: Row, hand: Any) -> Mapping[str, Any]:
    """Show the day on which the hand's series ended."""
    series = next(series for series, _result in row.all_series if series.id == hand.series)
    return {"detail": formatting.day(series.ended_on), **hand_details(row, hand)}


def day_of_total(row: Row, total: Fraction) -> Mapping[str, Any]:
    """Show the day on which the player's earliest series with this total ended."""
    series = next(series for series, result in row.all_series if result.total == total)
    return {"detail": formatting.day(series.ended_on), "href": reverse("series:page", args=[series.id])}


def rating_details(_row: Row, rating: Any) -> Mapping[str, Any]:
    if rating is None:
        return {"detail": _("after three series")}
    return {"detail": rating.error_text, "is_soft": rating.is_early, "margin": rating.margin}


def play_details(row: Row, play: Any) -> Mapping[str, Any]:
    if play is None:
        return {"detail": _("cannot be told yet")} if row.luck else {}
    return {"detail": play.error_text}


def play_in_profile(row: Row, _play: Any) -> Mapping[str, Any]:
    """A profile shows play also where the table of the standings does not show it yet."""
    assert row.luck
    play = row.luck.play
    return {"text": play.text, "detail": play.error_text, "number": play.value, "margin": row.luck.margin}


def streak_details(row: Row, _longest: int) -> Mapping[str, Any]:
    return {"detail": _("%(count)s now") % {"count": formatting.digits(row.figures.streak)}}


def evenings_details(row: Row, _evenings: int) -> Mapping[str, Any]:
    return {"detail": _("%(count)s series") % {"count": formatting.digits(row.figures.series)}}


# --- Kinds -----------------------------------------------------------------------------------------------------------

COUNT = FigureKind("count", formatting.digits)
EVENINGS = replace(COUNT, profile_details=evenings_details)
LONGEST_STREAK = replace(COUNT, profile_details=streak_details)
MEAN = FigureKind("mean", lambda mean: formatting.decimals(mean, 2), csv_cells=lambda mean: [decimal(rounded(mean))])
ORDER = replace(MEAN, details=order_details)
TOTAL = FigureKind("points", formatting.points, csv_cells=lambda total: [decimal(total)], profile_details=day_of_total)
PLACES = FigureKind(
    "places",
    lambda places: " · ".join(formatting.digits(count) for count in places),
    csv_cells=lambda places: places,
    details=lambda _row, places: {"bars": PlaceBars(places)},
)
HAND = FigureKind(
    "hand",
    lambda hand: formatting.points(hand.points),
    number=attrgetter("points"),
    csv_names=lambda name: [f"{name}_points", f"{name}_series", f"{name}_number"],
    csv_cells=lambda hand: [decimal(hand.points), hand.series, hand.number],
    details=hand_details,
    profile_details=day_of_hand,
)
MONEY = FigureKind(
    "money",
    lambda money: formatting.amount(*money, signed=True),
    number=attrgetter("amount_minor"),
    csv_names=lambda name: [name, "currency"],
    csv_cells=lambda money: [plain_amount(*money), money.currency],
    profile_details=lambda _row, money: {"detail": money.currency},
)
RATING = FigureKind(
    "rating",
    attrgetter("text"),
    number=attrgetter("value"),
    csv_names=lambda name: [name, f"{name}_error"],
    csv_cells=attrgetter("value", "error"),
    details=rating_details,
)
LUCK = FigureKind("", attrgetter("text"), number=attrgetter("value"))
PLAY = replace(LUCK, details=play_details, profile_details=play_in_profile)


def share_kind(name: str) -> FigureKind:
    """Return the kind of a figure that counts some of a player's hands or series, such as those that were won.

    `name` is the figure that counts all of them. Two players are compared by their shares of it.
    """

    def profile_details(row: Row, count: int) -> Mapping[str, Any]:
        total = getattr(row.figures, name)
        share = Fraction(count, total)
        figures = {"all": formatting.digits(total), "percent": formatting.decimals(100 * share, 0)}
        return {"detail": _("of %(all)s: %(percent)s%%") % figures, "number": share}

    def details(row: Row, _count: int) -> Mapping[str, Any]:
        return {"phone_detail": _("of %(all)s") % {"all": formatting.digits(getattr(row.figures, name))}}

    return replace(COUNT, details=details, profile_details=profile_details)
