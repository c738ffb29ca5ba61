"""The series that count: those of a circle that have ended and in which a hand counts.

They are read from the results of series, and kept in memory under the hashes of the chains that they follow from.
"""

import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, fields
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from games.registry import BY_SLUG
from ledger.circles.models import Circle
from ledger.lib.lru import LRUCache
from ledger.series.fields import read_fraction
from ledger.series.models import Result, Series, Status

ALL_GAMES = "all"  # in place of the game of a table


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a circle plays, or all of them. A table's own games are told apart by their titles."""

    game: str  # or `ALL_GAMES`
    title: str
    series: int  # how many count

    @property
    def name(self) -> str:
        if self.game == ALL_GAMES:
            return _("All games")
        return self.title or _(BY_SLUG[self.game].name)

    @property
    def choice(self) -> str:
        """In an address."""
        return f"{self.game}:{self.title}" if self.title else self.game


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The columns of a `Result` of one player, as `ledger/series/models.py` explains them."""

    seat: int
    player_id: str
    side: int
    place: int
    level: int
    total: Fraction
    worst_total: Fraction
    hands: int
    points_won: Fraction
    best_points: Fraction
    best_hand: int
    worst_points: Fraction
    worst_hand: int
    hands_below_zero: int
    bonus_hands: int
    wrong_cards: int
    doubled: bool
    amount_minor: int
    received_text: str  # the list as JSON

    @property
    def all_points(self) -> tuple[Fraction, ...]:
        return self.total, self.points_won, self.best_points, self.worst_points

    @property
    def received(self) -> list[Fraction]:
        """From each seat; negative: paid."""
        return [read_fraction(points) for points in json.loads(self.received_text)]


@dataclass(frozen=True, slots=True)
class Ended:
    """A series that counts."""

    id: str
    game: str
    title: str
    ended_at: datetime
    currency: str
    low_wins: bool
    sides: int
    hands: int
    status: str  # finished or stopped
    zone: ZoneInfo  # of its days

    @property
    def ended_on(self) -> date:
        return localdate(self.ended_at, self.zone)


@dataclass(frozen=True, slots=True)
class CountedSeries(Ended):
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class Period:
    """Days, both included; None leaves that end open."""

    since: date | None = None
    until: date | None = None

    def __contains__(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


# By their series: the largest circles have some 4,000, of which each takes 0.5 kB, or 2 kB with what it came to.
_ENDED: LRUCache[tuple[Ended, ...]] = LRUCache(20_000, size_of=lambda kept: 1 + len(kept))
_COUNTED: LRUCache[tuple[CountedSeries, ...]] = LRUCache(10_000, size_of=lambda kept: 1 + len(kept))

_OF_SERIES = (
    *("series_id", "series__game", "title", "ended_at", "series__currency", "low_wins", "sides", "series_hands"),
    "series__status",
)
_OF_SEAT = [field.name for field in fields(SeatResult)]


def results_key(circle: Circle) -> str:
    """A hash over the chains of all series that have ended, and over the time zone: all statistics follow from them.
    One query."""
    ended = Series.objects.filter(circle=circle).exclude(status=Status.OPEN).order_by("pk")
    chains = list(ended.values_list("pk", "latest_hash"))
    return hashlib.sha256(repr((circle.zone.key, chains)).encode()).hexdigest()


def series_that_count(circle: Circle, key: str) -> tuple[Ended, ...]:
    """All that count, in the order in which they ended; of the same moment by id."""
    if (kept := _ENDED.get((circle.pk, key))) is None:
        rows = Result.objects.filter(series__circle=circle).values_list(*_OF_SERIES).distinct()
        kept = tuple(
            sorted((Ended(*(*row, circle.zone)) for row in rows), key=lambda ended: (ended.ended_at, ended.id))
        )
        _ENDED[circle.pk, key] = kept
    return kept


def games_played(circle: Circle, key: str | None = None) -> list[Played]:
    """The most played first; of equals the one that was played last. `key` is that of the results, if it is known."""
    counts: Counter[tuple[str, str]] = Counter()
    latest: dict[tuple[str, str], int] = {}
    for number, series in enumerate(series_that_count(circle, key or results_key(circle))):
        counts[series.game, series.title] += 1
        latest[series.game, series.title] = number
    in_order = sorted(counts, key=lambda played: (counts[played], latest[played]), reverse=True)
    return [Played(*played, counts[played]) for played in in_order]


def counted_series(circle: Circle, key: str, game: str, title: str) -> tuple[CountedSeries, ...]:
    """Those of one game or of `ALL_GAMES`, with what they came to for each player."""
    if (kept := _COUNTED.get((circle.pk, key, game, title))) is not None:
        return kept
    rows = Result.objects.filter(series__circle=circle).order_by("seat")
    if game != ALL_GAMES:
        rows = rows.filter(series__game=game, title=title)
    rows = rows.annotate(received_text=Cast("received", TextField()))  # read when it is needed
    seats: dict[str, list[SeatResult]] = defaultdict(list)
    for series, *of_seat in rows.values_list("series_id", *_OF_SEAT):
        seats[series].append(SeatResult(*of_seat))
    names = [field.name for field in fields(Ended)]
    # A series that was reopened since the other query has no seats now; it is gone with the next key.
    counted = tuple(
        CountedSeries(**{name: getattr(ended, name) for name in names}, seats=tuple(seats[ended.id]))
        for ended in series_that_count(circle, key)
        if ended.id in seats
    )
    _COUNTED[circle.pk, key, game, title] = counted
    return counted
