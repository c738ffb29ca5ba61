"""The table of standings: one row for each player of a game in a circle."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, lcm
from operator import itemgetter
from zoneinfo import ZoneInfo

from ledger.circles.models import Circle, Member, Player
from ledger.lib.lru import LRUCache
from ledger.standings.counted import (
    ALL_GAMES,
    CountedSeries,
    Period,
    SeatResult,
    counted_series,
    games_played,
    results_key,
)
from ledger.standings.ratings import Rating, ratings

DECIMALS = 10**4
# So many series, half of them won, are added to everybody's for the order: one evening heads no table.
IMAGINARY_SERIES = 5
ENOUGH_SERIES, ENOUGH_PLAYERS = 3, 4  # where so many have so many, the others are left out at first


@dataclass(frozen=True, slots=True)
class BestHand:
    points: Fraction
    series: str
    number: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a player did in the series of a period. docs/api.md says how each figure is made; nothing is rounded."""

    player: str
    series: int
    hands: int
    places: tuple[int, ...]  # how often first, second and so on
    average_place: Fraction
    beaten: Fraction | None  # the share of opponents; None: never had one
    order: Fraction  # the same, drawn towards a half
    total: Fraction
    average_total: Fraction
    best_total: Fraction
    worst_total: Fraction
    points_won_per_hand: Fraction
    best_hand: BestHand
    hands_below_zero: int
    bonus_hands: int
    ended_below_zero: int
    streak: int
    longest_streak: int
    amount_minor: int | None  # None: the series are in several currencies
    rating: Rating | None

    @property
    def won(self) -> int:
        return self.places[0]


@dataclass(frozen=True, slots=True)
class Row:
    player: Player | None  # None: somebody who is left out
    figures: Figures


@dataclass(frozen=True, slots=True)
class Standings:
    game: str | None  # None: no series of the circle counts; or `ALL_GAMES`
    title: str
    period: Period
    least: int
    rows: tuple[Row, ...]
    currency: str | None  # of the money in it; None: it is in several currencies, or hidden
    hides_money: bool  # from this reader
    points_only: bool
    hides_ratings: bool
    series: int  # how many count in the period
    zone: ZoneInfo  # of its days
    low_wins: bool
    key: tuple[str, ...]  # what all its figures follow from


# What the series of different games have in common.
SHARED = frozenset(
    {"player", "series", "hands", "won", "beaten", "order", "money", "streak", "longest_streak"},
)

_TABLES: LRUCache[tuple[Figures, ...]] = LRUCache(4_000, size_of=lambda kept: 1 + len(kept))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game of a table, and its series: those of the period, and all."""

    game: str | None
    title: str
    period: Period
    key: tuple[str, ...]
    all_series: Sequence[CountedSeries]
    in_period: Sequence[CountedSeries]


def choose(
    circle: Circle, period: Period, game: str | None = None, title: str | None = None, key: str | None = None
) -> Chosen:
    """Defaults to the game that the circle plays most. `key` is that of the results, where it has been read already."""
    key = key or results_key(circle)
    if game == ALL_GAMES:
        title = ""
    for played in games_played(circle, key) if game != ALL_GAMES else ():
        if game in (None, played.game) and title in (None, played.title):
            game, title = played.game, played.title
            break
    if game is None:
        return Chosen(None, title or "", period, (), (), ())
    all_series = counted_series(circle, key, game, title or "")
    in_period = [series for series in all_series if series.ended_on in period]
    return Chosen(game, title or "", period, (circle.pk, key, game, title or ""), all_series, in_period)


def standings(
    me: Member,
    *,
    game: str | None = None,
    title: str | None = None,
    period: Period | None = None,
    least: int | None = 1,
    key: str | None = None,
) -> Standings:
    """As this member may see them, without players who have fewer than `least` series. Nothing is played again.

    If `least` is None, it is 3 where at least four players have three series, and 1 elsewhere.
    """
    circle, period = me.circle, period or Period()
    chosen = choose(circle, period, game, title, key)
    table_key = (chosen.key, period)
    if (figures := _TABLES.get(table_key)) is None:
        rated = {} if chosen.game == ALL_GAMES else ratings(chosen.key, chosen.all_series)
        figures = tuple(figures_of(chosen.in_period, rated))
        _TABLES[table_key] = figures
    if least is None:
        enough = sum(each.series >= ENOUGH_SERIES for each in figures) >= ENOUGH_PLAYERS
        least = ENOUGH_SERIES if enough else 1
    players = Player.objects.filter(circle=circle).in_bulk([each.player for each in figures])
    hides_money = not me.sees_money_in_standings
    rows = []
    for each in sorted(figures, key=lambda each: _order(each, players[each.player])):
        if each.series >= least:
            player = players[each.player]
            amount_minor = None if hides_money else each.amount_minor
            rating = None if circle.hides_ratings else each.rating
            seen = replace(each, amount_minor=amount_minor, rating=rating)
            rows.append(Row(None if player.is_left_out else player, seen))
    currencies = {series.currency for series in chosen.in_period}
    return Standings(
        game=chosen.game,
        title=chosen.title,
        period=period,
        least=least,
        rows=tuple(rows),
        currency=currencies.pop() if len(currencies) == 1 and not hides_money else None,
        hides_money=hides_money,
        points_only=circle.points_only,
        hides_ratings=circle.hides_ratings,
        series=len(chosen.in_period),
        zone=circle.zone,
        low_wins=low_wins(chosen.in_period),
        key=chosen.key,
    )


def _order(figures: Figures, player: Player) -> tuple[object, ...]:
    """The highest order first, then more series, then name. Who is left out comes after the named."""
    return -figures.order, -figures.series, player.is_left_out, player.name, player.pk


def figures_of(counted: Sequence[CountedSeries], rated: Mapping[str, Rating]) -> Iterator[Figures]:
    most_sides = max((series.sides for series in counted), default=0)
    one_currency = len({series.currency for series in counted}) == 1
    lowest_is_best = low_wins(counted)
    best_of, worst_of = (min, max) if lowest_is_best else (max, min)
    # All points in the same small unit, such as sixths: many times quicker than sums of fractions, and as exact.
    results = [result for series in counted for result in series.seats]
    unit = lcm(*{points.denominator for result in results for points in result.all_points})

    of_player: dict[str, list[tuple[CountedSeries, SeatResult]]] = defaultdict(list)
    for series in counted:
        for result in series.seats:
            of_player[result.player_id].append((series, result))
    for player, played in of_player.items():
        results = [result for _series, result in played]
        places, streak, longest = [0] * most_sides, 0, 0
        for result in results:
            places[result.place - 1] += 1
            streak = streak + 1 if result.place == 1 else 0
            longest = max(longest, streak)
        totals = [in_units(result.total, unit) for result in results]
        total, hands = Fraction(sum(totals), unit), sum(result.hands for result in results)
        best_hands = [
            (in_units(result.best_points, unit), series.id, result.best_hand)
            if series.low_wins == lowest_is_best
            else (in_units(result.worst_points, unit), series.id, result.worst_hand)
            for series, result in played
        ]
        against = [(series.sides, result) for series, result in played if series.sides > 1]
        # Of all other sides, those below count whole and those level count half.
        shares = [Fraction(2 * (sides - result.place) - result.level + 1, 2 * (sides - 1)) for sides, result in against]
        beaten = sum(shares, Fraction(0))
        points, in_series, number = best_of(best_hands, key=itemgetter(0))  # the first of equal ones
        yield Figures(
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
            best_total=Fraction(best_of(totals), unit),
            worst_total=Fraction(worst_of(totals), unit),
            points_won_per_hand=Fraction(sum(in_units(result.points_won, unit) for result in results), unit * hands),
            best_hand=BestHand(Fraction(points, unit), in_series, number),
            hands_below_zero=sum(result.hands_below_zero for result in results),
            bonus_hands=sum(result.bonus_hands for result in results),
            ended_below_zero=sum(total < 0 for total in totals),
            streak=streak,
            longest_streak=longest,
            amount_minor=sum(result.amount_minor for result in results) if one_currency else None,
            rating=rated.get(player),
        )


def low_wins(counted: Sequence[CountedSeries]) -> bool:
    """Where some series are won by the most points and some by the fewest, the latest one decides."""
    return bool(counted) and counted[-1].low_wins


def in_units(points: Fraction, unit: int) -> int:
    """`unit` is a multiple of the denominator."""
    return points.numerator * (unit // points.denominator)


def rounded(value: Fraction | float) -> Fraction:
    """To four decimals, halves away from zero."""
    exact = Fraction(value) * DECIMALS
    size = floor(abs(exact) + Fraction(1, 2))
    return Fraction(size if exact > 0 else -size, DECIMALS)
