"""Whether the table of a closed season follows from its series, as the series were when the season was closed."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ledger.circles.models import Circle
from ledger.lib.snapshots import snapshot
from ledger.series.audit.differences import unequal
from ledger.series.audit.rebuilding import CannotRebuild, rebuild_series
from ledger.series.models import Result, Series
from ledger.standings.counted import CountedSeries, Period, PlayerResult
from ledger.standings.models import Season
from ledger.standings.seasons.points import FinalTable, make_table, read_table

# A series is saved within this time of its end. So one that ended so shortly before the closing may be missing.
SAVED_WITHIN = timedelta(minutes=1)


def circle_season_differences(circle: Circle) -> Iterator[str]:
    """Yield a sentence for each difference. All tables are read in one snapshot."""
    with snapshot():
        for season in Season.objects.filter(circle=circle, closed_at__isnull=False).order_by("created_at", "pk"):
            for sentence in season_differences(season):
                yield f"{circle.name} ({circle.pk}), season {season.name} ({season.pk}): {sentence}"


def season_differences(season: Season) -> Iterator[str]:
    """Yield a sentence for each difference between the stored table and the table that its series would give."""
    try:
        final = read_table(season.kept or {})
    except (ValueError, ZeroDivisionError):
        yield "its final table cannot be read."
        return
    days, counted = Period(season.since, season.until), []
    for series_id, hash_ in final.made_from:
        series = Series.objects.filter(pk=series_id, circle=season.circle_id, game=season.game).first()
        try:
            results = results_at(series, hash_) if series else []
        except CannotRebuild:
            results = []  # The audit of the series says what is wrong with it.
        of_season = [result for result in results if result.title == season.title]
        if (
            series is None
            or not of_season
            or (ended := counted_of(series, of_season, season.zone)).ended_on not in days
        ):
            yield f"its final table is made from series {series_id} with the hash {hash_}, which does not count in it."
            return
        counted.append(ended)
    counted.sort(key=lambda series: (series.ended_at, series.id))
    yield from table_differences(final, make_table(season.points, counted))

    ended_by = (season.closed_at or season.created_at) - SAVED_WITHIN
    of_game = Result.objects.filter(series__circle=season.circle_id, series__game=season.game, title=season.title)
    listed = [series_id for series_id, _hash in final.made_from]
    ended_before = of_game.filter(ended_at__lt=ended_by).exclude(series__in=listed)
    for series in Series.objects.filter(pk__in=ended_before.values("series")).order_by("pk"):
        if counted_of(series, list(series.results.order_by("seat")), season.zone).ended_on in days:
            yield f"its final table leaves out series {series.pk}, which had ended before the season was closed."


def results_at(series: Series, hash_: str) -> list[Result]:
    """Return the results of the series after the event with this hash.

    Empty if there is no such event, or if the series was open after it.
    """
    if series.latest_hash == hash_:
        return list(series.results.order_by("seat"))
    events = list(series.events.order_by("number"))
    numbers = [event.number for event in events if event.hash == hash_]
    return rebuild_series(series, events[: numbers[0]]).results if numbers else []


def counted_of(series: Series, results: Sequence[Result], zone: ZoneInfo) -> CountedSeries:
    """Return the series as it counts in a season, with these results."""
    unread: dict[str, Any] = {"received_text": "", "declared_text": ""}  # the table of a season does not need these
    names = [field.name for field in fields(PlayerResult) if field.name not in unread]
    player_results = [PlayerResult(**unread, **{name: getattr(result, name) for name in names}) for result in results]
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
        results=tuple(player_results),
    )


def table_differences(final: FinalTable, expected: FinalTable) -> Iterator[str]:
    """Yield a sentence for each row of the stored table (`final`) that is not as expected, and one for all else."""
    stored_rows, expected_rows = ({row.player: row for row in table.rows} for table in (final, expected))
    for player, *both in unequal(stored_rows, expected_rows):
        is_now, should_be = (
            f"place {row.place} with {row.points} in {row.series} series" if row else "no place" for row in both
        )
        if is_now != should_be:
            yield f"its final table gives player {player} {is_now}, and should give {should_be}."
        else:
            yield f"the course of player {player} in its final table does not follow from the series."
    if (final.steps, final.currency) != (expected.steps, expected.currency):
        yield "the series or the currency named in its final table are not those from which it is made."
