"""What a player has done over the evenings: games, the course of totals, rivals and partners."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Player
from ledger.face.chart import Courses, draw_courses
from ledger.lib import formatting
from ledger.lib.lru import LRUCache
from ledger.series.models import Result
from ledger.standings.columns import BAR_GAP, BAR_WIDTH, Bar, place_bars
from ledger.standings.counted import CountedSeries, Played, SeatResult
from ledger.standings.figures import Chosen
from ledger.standings.rivals import Tally, rivals

FEWEST_TOGETHER = 3  # series, before something is said about two players
FEWEST_IN_CHART = 3
MOST_IN_CHART = 60
HUNDRED = 100


@dataclass(frozen=True)
class PlaceRow:
    """How often a player was on this place."""

    place: int
    count: int
    bar: str
    percent: str


@dataclass(frozen=True)
class PlayedBy(Played):
    """A game that a player plays. `series` are those of the player."""

    places: tuple[int, ...]  # how often first, second and so on
    days: frozenset[date]  # on which series of it ended

    @property
    def won(self) -> int:
        return self.places[0]

    @property
    def bars(self) -> list[Bar]:
        return place_bars(self.places)

    @property
    def place_rows(self) -> list[PlaceRow]:
        most = max(self.places)
        return [
            PlaceRow(number, count, width(count, most), percent(count, self.series))
            for number, count in enumerate(self.places, start=1)
        ]

    @property
    def picture_width(self) -> int:
        return len(self.places) * (BAR_WIDTH + BAR_GAP)


@dataclass(frozen=True)
class Step:
    """One series in the course of a player."""

    series: CountedSeries
    result: SeatResult


@dataclass(frozen=True)
class Beside:
    """A series in which one of two players played, or both."""

    series: CountedSeries
    one: Step | None
    other: Step | None


@dataclass(frozen=True)
class Drawn:
    """The course of a player as a picture, and from which day to which."""

    courses: Courses
    player: Player
    since: date
    until: date
    series: int


@dataclass(frozen=True)
class Split:
    """Of the series of two players, how often one was above, level and below; as a bar, and as a sentence."""

    other: Player | None  # None: somebody who is left out
    tally: Tally  # as the player sees it
    text: str

    @property
    def above_width(self) -> str:
        return width(self.tally.above, self.tally.series)

    @property
    def below_start(self) -> str:
        return width(self.tally.above + self.tally.level, self.tally.series)

    @property
    def level_width(self) -> str:
        return width(self.tally.level, self.tally.series)

    @property
    def below_width(self) -> str:
        return width(self.tally.below, self.tally.series)


@dataclass(frozen=True)
class Partner:
    other: Player | None
    series: int
    won: int
    text: str

    @property
    def won_width(self) -> str:
        return width(self.won, self.series)


def width(count: int, of: int) -> str:
    """Of a bar in a box that is 100 wide."""
    return f"{HUNDRED * count / of:g}"


def percent(count: int, of: int) -> str:
    return _("%(percent)s%%") % {"percent": formatting.decimals(Fraction(HUNDRED * count, of), 0)}


_GAMES: LRUCache[tuple[PlayedBy, ...]] = LRUCache(
    20_000, size_of=lambda games: 1 + sum(len(each.days) for each in games)
)


def games_of(circle: Circle, key: str, player: Player) -> tuple[PlayedBy, ...]:
    """What the player has played most comes first."""
    if (kept := _GAMES.get((circle.pk, key, player.pk))) is not None:
        return kept
    results = Result.objects.filter(series__circle=circle, player=player)
    of_game: dict[tuple[str, str], list[tuple[int, int, date]]] = defaultdict(list)
    for game, title, place, sides, ended_at in results.values_list(
        "series__game", "title", "place", "sides", "ended_at"
    ):
        of_game[game, title].append((place, sides, localdate(ended_at, circle.zone)))
    games = []
    for (game, title), played in of_game.items():
        places = [0] * max(sides for _place, sides, _day in played)
        for place, _sides, _day in played:
            places[place - 1] += 1
        days = frozenset(day for _place, _sides, day in played)
        games.append(PlayedBy(game, title, len(played), tuple(places), days))
    kept = tuple(sorted(games, key=lambda each: (-each.series, each.game, each.title)))
    _GAMES[circle.pk, key, player.pk] = kept
    return kept


def games_of_both(circle: Circle, key: str, player: Player, other: Player) -> list[Played]:
    """With the number of series of both. What they play most comes first."""
    of_other = {each.choice: each for each in games_of(circle, key, other)}
    both = [
        Played(each.game, each.title, each.series + of_other[each.choice].series)
        for each in games_of(circle, key, player)
        if each.choice in of_other
    ]
    return sorted(both, key=lambda each: (-each.series, each.game, each.title))


def course_of(chosen: Chosen, player: Player) -> list[Step]:
    """Oldest first."""
    return [
        Step(series, result) for series in chosen.all_series for result in series.seats if result.player_id == player.pk
    ]


def side_by_side(chosen: Chosen, one: Sequence[Step], other: Sequence[Step]) -> list[Beside]:
    """Every series in which one of them played, the latest first."""
    of_one, of_other = ({step.series.id: step for step in steps} for steps in (one, other))
    return [
        Beside(series, of_one.get(series.id), of_other.get(series.id))
        for series in reversed(chosen.all_series)
        if series.id in of_one or series.id in of_other
    ]


def draw_totals(player: Player, steps: Sequence[Step]) -> Drawn | None:
    """Of the latest series, since more of them could not be told apart."""
    shown = steps[-MOST_IN_CHART:]
    if len(shown) < FEWEST_IN_CHART:
        return None
    courses = draw_courses([[(number, step.result.total) for number, step in enumerate(shown)]])
    return Drawn(courses, player, shown[0].series.ended_on, shown[-1].series.ended_on, len(shown))


def rivals_of(circle: Circle, chosen: Chosen, player: Player) -> list[Split]:
    """Nothing is drawn from fewer than three series."""
    splits = []
    for pair in rivals(circle, chosen):
        if player in (pair.a, pair.b) and pair.tally.series >= FEWEST_TOGETHER:
            other = pair.b if pair.a == player else pair.a
            splits.append(split(player, other, pair.tally if pair.a == player else pair.tally.reversed()))
    return splits


def split_of(circle: Circle, chosen: Chosen, player: Player, other: Player) -> Split | None:
    return next((each for each in rivals_of(circle, chosen, player) if each.other == other), None)


def split(player: Player, other: Player | None, tally: Tally) -> Split:
    names = {"player": player.name, "other": other.name if other else _("one player")}
    if tally.above == tally.below:
        text = _("%(player)s and %(other)s are even: each was above in %(count)s of %(series)s.")
    elif tally.above > tally.below:
        text = _("%(player)s finishes above %(other)s in %(count)s of %(series)s.")
    else:
        text = _("%(player)s finishes below %(other)s in %(count)s of %(series)s.")
    figures = {"count": max(tally.above, tally.below), "series": tally.series}
    return Split(other, tally, text % (names | {name: formatting.digits(figure) for name, figure in figures.items()}))


def partners_of(circle: Circle, chosen: Chosen, player: Player) -> list[Partner]:
    """With whom the player wins, where teams play. Those with most series come first."""
    together: dict[str, list[int]] = defaultdict(lambda: [0, 0])  # series, and those that were won
    for series in chosen.all_series:
        mine = next((result for result in series.seats if result.player_id == player.pk), None)
        for result in series.seats:
            if mine and result.side == mine.side and result.player_id != player.pk:
                together[result.player_id][0] += 1
                together[result.player_id][1] += mine.place == 1
    players = Player.objects.filter(circle=circle).in_bulk(list(together))
    partners = []
    for partner, (series_count, won) in sorted(together.items(), key=lambda one: (-one[1][0], players[one[0]].name)):
        if series_count >= FEWEST_TOGETHER:
            other = None if players[partner].is_left_out else players[partner]
            names = {"other": other.name if other else _("one player")}
            figures = {"count": formatting.digits(won), "series": formatting.digits(series_count)}
            text = _("With %(other)s: won %(count)s of %(series)s.") % (names | figures)
            partners.append(Partner(other, series_count, won, text))
    return partners
