"""The series of a circle that count: ended series in which a hand counts.

They are read from the results, and cached under a hash of the chains from which the results follow.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from fractions import Fraction
from typing import Any, NamedTuple
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
from ledger.series.wording import title_in_words

ALL_GAMES = "all"  # in place of the slug of a game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that a circle plays, or all its games together."""

    game: str  # the slug of the game, or `ALL_GAMES`
    title: str  # the name that the rules of the series give the game, if any
    series: int  # how many series count

    @property
    def name(self) -> str:
        if self.game == ALL_GAMES:
            return _("All games")
        game = BY_SLUG[self.game]
        return title_in_words(game, self.title) or _(game.name)

    @property
    def choice(self) -> str:
        """The game as the parameter `game` of an address."""
        return f"{self.game}:{self.title}" if self.title else self.game


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """The columns of a `Result` of one player, as `ledger/series/models/chain.py` explains them."""

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
    received_text: str  # the JSON of `received`
    declared_text: str  # the JSON of `declared`

    @property
    def all_points(self) -> tuple[Fraction, ...]:
        """The figures in points that the standings add up or compare."""
        return self.total, self.points_won, self.best_points, self.worst_points

    @property
    def received(self) -> list[Fraction]:
        """The points received from each seat; negative: paid."""
        return [read_fraction(points) for points in json.loads(self.received_text)]

    @property
    def declared(self) -> list[dict[str, Any]]:
        """The hands that the player declared, by contract, as ledger/series/results.py writes them."""
        rows: list[dict[str, Any]] = json.loads(self.declared_text)
        return rows


@dataclass(frozen=True, slots=True)
class EndedSeries:
    """A series that counts, without its results."""

    id: str
    game: str
    title: str
    ended_at: datetime
    currency: str
    low_wins: bool
    sides: int
    hands: int
    status: str  # finished or stopped
    zone: ZoneInfo  # the time zone of `ended_on`

    @property
    def ended_on(self) -> date:
        return localdate(self.ended_at, self.zone)


@dataclass(frozen=True, slots=True)
class CountedSeries(EndedSeries):
    results: tuple[PlayerResult, ...]  # in seat order


class SeriesOfPlayer(NamedTuple):
    series: CountedSeries
    result: PlayerResult


@dataclass(frozen=True, slots=True)
class Period:
    """The days from `since` to `until`, both included. None leaves an end open."""

    since: date | None = None
    until: date | None = None

    def __contains__(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


@dataclass(frozen=True, slots=True)
class Scope:
    """The game and the period that standings are about, with all series of the game and those in the period."""

    game: str | None  # None: no series of the circle counts; or `ALL_GAMES`
    title: str
    period: Period
    zone: ZoneInfo  # the time zone of the period's days
    key: tuple[str, ...]  # for caches: if it is the same, `all_series` are the same
    all_series: Sequence[CountedSeries]
    in_period: Sequence[CountedSeries]


# The size of a cache is a number of series. The largest circles have some 4,000, each of which takes 0.5 kB, or 2 kB
# with its results.
_ENDED: LRUCache[tuple[EndedSeries, ...]] = LRUCache(20_000, size_of=lambda series: 1 + len(series))
_COUNTED: LRUCache[tuple[CountedSeries, ...]] = LRUCache(10_000, size_of=lambda series: 1 + len(series))

_SERIES_COLUMNS = (
    *("series_id", "series__game", "title", "ended_at", "series__currency", "low_wins", "sides", "series_hands"),
    "series__status",
)
_RESULT_COLUMNS = [field.name for field in fields(PlayerResult)]


def results_key(circle: Circle) -> str:
    """Return a hash of the circle's time zone and of the chains of all ended series, with one query.

    The results follow from these. So as long as the key is the same, the figures of ended series are the same.
    """
    ended = Series.objects.filter(circle=circle).exclude(status=Status.OPEN).order_by("pk")
    chains = list(ended.values_list("pk", "latest_hash"))
    return hashlib.sha256(repr((circle.zone.key, chains)).encode()).hexdigest()


def series_that_count(circle: Circle, key: str) -> tuple[EndedSeries, ...]:
    """Return the series that count, in the order in which they ended; series that ended at the same time by id.

    `key` is `results_key(circle)`.
    """

    def read_series() -> tuple[EndedSeries, ...]:
        rows = Result.objects.filter(series__circle=circle).values_list(*_SERIES_COLUMNS).distinct()
        ended = [EndedSeries(*(*row, circle.zone)) for row in rows]
        return tuple(sorted(ended, key=lambda series: (series.ended_at, series.id)))

    return _ENDED.get_or_make((circle.pk, key), read_series)


def games_played(circle: Circle, key: str | None = None) -> list[PlayedGame]:
    """Return the games of the series that count, the game with most series first; of equal games the latest.

    `key` is `results_key(circle)`, if known.
    """
    counts: Counter[tuple[str, str]] = Counter()
    latest: dict[tuple[str, str], int] = {}
    for number, series in enumerate(series_that_count(circle, key or results_key(circle))):
        counts[series.game, series.title] += 1
        latest[series.game, series.title] = number
    in_order = sorted(counts, key=lambda game: (counts[game], latest[game]), reverse=True)
    return [PlayedGame(*game, counts[game]) for game in in_order]


def counted_series(circle: Circle, key: str, game: str, title: str) -> tuple[CountedSeries, ...]:
    """Return the series of a game, or of `ALL_GAMES`, that count, with the results of their players.

    `key` is `results_key(circle)`.
    """

    def read_results() -> tuple[CountedSeries, ...]:
        rows = Result.objects.filter(series__circle=circle).order_by("seat")
        if game != ALL_GAMES:
            rows = rows.filter(series__game=game, title=title)
        # The two JSON columns are read as text, and parsed only where they are needed.
        rows = rows.annotate(received_text=Cast("received", TextField()), declared_text=Cast("declared", TextField()))
        results: dict[str, list[PlayerResult]] = defaultdict(list)
        for series_id, *columns in rows.values_list("series_id", *_RESULT_COLUMNS):
            results[series_id].append(PlayerResult(*columns))
        names = [field.name for field in fields(EndedSeries)]
        # A series that was reopened since `series_that_count` read it has no results now. The next `key` leaves it out.
        return tuple(
            CountedSeries(**{name: getattr(series, name) for name in names}, results=tuple(results[series.id]))
            for series in series_that_count(circle, key)
            if series.id in results
        )

    return _COUNTED.get_or_make((circle.pk, key, game, title), read_results)


def choose_scope(
    circle: Circle, period: Period, game: str | None = None, title: str | None = None, key: str | None = None
) -> Scope:
    """Return the scope of a game in a period, by default of the game and title that the circle plays most.

    `key` is `results_key(circle)`, if known.
    """
    key = key or results_key(circle)
    if game == ALL_GAMES:
        title = ""
    else:
        for played in games_played(circle, key):
            if game in (None, played.game) and title in (None, played.title):
                game, title = played.game, played.title
                break
    title = title or ""
    if game is None:
        return Scope(None, title, period, circle.zone, (), (), ())
    all_series = counted_series(circle, key, game, title)
    in_period = [series for series in all_series if series.ended_on in period]
    return Scope(game, title, period, circle.zone, (circle.pk, key, game, title), all_series, in_period)


def low_wins(counted: Sequence[CountedSeries]) -> bool:
    """Whether the fewest points are best. If the series differ in this, the latest series decides."""
    return bool(counted) and counted[-1].low_wins
