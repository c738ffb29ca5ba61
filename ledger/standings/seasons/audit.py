"""Does the table of a closed season follow from its series, as they were when it was closed?"""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import timedelta
from zoneinfo import ZoneInfo

from ledger.circles.models import Circle
from ledger.lib.snapshots import snapshot
from ledger.series.audit.differences import unequal
from ledger.series.audit.rebuilding import CannotRebuild, rebuild_series
from ledger.series.models import Result, Series
from ledger.standings.counted import CountedSeries, Period, SeatResult
from ledger.standings.models import Season
from ledger.standings.seasons.points import FinalTable, make_table, read_table

# A series that ended within this time before the closing may have been saved after it.
SAME_MOMENT = timedelta(minutes=1)


def circle_season_differences(circle: Circle) -> Iterator[str]:
    """Every difference is one sentence. Everything is read as it is at one moment."""
    with snapshot():
        for season in Season.objects.filter(circle=circle, closed_at__isnull=False).order_by("created_at", "pk"):
            for sentence in season_differences(season):
                yield f"{circle.name} ({circle.pk}), season {season.name} ({season.pk}): {sentence}"


def season_differences(season: Season) -> Iterator[str]:
    try:
        kept = read_table(season.kept or {})
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        yield "its final table cannot be read."
        return
    days, counted = Period(season.since, season.until), []
    for series_id, hash_ in kept.made_from:
        series = Series.objects.filter(pk=series_id, circle=season.circle_id, game=season.game).first()
        try:
            results = results_at(series, hash_) if series else []
        except CannotRebuild:
            results = []  # The audit of the series says what is wrong with it.
        of_season = [result for result in results if result.title == season.title]
        if series is None or not of_season or (one := counted_of(series, of_season, season.zone)).ended_on not in days:
            yield f"its final table is made from series {series_id} with the hash {hash_}, which does not count in it."
            return
        counted.append(one)
    counted.sort(key=lambda one: (one.ended_at, one.id))
    yield from table_differences(kept, make_table(season.points, counted))

    before = (season.closed_at or season.created_at) - SAME_MOMENT
    of_game = Result.objects.filter(series__circle=season.circle_id, series__game=season.game, title=season.title)
    listed = [series_id for series_id, _hash in kept.made_from]
    ended_before = of_game.filter(ended_at__lt=before).exclude(series__in=listed)
    for series in Series.objects.filter(pk__in=ended_before.values("series")).order_by("pk"):
        if counted_of(series, list(series.results.order_by("seat")), season.zone).ended_on in days:
            yield f"its final table leaves out series {series.pk}, which had ended before the season was closed."


def results_at(series: Series, hash_: str) -> list[Result]:
    """Of the series as it was after the event with this hash. Empty if there is none, or if the series was open."""
    if series.latest_hash == hash_:
        return list(series.results.order_by("seat"))
    events = list(series.events.order_by("number"))
    numbers = [event.number for event in events if event.hash == hash_]
    return rebuild_series(series, events[: numbers[0]]).results if numbers else []


def counted_of(series: Series, results: Sequence[Result], zone: ZoneInfo) -> CountedSeries:
    names = [field.name for field in fields(SeatResult) if field.name != "received_text"]
    seats = [SeatResult(received_text="", **{name: getattr(one, name) for name in names}) for one in results]
    first = results[0]
    return CountedSeries(
        id=series.pk,
        game=series.game,
        title=first.title,
        ended_at=first.ended_at,
        currency=series.currency,
        low_wins=first.low_wins,
        sides=first.sides,
        hands=first.series_hands,
        status=series.status,
        zone=zone,
        seats=tuple(seats),
    )


def table_differences(kept: FinalTable, expected: FinalTable) -> Iterator[str]:
    has, should = ({line.player: line for line in table.lines} for table in (kept, expected))
    for player, *both in unequal(has, should):
        is_, should_be = (
            f"place {line.place} with {line.points} in {line.series} series" if line else "no place" for line in both
        )
        if is_ != should_be:
            yield f"its final table gives player {player} {is_}, and should give {should_be}."
        else:
            yield f"the course of player {player} in its final table does not follow from the series."
    if (kept.steps, kept.currency) != (expected.steps, expected.currency):
        yield "the series or the currency named in its final table are not those from which it is made."
