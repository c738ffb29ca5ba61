"""Seasons in the file of a circle, and what the audit finds."""

import json
from datetime import timedelta
from typing import Any

import pytest

from ledger.circles.models import Circle
from ledger.series.models import Series
from ledger.series.services import correct_hand, reopen_series, stop_series
from ledger.standings.models import Points, Season
from ledger.standings.seasons.table import season_table
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.standings.seasons import close, on, season
from tests.ledger.transfer.circle_files import empty_the_database, export, moved

pytestmark = pytest.mark.django_db


@pytest.fixture
def seasons(four_play, owner) -> tuple[Season, Series]:
    """A closed season by money of two series, one of which was reopened and is over again; and an open season."""
    with on(5, 2):
        season(owner, name="Goes on")
    with on(5, 1):
        spring = season(owner, points=Points.MONEY)
    with on(5, 12):
        played = four_play([16, 10, 10, 4])
    with on(5, 13):
        four_play([12, 12, 12, 4])
    with on(5, 14):
        closed = close(owner, spring)
    with on(5, 20):
        alice = Scorer(owner, played)
        reopen_series(series=played, submit=alice.submit(), reason="To look again")
        record = {"points_won": [4, 10, 10, 16]}
        correct_hand(series=played, submit=alice.submit(), number=1, record=record, reason="wrong pile")
        stop_series(series=played, submit=alice.submit(), with_standard=False)
    return closed, played


def test_a_round_trip_is_identical_to_the_byte(seasons, circle):
    closed, _played = seasons
    text, again = moved(circle)
    assert [one["name"] for one in json.loads(text)["seasons"]] == ["Spring", "Goes on"]
    assert export(again) == text
    after = Season.objects.get(pk=closed.pk)
    assert (after.kept, after.closed_at, after.name_key) == (closed.kept, closed.closed_at, "spring")
    assert run_audit()[1] == 0


def test_a_circle_without_seasons_has_the_file_that_it_had(owner):
    assert "seasons" not in json.loads(export(owner.circle))


def set_points(kept: dict[str, Any]) -> None:
    kept["rows"][0]["points"] = "9900"


def set_place(kept: dict[str, Any]) -> None:
    kept["rows"][3]["place"] = 1


def set_course(kept: dict[str, Any]) -> None:
    kept["rows"][1]["course"][0] = "1"


def leave_out_series(kept: dict[str, Any]) -> None:
    """Also from the rows: only the comparison with the series that count can show that it is missing."""
    del kept["made_from"][1]
    for row in kept["rows"]:
        row["series"], row["points"] = 1, row["course"][0]
        del row["course"][1]
    del kept["steps"][1]


def set_currency(kept: dict[str, Any]) -> None:
    kept["currency"] = "CHF"


def set_hash(kept: dict[str, Any]) -> None:
    kept["made_from"][0][1] = "0" * 64


PLANTED = [set_points, set_place, set_course, leave_out_series, set_currency, set_hash]


@pytest.mark.parametrize("plant", PLANTED)
def test_the_audit_finds_a_planted_change(seasons, plant):
    closed, _played = seasons
    assert run_audit()[1] == 0
    plant(closed.kept)
    closed.save()
    lines, code = run_audit()
    assert code == 1
    assert all(f"season Spring ({closed.pk}): " in line for line in lines)
    assert lines


def test_the_audit_names_a_series_that_no_longer_exists(seasons, owner):
    """Somebody has deleted it in the database. The season keeps its table, and its page names nothing."""
    closed, played = seasons
    Series.objects.filter(pk=played.pk).delete()
    table = season_table(owner, closed)
    assert (table.series, table.reopened) == (2, [])
    lines, code = run_audit()
    assert code == 1
    assert any(
        f"season Spring ({closed.pk}): its final table is made from series {played.pk}" in line for line in lines
    )


@pytest.mark.parametrize(("seconds", "code"), [(50, 0), (70, 1)])
def test_a_series_that_ended_over_a_minute_before_the_closing_is_missed(seasons, seconds, code):
    closed, _played = seasons
    assert closed.kept
    left_out = Series.objects.get(pk=closed.kept["made_from"][1][0])
    leave_out_series(closed.kept)
    closed.closed_at = left_out.results.earliest("pk").ended_at + timedelta(seconds=seconds)
    closed.save()
    assert run_audit()[1] == code


@pytest.mark.parametrize("plant", [*PLANTED, lambda kept: kept.update(rows="none")])
def test_such_a_file_is_refused(seasons, circle, plant):
    whole = json.loads(export(circle))
    plant(whole["seasons"][0]["kept"])
    empty_the_database()
    with pytest.raises(UnreadableFile):
        import_circle(check_file(json.dumps(whole).encode()), None)
    assert not Circle.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "Goes\u200bon"},
        {"name": "goes on"},  # the name of the other season
        {"game": "chess"},
        {"until": "2026-04-30"},
        {"until": "2026-6-30"},
        {"until": "20260630"},
        {"points": "luck"},
        {"kept": None},
        {"closed_at": None},
        {"more": 1},
    ],
)
def test_an_impossible_season_is_refused(seasons, circle, changed):
    whole = json.loads(export(circle))
    whole["seasons"][0] |= changed
    empty_the_database()
    with pytest.raises(UnreadableFile):
        import_circle(check_file(json.dumps(whole).encode()), None)
    assert not Circle.objects.exists()
