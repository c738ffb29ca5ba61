"""Luck and play of the players, in hands that were written down card by card (docs/decisions/0186-luck-and-play.md).

The database adds up luck and play. The sums are cached under the key and the period of the scope, and the number of
results for which luck is not worked out yet.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, inf, sqrt

from django.db.models import Sum

from games.registry import BY_SLUG
from ledger.lib import formatting
from ledger.lib.days import midnight
from ledger.lib.lru import LRUCache
from ledger.series.luck import luck_is_due, results_without_luck
from ledger.series.models import Luck
from ledger.standings.counted import ALL_GAMES, Scope
from ledger.standings.ratings import SURE_OF_TWO

# The standings show the play of a player with ENOUGH_HANDS, or with FEWEST_HANDS if it is more than chance. With fewer
# hands not even the error is known well enough.
ENOUGH_HANDS, FEWEST_HANDS = 100, 20
SURE = 2  # a value that is more than so many times its error is more than chance
FEWEST_EVENINGS = 3  # with fewer, it is unknown how often the players play
LONGEST_WAIT = 3 * 365  # days; a longer forecast is not shown
# The columns of `Luck` that are added up. Each sum is divided by this power of `parts`, to give hands, points or
# squared points.
SUMS = {"hands": 0, "luck": 1, "play": 1, "play_squares": 2}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over hands. `error` is its standard error: by about so much the mean is off by chance."""

    value: Fraction
    error: float | None = None

    @property
    def text(self) -> str:
        """In tenths: more decimals would only be chance."""
        return formatting.decimals(self.value, 1, signed=True)

    @property
    def error_text(self) -> str:
        return "" if self.error is None else f"± {formatting.decimals(Fraction(self.error), 1)}"


@dataclass(frozen=True, slots=True)
class PlayerLuck:
    """Card points per hand, on average. Luck is a fact and has no error; play is an estimate."""

    hands: int
    luck: Mean
    play: Mean

    @property
    def is_more_than_chance(self) -> bool:
        play = self.play
        return self.hands >= FEWEST_HANDS and play.error is not None and abs(play.value) > SURE * play.error

    @property
    def margin(self) -> float:
        """Two players whose play is no further apart than this may differ by chance."""
        error = self.play.error
        return inf if error is None or self.hands < FEWEST_HANDS else SURE_OF_TWO * error

    @property
    def shows_play(self) -> bool:
        return self.hands >= ENOUGH_HANDS or self.is_more_than_chance


@dataclass(frozen=True, slots=True)
class LuckOfPlayers:
    of_players: Mapping[str, PlayerLuck]  # by id, the players with a hand that was written down card by card
    missing: int  # results for which luck is not worked out yet


_TABLES: LRUCache[LuckOfPlayers] = LRUCache(4_000, size_of=lambda table: 1 + len(table.of_players))
_COMPLETE: LRUCache[bool] = LRUCache(max_size=100)  # the keys of scopes in which the luck of all results is worked out


def luck_of_players(scope: Scope) -> LuckOfPlayers:
    """Return the luck of the players in the scope.

    One query counts the results for which luck is not worked out yet. Once there are none, it is not made again.
    """
    if scope.game in (None, ALL_GAMES) or not BY_SLUG[scope.game].by_card:
        return LuckOfPlayers({}, 0)
    missing = 0
    if not _COMPLETE.get(scope.key):
        results = results_without_luck().filter(series__circle=scope.key[0], series__game=scope.game, title=scope.title)
        missing = results.count()
        if missing:
            luck_is_due.set()
        else:
            _COMPLETE[scope.key] = True
    key = (scope.key, scope.period.since, scope.period.until, missing)
    return _TABLES.get_or_make(key, lambda: LuckOfPlayers(_luck_by_player(scope), missing))


def _luck_by_player(scope: Scope) -> dict[str, PlayerLuck]:
    """Return the luck by player, from the stored `Luck` of the results in the scope."""
    rows = Luck.objects.filter(
        result__series__circle=scope.key[0], result__series__game=scope.game, result__title=scope.title, hands__gt=0
    )
    if scope.period.since:
        rows = rows.filter(result__ended_at__gte=midnight(scope.period.since, scope.zone))
    if scope.period.until:
        rows = rows.filter(result__ended_at__lt=midnight(scope.period.until + timedelta(days=1), scope.zone))
    sums: dict[str, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(SUMS, Fraction(0)))
    for player, parts, *values in rows.values_list("result__player", "parts").annotate(*map(Sum, SUMS)):
        for (name, power), value in zip(SUMS.items(), values, strict=True):
            sums[player][name] += Fraction(int(value), parts**power)
    return {player: player_luck(of_player) for player, of_player in sums.items()}


def player_luck(sums: Mapping[str, Fraction]) -> PlayerLuck:
    """Return the luck that follows from the sums of columns of `Luck`, in points."""
    hands = int(sums["hands"])
    return PlayerLuck(hands, Mean(sums["luck"] / hands), _mean(hands, sums["play"], sums["play_squares"]))


def _mean(count: int, total: Fraction, squares: Fraction) -> Mean:
    """Return the mean, with its error if there are two hands or more."""
    if count == 1:
        return Mean(total)
    variance = (squares - total * total / count) / (count - 1)
    return Mean(total / count, sqrt(variance / count))


def differ_for_sure(one: PlayerLuck, other: PlayerLuck) -> bool:
    """Whether the play of two players is further apart than chance explains."""
    return abs(one.play.value - other.play.value) > max(one.margin, other.margin)


def evenings_until_sure(evenings: Collection[date], value: Fraction, error: float) -> int | None:
    """How many more evenings it takes, if they are as frequent as these, until the value is larger than `error`.

    `error` falls with the square root of the number of hands. None if the value is larger already, if it takes three
    years or more, or if there are too few evenings to say how frequent they are.
    """
    if not value or len(evenings) < FEWEST_EVENINGS:
        return None
    times_more = (error / abs(float(value))) ** 2 - 1
    days = (max(evenings) - min(evenings)).days
    return ceil(len(evenings) * times_more) if 0 < times_more * days < LONGEST_WAIT else None
