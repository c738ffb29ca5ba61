"""When a phone without signal entered a hand, in the file of a circle."""

import json
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from ledger.circles.models import Circle
from ledger.series.models import Event
from ledger.series.services import Submit, record_hand
from ledger.series.starting import start_once
from tests.ledger.series.conftest import J40
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, forge, moved
from tests.ledger.transfer.importing.conftest import IMPOSSIBLE, problems_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def began() -> datetime:
    return timezone.now() - timedelta(hours=3)


@pytest.fixture
def from_phone(scorer, agreed, began) -> Circle:
    """A start and three hands: one with its time, one whose time was corrected, and one without a time of its own."""
    series = start_once(me=scorer, agreed=agreed, series_id="abcdefghijkm", played_at=began).state.series
    for version, played_at in enumerate([began, began - timedelta(hours=1), None], start=1):
        record_hand(series=series, submit=Submit(scorer, version, played_at=played_at), record=J40[2])
    return scorer.circle


def test_the_file_has_the_times_only_where_they_are_set(from_phone, began):
    (series,) = json.loads(export(from_phone))["series"]
    own = [{name: event.get(name) for name in ("played_at", "clock_corrected")} for event in series["events"]]
    assert own == [
        {"played_at": began.isoformat(), "clock_corrected": None},
        {"played_at": began.isoformat(), "clock_corrected": None},
        {"played_at": began.isoformat(), "clock_corrected": True},
        {"played_at": None, "clock_corrected": None},
    ]
    assert [set(event) & {"played_at", "clock_corrected"} for event in series["events"]][3] == set()


def test_a_round_trip_is_identical_to_the_byte_and_audited(from_phone, began):
    text, again = moved(from_phone)
    assert export(again) == text
    assert [event.played_at for event in Event.objects.order_by("number")] == [began, began, began, None]
    call_command("audit", stdout=StringIO())


@pytest.mark.parametrize(
    ("event", "later"),
    [
        (2, -timedelta(microseconds=1)),
        (2, timedelta(days=1)),
        (1, -timedelta(days=20_000)),
    ],
)
def test_a_time_that_cannot_be_is_refused(from_phone, began, event, later):
    whole = json.loads(export(from_phone))
    empty_the_database()
    part: dict[str, Any] = whole["series"][0]["events"][event - 1]
    part["played_at"] = (began + later).isoformat()
    forge(whole)
    assert IMPOSSIBLE.format(series="abcdefghijkm", number=event) in problems_of(as_bytes(whole))


@pytest.mark.parametrize("value", ["2004-10-20T18:30:00+05:45", "2004-10-20T18:30:00", 7])
def test_a_time_in_another_spelling_is_refused(from_phone, value):
    whole = json.loads(export(from_phone))
    empty_the_database()
    whole["series"][0]["events"][1]["played_at"] = value
    forge(whole)
    assert len(problems_of(as_bytes(whole))) == 1


def test_a_time_that_was_altered_is_found(from_phone, began):
    whole = json.loads(export(from_phone))
    empty_the_database()
    whole["series"][0]["events"][1]["played_at"] = (began + timedelta(minutes=1)).isoformat()
    assert any("event 2 does not fit into the chain" in problem for problem in problems_of(as_bytes(whole)))
