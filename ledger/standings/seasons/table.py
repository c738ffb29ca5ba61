"""The table of a season as a member may see it, with the places won or lost in a week, and a picture of the points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from django.db.models import F, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.face.cached_pages import hash_key
from ledger.face.chart import Chart, DrawnLine, draw_chart
from ledger.face.faces import faces_at_table
from ledger.lib import formatting
from ledger.lib.currencies import minor_digits
from ledger.lib.lru import LRUCache
from ledger.series.models import Series, Status
from ledger.standings.counted import CountedSeries, Period, PlayedGame, counted_series, results_key
from ledger.standings.models import Points, Season
from ledger.standings.seasons.points import FinalTable, PlayerInSeason, has_several_currencies, make_table, read_table

MOVED_SINCE = timedelta(days=7)  # an open season shows the places won and lost in this time
MOST_LINES = 8  # of the picture: more cannot be told apart

_TABLES: LRUCache[FinalTable] = LRUCache(20_000, size_of=lambda table: 1 + len(table.rows) + len(table.steps))


@dataclass(frozen=True, slots=True)
class SeasonRow:
    player: Player | None  # None: somebody who is left out
    place: int
    points: Fraction | None  # by money in minor units; None: hidden from this reader
    text: str  # the points, as the page shows them
    series: int
    movement: int | None  # places won in seven days, below zero: lost; None: was not in the table then

    @property
    def distance(self) -> int:
        """How many places were won or lost."""
        return abs(self.movement or 0)


@dataclass(frozen=True, slots=True)
class FiguresRow:
    """What points the players in the picture had after a series: a `CourseStep`."""

    number: int
    day: date
    series: str
    points: Sequence[str]  # in the order of `Picture.players`


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart of the points of the first players of the table, without players who are left out."""

    chart: Chart
    lines: Sequence[DrawnLine]
    players: Sequence[Player]
    rows: Sequence[FiguresRow]  # the same figures as a table


@dataclass(frozen=True, slots=True)
class SeasonTable:
    season: Season
    rows: Sequence[SeasonRow]
    series: int  # how many count; in a closed season, how many counted
    currency: str  # of the points, if they are money that the reader may see; else empty
    has_movement: bool
    hides_points: bool  # the points are money, which the reader may not see
    several_currencies: bool  # then money cannot decide the season, and there are no rows
    reopened: Sequence[Series]  # series that have changed since the season was closed
    picture: Picture | None

    @property
    def champions(self) -> list[SeasonRow]:
        return [row for row in self.rows if row.place == 1] if self.season.is_closed else []

    @property
    def seen(self) -> str:
        """A hash of what a reader sees, to find out whether the table has changed since a page was sent."""
        rows = [[row.player and row.player.pk, row.place, str(row.points), row.series] for row in self.rows]
        return hash_key(rows, self.series, [str(self.season.closed_at)], [series.pk for series in self.reopened])[:32]


@dataclass(frozen=True, slots=True)
class SeasonInList:
    season: Season
    series: int  # how many count; of a closed season how many counted
    champions: Sequence[Player | None]  # None: somebody who is left out
    reopened: Sequence[str]  # the ids of series that have changed since the season was closed


def seasons_of(circle: Circle) -> QuerySet[Season]:
    """Open seasons, then closed seasons, the latest first in both. A points-only circle has no seasons by money."""
    newest = F("closed_at").desc(nulls_first=True)
    seasons = Season.objects.filter(circle=circle).order_by(newest, "-until", "-since", "name_key")
    return seasons.exclude(points=Points.MONEY) if circle.points_only else seasons


def load_season(me: Member, season_id: str) -> Season:
    season = get_object_or_404(seasons_of(me.circle), pk=season_id)
    season.circle = me.circle
    if season.game not in BY_SLUG:
        raise Http404
    return season


def champions_of(seasons: Sequence[Season]) -> dict[str, list[Player | None]]:
    """The champions of each season. An open season has none, and None stands for a player who is left out."""
    first = {
        season.pk: [row["player"] for row in season.kept["rows"] if row["place"] == 1] if season.kept else []
        for season in seasons
    }
    players = Player.objects.in_bulk({player for champions in first.values() for player in champions})
    return {
        season: sorted(
            (None if players[pk].is_left_out else players[pk] for pk in champions),
            key=lambda player: (player is None, player.name if player else ""),
        )
        for season, champions in first.items()
    }


def list_seasons(circle: Circle) -> list[SeasonInList]:
    """All seasons of a circle. Many seasons cost as many queries as few."""
    seasons, key = list(seasons_of(circle)), results_key(circle)
    champions = champions_of(seasons)
    in_order = Series.objects.filter(circle=circle).order_by("started_at", "pk")
    hashes = dict(in_order.values_list("pk", "latest_hash"))
    listed = []
    for season in seasons:
        season.circle = circle
        made_from = dict(season.kept["made_from"]) if season.kept else {}
        changed = {series for series, hash_ in made_from.items() if hashes.get(series, hash_) != hash_}
        reopened = [series for series in hashes if series in changed] if changed else []
        count = len(made_from) if season.is_closed else len(series_of(season, key))
        listed.append(SeasonInList(season, count, champions[season.pk], reopened))
    return listed


def game_of_season(season: Season) -> PlayedGame:
    return PlayedGame(season.game, season.title, 0)


def series_of(season: Season, key: str = "") -> list[CountedSeries]:
    """Return the series that count in the season now, in the order in which they ended.

    `key` is `results_key(circle)`, if known. The days are those of `Season.zone`.
    """
    key, period = key or results_key(season.circle), Period(season.since, season.until)
    counted: Sequence[CountedSeries] = counted_series(season.circle, key, season.game, season.title)
    if season.zone != season.circle.zone:
        counted = [replace(series, zone=season.zone) for series in counted]
    return [series for series in counted if series.ended_on in period]


def reopened_series(season: Season) -> list[Series]:
    """The series that count in a closed season and have changed since it was closed.

    A series that no longer exists is not among them, and the season keeps its table. The site deletes no series that
    counts, so that only a change of the database by hand explains it: the audit names such a series.
    """
    if season.kept is None:
        return []
    hashes = dict(Series.objects.filter(circle=season.circle_id).values_list("pk", "latest_hash"))
    changed = [series for series, hash_ in season.kept["made_from"] if hashes.get(series, hash_) != hash_]
    return list(Series.objects.filter(pk__in=changed).order_by("started_at", "pk"))


def count_open_series(season: Season) -> int:
    """Return how many series of the season's game are not over yet."""
    of_game = Series.objects.filter(circle=season.circle, game=season.game, status=Status.OPEN)
    return sum(BY_SLUG[season.game].title_of(series.rules) == season.title for series in of_game)


def current_table(season: Season, counted: Sequence[CountedSeries], key: str) -> FinalTable:
    """Return the table of an open season after the first of its series (`counted`), or after all of them.

    `key` is `results_key(circle)`. With it, the number of series tells which series these are, so tables are cached.
    """
    table_key = (season.circle_id, key, season.game, season.title, season.since, season.until, season.points)
    return _TABLES.get_or_make((*table_key, len(counted)), lambda: make_table(season.points, counted))


def season_table(me: Member, season: Season) -> SeasonTable:
    """Return the table as this member may see it. A closed season shows its stored table, without movement."""
    before: dict[str, int] = {}  # the places a week ago, by the id of the player
    several = False
    if season.kept is not None:
        table, series_count = read_table(season.kept), len(season.kept["made_from"])
    else:
        key = results_key(season.circle)
        counted = series_of(season, key)
        several, series_count = has_several_currencies(season.points, counted), len(counted)
        if several:
            counted = []
        table = current_table(season, counted, key)
        week_ago = timezone.now() - MOVED_SINCE
        earlier = [series for series in counted if series.ended_at <= week_ago]
        before = {row.player: row.place for row in current_table(season, earlier, key).rows}

    players = Player.objects.filter(circle=season.circle_id).in_bulk([row.player for row in table.rows])
    hides_points = season.points == Points.MONEY and not me.sees_money_in_standings
    in_order = sorted(table.rows, key=lambda row: _order(row, players[row.player]))
    rows = []
    for row in in_order:
        player = None if players[row.player].is_left_out else players[row.player]
        movement = before[row.player] - row.place if row.player in before else None
        points = None if hides_points else row.points
        rows.append(SeasonRow(player, row.place, points, points_text(points, table.currency), row.series, movement))
    return SeasonTable(
        season=season,
        rows=rows,
        series=series_count,
        currency="" if hides_points else table.currency,
        has_movement=bool(before),
        hides_points=hides_points,
        several_currencies=several,
        reopened=reopened_series(season),
        picture=None if hides_points else _picture(table, in_order, players),
    )


def points_text(points: Fraction | None, currency: str) -> str:
    """Return the points as the page shows them. `currency` is empty if the points are not money."""
    if points is None:
        return "–"
    return formatting.amount(int(points), currency, signed=True) if currency else formatting.points(points)


def _order(row: PlayerInSeason, player: Player) -> tuple[object, ...]:
    """By place, and on one place by name. Players who are left out come last on their place."""
    return row.place, player.is_left_out, player.name, player.pk


def _picture(table: FinalTable, in_order: Sequence[PlayerInSeason], players: dict[str, Player]) -> Picture | None:
    """Draw the picture without players who are left out: the colour and mark of a line would tell who it is."""
    drawn = [row for row in in_order if not players[row.player].is_left_out][:MOST_LINES]
    if len(table.steps) < 2 or not drawn:  # noqa: PLR2004  (one point makes no line)
        return None
    points_after = list(zip(*(row.course for row in drawn), strict=True))  # a tuple for each step
    major = 10 ** minor_digits(table.currency) if table.currency else 1
    chart = draw_chart([[points / major for points in step] for step in points_after], len(drawn), None)
    if len(table.steps) < table.steps[-1].number:  # a step stands for several series: the chart would number it wrongly
        chart = replace(chart, steps=())
    named = [players[row.player] for row in drawn]
    faces = faces_at_table([player.face for player in named])
    return Picture(
        chart=chart,
        lines=[DrawnLine(*line) for line in zip((player.name for player in named), faces, chart.lines, strict=True)],
        players=named,
        rows=[
            FiguresRow(step.number, step.day, step.series, [points_text(total, table.currency) for total in points])
            for step, points in zip(table.steps, points_after, strict=True)
        ],
    )
