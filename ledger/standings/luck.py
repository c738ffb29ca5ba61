"""Luck and play of the players, over the hands that are known card by card: docs/decisions/0186-luck-and-play.md.

They are added up in the database, and kept in memory under the key of the standings and how many are still missing.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from math import sqrt

from django.db.models import Sum
from django.utils.timezone import get_default_timezone, make_aware

from games.registry import BY_SLUG
from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.series.luck import luck_is_due, results_without_luck
from ledger.series.models import Luck
from ledger.standings.figures import Standings

FEWEST_HANDS = 20  # before the standings have a player's luck and play
# The columns that are added up, and how often `parts` is in their unit.
SUMS = {"hands": 0, "luck": 1, "luck_squares": 2, "play": 1, "play_squares": 2, "lowest_luck": 1}


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
    """Card points in a hand, on the average."""

    hands: int
    luck: Mean
    play: Mean
    lowest_luck: Mean  # by the second yardstick
    lowest_play: Mean

    @property
    def is_enough(self) -> bool:
        return self.hands >= FEWEST_HANDS


@dataclass(frozen=True, slots=True)
class LuckOfPlayers:
    of_players: Mapping[str, PlayerLuck]  # those with a hand that is known card by card
    missing: int  # results for which they are not worked out yet

    def enough_for(self, player: str) -> PlayerLuck | None:
        luck = self.of_players.get(player)
        return luck if luck and luck.is_enough else None


NO_LUCK = LuckOfPlayers({}, 0)
_TABLES: LRUCache[LuckOfPlayers] = LRUCache(max_size=100)
_WHOLE: LRUCache[bool] = LRUCache(max_size=100)  # the keys for which nothing is missing


def luck_of_players(shown: Standings) -> LuckOfPlayers:
    """Of the players in these standings. One query until all is worked out, then none."""
    if shown.game is None or BY_SLUG[shown.game].shape is None:
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
        rows = rows.filter(result__ended_at__gte=_midnight(shown.period.since))
    if shown.period.until:
        rows = rows.filter(result__ended_at__lt=_midnight(shown.period.until + timedelta(days=1)))
    sums: dict[str, dict[str, Fraction]] = defaultdict(lambda: dict.fromkeys(SUMS, Fraction(0)))
    for player, parts, *found in rows.values_list("result__player", "parts").annotate(*map(Sum, SUMS)):
        for (name, power), value in zip(SUMS.items(), found, strict=True):
            sums[player][name] += Fraction(int(value), parts**power)
    return {player: _luck_of(of_player) for player, of_player in sums.items()}


def _midnight(day: date) -> datetime:
    """In the time zone of the server."""
    return make_aware(datetime.combine(day, time.min), get_default_timezone())


def _luck_of(sums: Mapping[str, Fraction]) -> PlayerLuck:
    hands = int(sums["hands"])
    won = sums["luck"] + sums["play"]  # above an even share
    return PlayerLuck(
        hands=hands,
        luck=_mean(hands, sums["luck"], sums["luck_squares"]),
        play=_mean(hands, sums["play"], sums["play_squares"]),
        lowest_luck=Mean(sums["lowest_luck"] / hands),
        lowest_play=Mean((won - sums["lowest_luck"]) / hands),
    )


def _mean(count: int, total: Fraction, squares: Fraction) -> Mean:
    """With its error, where there are two hands or more."""
    if count == 1:
        return Mean(total)
    variance = (squares - total * total / count) / (count - 1)
    return Mean(total / count, sqrt(variance / count))
