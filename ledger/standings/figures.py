"""The figures of the players of a game in a circle, as a member may see them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple

from games.registry import BY_SLUG
from ledger.circles.models import Member, Player
from ledger.lib.lru import LRUCache
from ledger.standings.counted import (
    ALL_GAMES,
    CountedSeries,
    Period,
    Scope,
    SeriesOfPlayer,
    choose_scope,
    low_wins,
)
from ledger.standings.luck import PlayerLuck, luck_of_players
from ledger.standings.ratings import Rating, ratings

# `PlayerFigures.order` also counts this many imaginary series, half of them won, so that nobody heads a table after one
# evening.
IMAGINARY_SERIES = 5
# If ENOUGH_PLAYERS have ENOUGH_SERIES, players with fewer series are not shown unless the reader asks for them.
ENOUGH_SERIES, ENOUGH_PLAYERS = 3, 4


class HandOfPlayer(NamedTuple):
    points: Fraction  # points won
    series: str  # the id of the series
    number: int  # of the hand in the series


class NetMoney(NamedTuple):
    amount_minor: int
    currency: str


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What a player did in the series of a period. docs/api.md defines each figure; nothing is rounded."""

    player: str  # the player's id
    series: int  # how many series
    hands: int
    places: tuple[int, ...]  # how often first, second and so on
    average_place: Fraction
    beaten: Fraction | None  # the share of opponents beaten; None: never had an opponent
    order: Fraction  # `beaten`, drawn towards a half
    total: Fraction
    average_total: Fraction
    best_total: Fraction
    worst_total: Fraction
    points_won_per_hand: Fraction
    best_hand: HandOfPlayer
    worst_hand: HandOfPlayer
    hands_below_zero: int
    bonus_hands: int
    ended_below_zero: int
    doubled: int  # series at the end of which the player paid double
    streak: int  # series won without a break up to the latest one
    longest_streak: int
    money: NetMoney | None  # None: the series are in several currencies, or the reader may not see money
    rating: Rating | None

    @property
    def won(self) -> int:
        return self.places[0]


@dataclass(frozen=True, slots=True)
class Row:
    """What the tables say of a player."""

    player: Player | None  # None: the standings do not name the player
    figures: PlayerFigures
    luck: PlayerLuck | None = None  # see `Standings.with_luck`
    # All series of the player in the game, oldest first. Only on the pages of players: see `row_of_player`.
    all_series: Sequence[SeriesOfPlayer] = ()

    @property
    def evenings(self) -> set[date]:
        """The days on which series of the player ended."""
        return {series.ended_on for series, _result in self.all_series}


@dataclass(frozen=True, slots=True)
class Standings:
    scope: Scope
    least: int  # players with fewer series have no row
    rows: tuple[Row, ...]
    currency: str | None  # of the money; None: the series have several currencies, or the reader may not see money
    hides_money: bool  # the reader may not see money
    points_only: bool
    shows_ratings: bool
    has_luck: bool = False  # at least one player has luck
    luck_missing: int = 0  # results for which luck is not worked out yet

    @property
    def series(self) -> int:
        return len(self.scope.in_period)

    @property
    def low_wins(self) -> bool:
        return low_wins(self.scope.in_period)

    @property
    def has_bonuses(self) -> bool:
        game = BY_SLUG.get(self.scope.game or "")
        return bool(game and game.bonus_hands)

    def with_luck(self) -> "Standings":
        """Return the standings with the luck and play of each player."""
        luck = luck_of_players(self.scope)
        rows = tuple(replace(row, luck=luck.of_players.get(row.figures.player)) for row in self.rows)
        return replace(self, rows=rows, has_luck=bool(luck.of_players), luck_missing=luck.missing)


_FIGURES: LRUCache[tuple[PlayerFigures, ...]] = LRUCache(4_000, size_of=lambda figures: 1 + len(figures))


def standings(
    me: Member,
    *,
    game: str | None = None,
    title: str | None = None,
    period: Period | None = None,
    least: int | None = 1,
    key: str | None = None,
) -> Standings:
    """Return the standings as this member may see them, without players who have fewer than `least` series.

    If `least` is None, it is 3 if at least four players have three series or more, and 1 if not.
    """
    circle = me.circle
    scope = choose_scope(circle, period or Period(), game, title, key)

    def work_out() -> tuple[PlayerFigures, ...]:
        rated = {} if scope.game == ALL_GAMES else ratings(scope.key, scope.all_series)
        return tuple(figures_of_players(scope.in_period, rated))

    all_figures = _FIGURES.get_or_make((scope.key, scope.period), work_out)
    if least is None:
        enough = sum(figures.series >= ENOUGH_SERIES for figures in all_figures) >= ENOUGH_PLAYERS
        least = ENOUGH_SERIES if enough else 1
    players = Player.objects.filter(circle=circle).in_bulk([figures.player for figures in all_figures])
    hides_money = not me.sees_money_in_standings
    hidden: dict[str, Any] = {"money": None} if hides_money else {}
    hidden |= {"rating": None} if circle.hides_ratings else {}
    rows = [
        Row(None if players[figures.player].is_left_out else players[figures.player], replace(figures, **hidden))
        for figures in sorted(all_figures, key=lambda figures: _order(figures, players[figures.player]))
        if figures.series >= least
    ]
    return Standings(
        scope=scope,
        least=least,
        rows=tuple(rows),
        currency=None if hides_money else single_currency(scope.in_period),
        hides_money=hides_money,
        points_only=circle.points_only,
        shows_ratings=not circle.hides_ratings,
    )


def _order(figures: PlayerFigures, player: Player) -> tuple[object, ...]:
    """Sort by `PlayerFigures.order`, highest first, then by the number of series, most first, then by name.

    Of players who are level in both, those who are left out come last.
    """
    return -figures.order, -figures.series, player.is_left_out, player.name, player.pk


def single_currency(counted: Sequence[CountedSeries]) -> str | None:
    """The currency of all these series. None if they have several, or if there are no series."""
    currencies = {series.currency for series in counted}
    return currencies.pop() if len(currencies) == 1 else None


def figures_of_players(counted: Sequence[CountedSeries], rated: Mapping[str, Rating]) -> Iterator[PlayerFigures]:
    currency, low = single_currency(counted), low_wins(counted)
    most_sides = max((series.sides for series in counted), default=0)
    # All points in the same small unit, such as sixths: many times quicker than sums of fractions, and as exact.
    results = [result for series in counted for result in series.results]
    unit = lcm(*{points.denominator for result in results for points in result.all_points})
    series_of: dict[str, list[SeriesOfPlayer]] = defaultdict(list)
    for series in counted:
        for result in series.results:
            series_of[result.player_id].append(SeriesOfPlayer(series, result))
    for player, own_series in series_of.items():
        results = [result for _series, result in own_series]
        places, streak, longest = [0] * most_sides, 0, 0
        for result in results:
            places[result.place - 1] += 1
            streak = streak + 1 if result.place == 1 else 0
            longest = max(longest, streak)
        totals = [in_units(result.total, unit) for result in results]
        total, hands = Fraction(sum(totals), unit), sum(result.hands for result in results)
        # The share of the other sides that the player beat: a side below counts 1, and a level side counts a half.
        shares = [
            Fraction(2 * (series.sides - result.place) - result.level + 1, 2 * (series.sides - 1))
            for series, result in own_series
            if series.sides > 1
        ]
        beaten = sum(shares, Fraction(0))
        yield PlayerFigures(
            player=player,
            series=len(results),
            hands=hands,
            places=tuple(places),
            # Level sides have the mean of the places that they take.
            average_place=Fraction(sum(2 * result.place + result.level - 1 for result in results), 2 * len(results)),
            beaten=beaten / len(shares) if shares else None,
            order=(beaten + Fraction(IMAGINARY_SERIES, 2)) / (len(shares) + IMAGINARY_SERIES),
            total=total,
            average_total=total / len(results),
            best_total=Fraction((min if low else max)(totals), unit),
            worst_total=Fraction((max if low else min)(totals), unit),
            points_won_per_hand=Fraction(sum(in_units(result.points_won, unit) for result in results), unit * hands),
            best_hand=_extreme_hand(own_series, unit, fewest=low),
            worst_hand=_extreme_hand(own_series, unit, fewest=not low),
            hands_below_zero=sum(result.hands_below_zero for result in results),
            bonus_hands=sum(result.bonus_hands for result in results),
            ended_below_zero=sum(total < 0 for total in totals),
            doubled=sum(result.doubled for result in results),
            streak=streak,
            longest_streak=longest,
            money=NetMoney(sum(result.amount_minor for result in results), currency) if currency else None,
            rating=rated.get(player),
        )


def _extreme_hand(own_series: Sequence[SeriesOfPlayer], unit: int, *, fewest: bool) -> HandOfPlayer:
    """Return the player's hand with the fewest points, or with the most; of equal hands the first.

    The hand with the fewest points in a series is its best hand if low wins in the series, and its worst hand if not.
    """
    hands = (
        (in_units(result.best_points, unit), series.id, result.best_hand)
        if series.low_wins == fewest
        else (in_units(result.worst_points, unit), series.id, result.worst_hand)
        for series, result in own_series
    )
    points, series_id, number = (min if fewest else max)(hands, key=itemgetter(0))
    return HandOfPlayer(Fraction(points, unit), series_id, number)


def in_units(points: Fraction, unit: int) -> int:
    """Return the points in units of 1/`unit`, a multiple of their denominator."""
    return points.numerator * (unit // points.denominator)
