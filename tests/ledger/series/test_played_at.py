"""What a phone without signal sends: when a hand was entered there, which is not when the site learns it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.utils import timezone as django_timezone

from ledger.circles.models import Member
from ledger.lib.hash_chain import content_hash
from ledger.series.chain import event_hash
from ledger.series.changes import Stopped
from ledger.series.models import Event, Result, Series
from ledger.series.services import (
    Submit,
    record_hand,
    stop_series,
)
from ledger.series.starting import start_once
from tests.ledger.series.conftest import J40
from tests.ledger.series.evening import run_audit

ID = "abcdefghijkm"
NEPAL = timezone(timedelta(hours=5, minutes=45))


@pytest.fixture
def began() -> datetime:
    """Three hours ago, when the phone had no signal."""
    return django_timezone.now() - timedelta(hours=3)


@pytest.fixture
def in_phone(scorer, agreed, began) -> Series:
    return start_once(me=scorer, agreed=agreed, key="start", series_id=ID, played_at=began).state.series


def record(series: Series, me: Member, played_at: datetime | None) -> Event:
    series.refresh_from_db()
    record_hand(series=series, submit=Submit(me, series.version, played_at=played_at), record=J40[2])
    return Event.objects.get(series=series, number=series.version + 1)


# --- The time --------------------------------------------------------------------------------------------------------


def test_an_event_has_the_time_of_the_phone_and_that_of_the_site(in_phone, scorer, began):
    before = django_timezone.now()
    event = record(in_phone, scorer, began + timedelta(minutes=10))
    assert (event.played_at, event.clock_corrected) == (began + timedelta(minutes=10), False)
    assert before <= event.at <= django_timezone.now()
    in_phone.refresh_from_db()
    assert in_phone.changed_at == event.at


def test_without_a_phone_there_is_one_time(bob_scores):
    event = bob_scores.record(J40[2]).events[0]
    assert (event.played_at, event.clock_corrected, event.entered_at) == (None, False, event.at)


@pytest.mark.parametrize("before", [timedelta(microseconds=1), timedelta(days=365)])
def test_a_time_before_the_previous_event_becomes_that_of_it(in_phone, scorer, began, before):
    earlier = began + timedelta(hours=1)
    record(in_phone, scorer, earlier)
    event = record(in_phone, scorer, earlier - before)
    assert (event.played_at, event.clock_corrected) == (earlier, True)


def test_the_previous_event_counts_with_the_site_time_where_it_has_no_other(bob_scores, scorer, began):
    start = Event.objects.get()
    event = record(bob_scores.series, scorer, began)
    assert (event.played_at, event.clock_corrected) == (start.at, True)


def test_two_events_of_the_same_time_stay_so(in_phone, scorer, began):
    later = began + timedelta(microseconds=1)
    first, second = record(in_phone, scorer, later), record(in_phone, scorer, later)
    assert [(event.played_at, event.clock_corrected) for event in (first, second)] == [(later, False)] * 2


@pytest.mark.parametrize(
    ("text", "is_past"),
    [
        ("0001-01-01T00:00:00+05:45", True),
        ("0001-01-01T00:00:00-12:00", True),
        ("1970-01-01T00:00:00+00:00", True),
        ("in two seconds", False),
        ("9999-12-31T23:59:59.999999-12:00", False),
        ("9999-12-31T23:59:59.999999+14:00", False),
    ],
)
def test_a_clock_that_was_never_set_refuses_no_hand(in_phone, scorer, began, text, is_past):
    soon = django_timezone.now() + timedelta(seconds=2)
    event = record(in_phone, scorer, soon if text == "in two seconds" else datetime.fromisoformat(text))
    assert (event.played_at, event.clock_corrected) == (began if is_past else None, True)


def test_another_offset_is_the_same_moment_and_the_chain_stays_whole(in_phone, scorer, began):
    event = record(in_phone, scorer, (began + timedelta(minutes=1, microseconds=7)).astimezone(NEPAL))
    assert event.played_at == began + timedelta(minutes=1, microseconds=7)
    assert event_hash(event) == event.hash
    assert run_audit()[1] == 0


# --- The hash --------------------------------------------------------------------------------------------------------


def test_the_hash_covers_both_only_where_they_are_set(in_phone, scorer, began):
    played, site, corrected = (record(in_phone, scorer, played_at) for played_at in (began, None, began))
    assert corrected.played_at == site.at
    for event, more in (
        (played, {"played_at": began.isoformat()}),
        (site, {}),
        (corrected, {"played_at": site.at.isoformat(), "clock_corrected": True}),
    ):
        content = {
            "series": ID,
            "previous": event.previous_hash,
            "number": event.number,
            "kind": "recorded",
            "hand_number": event.hand_number,
            "content": event.content,
            "reason": "",
            "by_name": "Bob",
            "at": event.at.isoformat(),
            "key": None,
        }
        assert event.hash == content_hash(content | more)


@pytest.mark.parametrize("altered", [None, datetime(2004, 10, 20, tzinfo=UTC)])
def test_the_audit_sees_a_time_that_was_altered(in_phone, scorer, began, altered):
    record(in_phone, scorer, began + timedelta(minutes=5))
    Event.objects.filter(number=2).update(played_at=altered)
    printed, code = run_audit()
    assert (code, "event 2 (hand 1) was changed after it was written" in "\n".join(printed)) == (1, True)


def test_the_audit_sees_a_time_that_cannot_be_though_the_hashes_fit(in_phone, scorer, began):
    event = record(in_phone, scorer, began + timedelta(minutes=5))
    event.played_at = began - timedelta(minutes=5)
    event.hash = event_hash(event)
    event.save()
    Series.objects.update(latest_hash=event.hash)
    printed, code = run_audit()
    sentence = f"event 2 is stored as played at {event.played_at}, when it cannot have been."
    assert (code, sentence in "\n".join(printed)) == (1, True)


# --- The start -------------------------------------------------------------------------------------------------------


def test_a_series_from_a_phone_has_its_id_and_its_start(in_phone, began):
    series = Series.objects.get()
    start = Event.objects.get()
    assert (series.pk, series.started_at, start.played_at) == (ID, began, began)
    assert start.content["started_at"] == began.isoformat()
    assert series.changed_at == start.at


@pytest.mark.parametrize("years", [-1000, -50, 1, 5000])
def test_a_start_by_a_clock_that_was_never_set_is_now(scorer, agreed, years):
    now = django_timezone.now()
    clock = now.replace(year=now.year + years, day=1)
    started = start_once(me=scorer, agreed=agreed, played_at=clock).state.series
    start = Event.objects.get()
    assert (started.started_at, start.played_at, start.clock_corrected) == (start.at, None, True)


def test_it_ends_when_the_site_learns_it(in_phone, scorer, began):
    record(in_phone, scorer, began)
    stop_series(series=in_phone, submit=Submit(scorer, 2, played_at=began), with_standard=False)
    assert {result.ended_at for result in Result.objects.all()} == {Event.objects.get(kind=Stopped.kind).at}


@pytest.mark.parametrize(("hours", "continues"), [(11.9, True), (12.1, False)])
def test_it_continues_the_series_of_the_same_evening(in_phone, scorer, agreed, began, hours, continues):
    """Both were played three hours ago and more; the site learns of them at the same moment."""
    first = start_once(me=scorer, agreed=agreed, played_at=began - timedelta(hours=24)).state.series
    record(first, scorer, began - timedelta(hours=hours))
    second = start_once(me=scorer, agreed=agreed, played_at=began).state.series
    assert list(second.continues.all()) == ([first] if continues else [])
