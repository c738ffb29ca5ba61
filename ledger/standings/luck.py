"""Luck and play of the players, over the hands that are known card by card: docs/decisions/0186-luck-and-play.md.

They are added up in the database, and kept in memory under the key of the standings and how many are still missing.
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
from ledger.standings.counted import ALL_GAMES
from ledger.standings.figures import Standings
from ledger.standings.ratings import SURE_OF_TWO

ENOUGH_HANDS = 100  # before the standings have a player's play
FEWEST_HANDS = 20  # the same, if it is more than chance: the error of fewer hands is not known well enough
SURE = 2  # so many errors away from zero are more than chance
FEWEST_EVENINGS = 3  # before a pace is known
LONGEST_WAIT = 3 * 365  # days
# The columns that are added up, and how often `parts` is in their unit.
SUMS = {"hands": 0, "luck": 1, "play": 1, "play_squares": 2}


@dataclass(frozen=True, slots=True)
class Mean:
    """Of some hands. `error` is its standard error: by so much chance alone moves it."""

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
    """Card points in a hand, on the average. Luck is a fact and has no error; play is an estimate."""

    hands: int
    luck: Mean
    play: Mean

    @property
    def is_more_than_chance(self) -> bool:
        play = self.play
        return self.hands >= FEWEST_HANDS and play.error is not None and abs(play.value) > SURE * play.error

    @property
    def margin(self) -> float:
        """The play of two players who are not further apart than this may differ by chance."""
        error = self.play.error
        return inf if error is None or self.hands < FEWEST_HANDS else SURE_OF_TWO * error

    @property
    def shows_play(self) -> bool:
        return self.hands >= ENOUGH_HANDS or self.is_more_than_chance


@dataclass(frozen=True, slots=True)
class LuckOfPlayers:
    of_players: Mapping[str, PlayerLuck]  # those with a hand that is known card by card
    missing: int  # results for which they are not worked out yet


NO_LUCK = LuckOfPlayers({}, 0)
_TABLES: LRUCache[LuckOfPlayers] = LRUCache(4_000, size_of=lambda kept: 1 + len(kept.of_players))
_WHOLE: LRUCache[bool] = LRUCache(max_size=100)  # the keys for which nothing is missing


def luck_of_players(shown: Standings) -> LuckOfPlayers:
    """Of the players in these standings. One query until all is worked out, then none."""
    if shown.game in (None, ALL_GAMES) or not BY_SLUG[shown.game].by_card:
        return NO_LUCK
    missing = 0
    if not _WHOLE.get(shown.key):
        results = results_without_luck().filter(series__circle=shown.key[0], series__game=shown.game, title=shown.title)
        missing = results.count()
        if missing:
            luck_is_due.set()
        else:
            _WHOLE[shown.key] = True
    key = (shown.key, shown.period.since, shown.period.until, missing)
    if (table := _TABLES.get(key)) is None:
        table = _TABLES[key] = LuckOfPlayers(_of_players(shown), missing)
    return table


def _of_players(shown: Standings) -> dict[str, PlayerLuck]:
    rows = Luck.objects.filter(
        result__series__circle=shown.key[0], result__series__game=shown.game, result__title=shown.title, hands__gt=0
    )
    if shown.period.since:
        rows = rows.filter(result__ended_at__gte=midnight(shown.period.since, shown.zone))
    if shown.period.until:
        rows = rows.filter(result__ended_at__lt=midnight(shown.period.until + timedelta(days=1), shown.zone))
    sums: dict[str, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(SUMS, Fraction(0)))
    for player, parts, *found in rows.values_list("result__player", "parts").annotate(*map(Sum, SUMS)):
        for (name, power), value in zip(SUMS.items(), found, strict=True):
            sums[player][name] += Fraction(int(value), parts**power)
    return {player: player_luck(of_player) for player, of_player in sums.items()}


def player_luck(sums: Mapping[str, Fraction]) -> PlayerLuck:
    """From the sums of `Luck`, in points."""
    hands = int(sums["hands"])
    return PlayerLuck(hands, Mean(sums["luck"] / hands), _mean(hands, sums["play"], sums["play_squares"]))


def _mean(count: int, total: Fraction, squares: Fraction) -> Mean:
    """With its error, where there are two hands or more."""
    if count == 1:
        return Mean(total)
    variance = (squares - total * total / count) / (count - 1)
    return Mean(total / count, sqrt(variance / count))


def differ_for_sure(one: PlayerLuck, other: PlayerLuck) -> bool:
    """Whether their play is further apart than chance explains."""
    return abs(one.play.value - other.play.value) > max(one.margin, other.margin)


def evenings_until_sure(evenings: Collection[date], value: Fraction, error: float | None) -> int | None:
    """How many more it takes, at the pace of these, until so large a value is above so many errors.

    The error falls with the root of the hands. None if it takes three years or more, or if that cannot be known.
    """
    if not value or error is None or len(evenings) < FEWEST_EVENINGS:
        return None
    times_more = (error / abs(float(value))) ** 2 - 1
    days = (max(evenings) - min(evenings)).days
    return ceil(len(evenings) * times_more) if 0 < times_more * days < LONGEST_WAIT else None
