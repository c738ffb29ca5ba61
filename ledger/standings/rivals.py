"""How often each of two players has finished above the other, for every two players who have played together."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from ledger.circles.models import Circle, Player
from ledger.lib.lru import LRUCache
from ledger.standings.counted import Scope


@dataclass(slots=True)
class Tally:
    """Counts the series in which the first of two players finished above the second, below and level.

    The players were on different sides. `points` is what the first received from the second.
    """

    above: int = 0
    below: int = 0
    level: int = 0
    points: Fraction = Fraction(0)

    @property
    def series(self) -> int:
        return self.above + self.below + self.level

    def reversed(self) -> "Tally":
        return Tally(self.below, self.above, self.level, -self.points)


@dataclass(frozen=True, slots=True)
class Pair:
    a: Player | None  # None: somebody who is left out
    b: Player | None
    tally: Tally  # as `a` sees it


_TALLIES: LRUCache[dict[tuple[str, str], Tally]] = LRUCache(20_000, size_of=lambda tallies: 1 + len(tallies))


def rivals(circle: Circle, scope: Scope) -> list[Pair]:
    """The pairs of players, those with most series first. In a pair, `a` comes before `b` by name."""
    tallies = _TALLIES.get_or_make((scope.key, scope.period), lambda: _tallies_in(scope))
    players = Player.objects.filter(circle=circle).in_bulk({player for pair in tallies for player in pair})
    pairs = []
    for (one, other), tally in tallies.items():
        a, b = sorted((players[one], players[other]), key=_order)
        pairs.append((a, b, tally if a.pk == one else tally.reversed()))
    pairs.sort(key=lambda pair: (-pair[2].series, _order(pair[0]), _order(pair[1])))
    return [Pair(None if a.is_left_out else a, None if b.is_left_out else b, tally) for a, b, tally in pairs]


def _order(player: Player) -> tuple[bool, str, str]:
    """By name. Players who are left out come after the named."""
    return player.is_left_out, player.name, player.pk


def _tallies_in(scope: Scope) -> dict[tuple[str, str], Tally]:
    """The tallies by the ids of both players, the lower id first."""
    tallies: dict[tuple[str, str], Tally] = defaultdict(Tally)
    for series in scope.in_period:
        results = sorted(series.results, key=lambda result: result.player_id)
        for position, one in enumerate(results):
            received = one.received
            for other in results[position + 1 :]:
                if one.side != other.side:
                    tally = tallies[one.player_id, other.player_id]
                    tally.above += one.place < other.place
                    tally.below += one.place > other.place
                    tally.level += one.place == other.place
                    tally.points += received[other.seat]
    return dict(tallies)
