"""Seasons for tests. With four players, a hand of fewer than ten points counts as ten less."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any
from unittest import mock

from ledger.circles.models import Member
from ledger.standings.models import Points, Season
from ledger.standings.seasons.services import Terms, close_season, make_season
from ledger.standings.seasons.table import SeasonTable, season_table

MAY, JUNE = date(2026, 5, 1), date(2026, 6, 30)


@contextmanager
def on(month: int, day: int) -> Iterator[None]:
    """At noon in Kathmandu."""
    with mock.patch("django.utils.timezone.now", return_value=datetime(2026, month, day, 6, 15, tzinfo=UTC)):
        yield


def terms(**changed: Any) -> Terms:
    usual = {"name": "Spring", "game": "jaago-chalis", "title": "", "since": MAY, "until": JUNE, "points": Points.PLACE}
    return Terms(**{**usual, **changed})


def season(me: Member, **changed: Any) -> Season:
    return make_season(me=me, terms=terms(**changed))


def close(me: Member, open_season: Season) -> Season:
    return close_season(me=me, season=open_season, seen=season_table(me, open_season).seen)


def in_words(table: SeasonTable) -> list[str]:
    """Each row as “1 Asha 3 of 1”: place, name, points and number of series."""
    named = [(row, row.player.name if row.player else "One player") for row in table.rows]
    return [f"{row.place} {name} {row.text} of {row.series}" for row, name in named]


def movement(table: SeasonTable) -> dict[str, int | None]:
    return {row.player.name: row.movement for row in table.rows if row.player}
