"""What a player has done over the evenings: games, the totals from series to series, rivals and partners."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Player
from ledger.face.chart import Course, draw_course
from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.series.models import Result
from ledger.standings.cells import PlaceBars, percent, share_width
from ledger.standings.counted import CountedSeries, PlayedGame, PlayerResult, Scope, SeriesOfPlayer
from ledger.standings.figures import Row
from ledger.standings.rivals import Tally, rivals

FEWEST_TOGETHER = 3  # series: pages show rivals and partners who have played so many with the player
FEWEST_IN_CHART = 3  # series
MOST_IN_CHART = 60  # series: more points could not be told apart


@dataclass(frozen=True)
class PlaceRow:
    """How often a player was on this place."""

    place: int
    count: int
    bar: str  # the width of the bar, 100 for the most frequent place
    percent: str


@dataclass(frozen=True)
class GameOfPlayer(PlayedGame):
    """A game that a player plays. `series` counts the series of this player."""

    places: tuple[int, ...]  # how often first, second and so on
    days: frozenset[date]  # on which series of this game ended

    @property
    def won(self) -> int:
        return self.places[0]

    @property
    def bars(self) -> PlaceBars:
        return PlaceBars(self.places)

    @property
    def place_rows(self) -> list[PlaceRow]:
        most = max(self.places)
        return [
            PlaceRow(number, count, share_width(count, most), percent(Fraction(count, self.series)))
            for number, count in enumerate(self.places, start=1)
        ]


@dataclass(frozen=True)
class SeriesOfTwo:
    """A series in which one of two players played, or both, with the results of each."""

    series: CountedSeries
    one: PlayerResult | None
    other: PlayerResult | None


@dataclass(frozen=True)
class TotalsChart:
    """A picture of a player's totals in the latest series, which ended on the days from `since` to `until`."""

    course: Course
    player: Player
    since: date
    until: date
    series: int  # how many series


@dataclass(frozen=True)
class Split:
    """In how many series a player finished above a rival, level with the rival, and below.

    Of partners, `tally.above` counts the series that they won, and `tally.below` all others.
    """

    other: Player | None  # the rival or partner; None: somebody who is left out
    tally: Tally  # as the player sees it: `above` counts the series in which the player was above `other`
    text: str

    @property
    def above_width(self) -> str:
        return share_width(self.tally.above, self.tally.series)

    @property
    def below_start(self) -> str:
        return share_width(self.tally.above + self.tally.level, self.tally.series)

    @property
    def level_width(self) -> str:
        return share_width(self.tally.level, self.tally.series)

    @property
    def below_width(self) -> str:
        return share_width(self.tally.below, self.tally.series)


_GAMES: LRUCache[tuple[GameOfPlayer, ...]] = LRUCache(
    20_000, size_of=lambda games: 1 + sum(len(game.days) for game in games)
)


def games_of(circle: Circle, key: str, player: Player) -> tuple[GameOfPlayer, ...]:
    """The games of a player. The game that the player has played most comes first. `key` is `results_key(circle)`."""

    def read_games() -> tuple[GameOfPlayer, ...]:
        results = Result.objects.filter(series__circle=circle, player=player)
        columns = results.values_list("series__game", "title", "place", "sides", "ended_at")
        results_of: dict[tuple[str, str], list[tuple[int, int, date]]] = defaultdict(list)
        for game, title, place, sides, ended_at in columns:
            results_of[game, title].append((place, sides, localdate(ended_at, circle.zone)))
        games = []
        for (game, title), results_in_game in results_of.items():
            places = [0] * max(sides for _place, sides, _day in results_in_game)
            for place, _sides, _day in results_in_game:
                places[place - 1] += 1
            days = frozenset(day for _place, _sides, day in results_in_game)
            games.append(GameOfPlayer(game, title, len(results_in_game), tuple(places), days))
        return tuple(sorted(games, key=_most_played_first))

    return _GAMES.get_or_make((circle.pk, key, player.pk), read_games)


def games_of_both(circle: Circle, key: str, player: Player, other: Player) -> list[PlayedGame]:
    """The games of both players. `series` adds up the series of both; the game with most comes first."""
    of_other = {game.choice: game for game in games_of(circle, key, other)}
    both = [
        PlayedGame(game.game, game.title, game.series + of_other[game.choice].series)
        for game in games_of(circle, key, player)
        if game.choice in of_other
    ]
    return sorted(both, key=_most_played_first)


def _most_played_first(game: PlayedGame) -> tuple[int, str, str]:
    return -game.series, game.game, game.title


def side_by_side(scope: Scope, one: Row, other: Row) -> list[SeriesOfTwo]:
    """Every series in which at least one of the two players played, the latest first."""
    of_one, of_other = ({series.id: result for series, result in row.all_series} for row in (one, other))
    return [
        SeriesOfTwo(series, of_one.get(series.id), of_other.get(series.id))
        for series in reversed(scope.all_series)
        if series.id in of_one or series.id in of_other
    ]


def draw_totals(player: Player, all_series: Sequence[SeriesOfPlayer]) -> TotalsChart | None:
    """Draw the totals of the latest series, `MOST_IN_CHART` at most. None if there are too few series."""
    latest = all_series[-MOST_IN_CHART:]
    if len(latest) < FEWEST_IN_CHART:
        return None
    totals = draw_course([result.total for _series, result in latest])
    return TotalsChart(totals, player, latest[0].series.ended_on, latest[-1].series.ended_on, len(latest))


def rivals_of(circle: Circle, scope: Scope, player: Player) -> list[Split]:
    """The rivals of a player: who has played against the player in `FEWEST_TOGETHER` series or more."""
    splits = []
    for pair in rivals(circle, scope):
        if player in (pair.a, pair.b) and pair.tally.series >= FEWEST_TOGETHER:
            other, tally = (pair.b, pair.tally) if pair.a == player else (pair.a, pair.tally.reversed())
            splits.append(split_of_rivals(player, other, tally))
    return splits


def split_of_rivals(player: Player, other: Player | None, tally: Tally) -> Split:
    names = {"player": player.name, "other": other.name if other else _("one player")}
    if tally.above == tally.below:
        text = _("%(player)s and %(other)s are even: each was above in %(count)s of %(series)s.")
    elif tally.above > tally.below:
        text = _("%(player)s finishes above %(other)s in %(count)s of %(series)s.")
    else:
        text = _("%(player)s finishes below %(other)s in %(count)s of %(series)s.")
    figures = {"count": formatting.digits(max(tally.above, tally.below)), "series": formatting.digits(tally.series)}
    return Split(other, tally, text % (names | figures))


def partners_of(circle: Circle, scope: Scope, player: Player) -> list[Split]:
    """How often the player won with each partner in a team. The partner with most series comes first.

    Partners with fewer than `FEWEST_TOGETHER` series are left out.
    """
    with_partner: dict[str, Tally] = defaultdict(Tally)
    for series in scope.all_series:
        own = next((result for result in series.results if result.player_id == player.pk), None)
        for result in series.results:
            if own and result.side == own.side and result is not own:
                with_partner[result.player_id].above += own.place == 1
                with_partner[result.player_id].below += own.place > 1
    players = Player.objects.filter(circle=circle).in_bulk(list(with_partner))
    partners = []
    for pk, tally in sorted(with_partner.items(), key=lambda item: (-item[1].series, players[item[0]].name)):
        if tally.series >= FEWEST_TOGETHER:
            other = None if players[pk].is_left_out else players[pk]
            names = {"other": other.name if other else _("one player")}
            figures = {"count": formatting.digits(tally.above), "series": formatting.digits(tally.series)}
            partners.append(Split(other, tally, _("With %(other)s: won %(count)s of %(series)s.") % (names | figures)))
    return partners


def split_with(other: Player, splits: Sequence[Split]) -> Split | None:
    """Return the rivalry or partnership with this player, if it is one of these."""
    return next((split for split in splits if split.other == other), None)
