"""A series that was started by mistake is discarded: gone for everybody, and kept for the audit and the file."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ledger.following.tonight import tonight_of
from ledger.lib.refusals import InTheWay, OutOfDate, Refused
from ledger.live.links import make_link
from ledger.series.again import start_again
from ledger.series.changes import Discarded, Recorded, Reopened
from ledger.series.models import Draft, Event, Series, Status
from ledger.series.services import discard_series
from ledger.series.starting import start_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.conftest import refuses
from tests.ledger.following.links import Visitor
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, forge
from tests.ledger.transfer.importing.conftest import problems_of


def discard(scorer: Scorer) -> None:
    discard_series(series=scorer.series, submit=scorer.submit())


def delete(program: Program, series: Series, if_match: str) -> Any:
    return program.delete(f"series/{series.pk}", **{"If-Match": if_match})


@pytest.fixture
def bobs(scorer) -> Program:
    return Program(scorer.user)


# --- Gone for everybody ----------------------------------------------------------------------------------------------


def test_it_is_gone_from_pages_lists_and_links(bob_scores, bobs, bob, circle):
    link = make_link(me=bob_scores.me, series=bob_scores.series)
    visitor, client = Visitor(link), client_of(bob)
    visitor.read(visitor.open())
    Draft.objects.create(series=bob_scores.series, record={}, by_name="Bob")
    series, path = bob_scores.series, address("discard", bob_scores.series)
    assert f'action="{path}"' in client.get(address("stop", series)).content.decode()
    done = client.post(path, {"base_version": series.version, "key": "one press"}, follow=True)
    assert "The series was discarded." in text_of(done)
    for page in ("page", "history", "settlement", "stop", "link", "sheet", "export_json", "enter_hand"):
        assert client.get(address(page, series)).status_code == 404
    for answer in (visitor.ask(), visitor.open(), visitor.open("preview.png")):
        assert answer.status_code == 404
    assert bobs.get(f"series/{series.pk}").status_code == 404
    assert bobs.get(f"circles/{circle.pk}/series").json()["results"] == []
    assert series.pk not in client.get(f"/circles/{circle.pk}/").content.decode()
    assert series.pk not in client.get(f"/circles/{circle.pk}/series/").content.decode()
    assert tonight_of([bob_scores.me]).lead is None
    assert not Draft.objects.exists()


def test_it_counts_towards_no_limit(bob_scores, agreed, settings):
    settings.MOST_SERIES = 1
    with pytest.raises(Refused):
        start_series(me=bob_scores.me, agreed=agreed)
    discard(bob_scores)
    assert start_series(me=bob_scores.me, agreed=agreed).is_open


def test_a_write_that_comes_too_late_finds_nothing(bob_scores, bobs):
    submit = bob_scores.submit()
    discard(bob_scores)
    body = {"base_version": submit.base_version, "record": J40[0]}
    assert bobs.post(f"series/{bob_scores.series.pk}/hands", body).status_code == 404


def test_a_start_that_is_sent_again_does_not_bring_it_back(scorer, agreed):
    series = start_series(me=scorer, agreed=agreed, key="one press")
    discard(Scorer(scorer, series))
    with refuses("discarded"):
        start_series(me=scorer, agreed=agreed, key="one press")
    assert Series.with_discarded.count() == 1


def test_followers_are_led_past_it(bob_scores, agreed):
    link = make_link(me=bob_scores.me, series=bob_scores.series)
    bob_scores.record(*J40)
    visitor = Visitor(link)
    wrong = Scorer(bob_scores.me, start_again(me=bob_scores.me, last=bob_scores.series))
    visitor.read(visitor.open())
    there = Visitor(link, visitor.client)
    there.url = visitor.client.get(visitor.url + "next/")["Location"]
    assert there.open().status_code == 200
    discard(wrong)
    assert there.open().status_code == 404
    assert "They play on" not in text_of(visitor.ask())
    right = start_series(me=bob_scores.me, agreed=agreed)
    assert right.pk in right.continues.through.objects.get(from_series=right).from_series_id
    assert visitor.client.get(visitor.client.get(visitor.url + "next/")["Location"]).status_code == 200


# --- Who may, and when -----------------------------------------------------------------------------------------------


def test_the_api_discards(bob_scores, bobs):
    series = bob_scores.series
    moved = delete(bobs, series, '"7"')
    assert (moved.status_code, moved.json()["current"]["version"]) == (409, 1)
    done = delete(bobs, series, '"1"')
    assert (done.status_code, done.content) == (204, b"")
    assert delete(bobs, series, '"2"').status_code == 404
    assert Event.objects.get(series=series, number=2).kind == Discarded.kind


@pytest.mark.parametrize("record", [J40[0], {"thrown_in": True}])
@pytest.mark.parametrize("withdrawn", [False, True])
def test_not_once_a_hand_was_recorded(bob_scores, bobs, record, withdrawn):
    bob_scores.record(record)
    if withdrawn:
        bob_scores.undo()
    with refuses("has_hands", by=InTheWay):
        discard(bob_scores)
    version = bob_scores.state().series.version
    answer = delete(bobs, bob_scores.series, f'"{version}"')
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "has_hands")
    page = client_of(bob_scores.me.user).get(address("stop", bob_scores.series)).content.decode()
    assert "Discard" not in page
    assert bob_scores.state().series.is_open


def test_not_if_the_series_has_moved_on(bob_scores):
    submit = bob_scores.submit()
    bob_scores.record(J40[0])
    with pytest.raises(OutOfDate):
        discard_series(series=bob_scores.series, submit=submit)


def test_one_that_was_stopped_without_a_hand_too(bob_scores):
    bob_scores.stop(with_standard=True)
    discard(bob_scores)
    assert not Series.objects.exists()
    assert run_audit()[1] == 0


# --- The chain -------------------------------------------------------------------------------------------------------


def test_it_stays_in_the_file_and_in_the_audit(bob_scores, circle):
    discard(bob_scores)
    assert run_audit() == (["Everything is as it was written: 1 circles, 1 series, 0 entries."], 0)
    whole = export(circle)
    assert json.loads(whole)["series"][0]["status"] == "discarded"
    empty_the_database()
    import_circle(check_file(whole.encode()), None)
    assert export(circle) == whole
    assert (Series.objects.count(), Series.with_discarded.count()) == (0, 1)
    assert run_audit()[1] == 0
    Series.with_discarded.update(status=Status.OPEN)
    assert run_audit()[1] == 1


def test_a_file_cannot_discard_hands_or_go_on_after_it(bob_scores, circle):
    discard(bob_scores)
    text = export(circle)
    empty_the_database()
    check_file(text.encode())
    for kind, content in ((Recorded.kind, J40[0]), (Reopened.kind, {"stays_open": True}), (Discarded.kind, {})):
        for place in (1, 2):
            whole = json.loads(text)
            events = whole["series"][0]["events"]
            event = events[1] | {"kind": kind, "content": content, "number": 0}
            if kind == Recorded.kind:
                event["hand_number"] = 1
            if kind == Reopened.kind:
                event["reason"] = "a mistake"
            events.insert(place, event)
            for number, each in enumerate(events, start=1):
                each["number"] = number
            whole["series"][0]["version"] = len(events)
            forge(whole)
            assert any("could not have happened" in each for each in problems_of(as_bytes(whole))), (kind, place)


# --- Series that nobody touches --------------------------------------------------------------------------------------


def test_an_open_series_that_nobody_touched_for_30_days_leaves_the_table_of_tonight(bob_scores, agreed, monkeypatch):
    now, series = timezone.now(), bob_scores.series
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=29))
    other = start_series(me=bob_scores.me, agreed=agreed)
    shown = tonight_of([bob_scores.me])
    assert [table.state.series for table in (shown.lead, *shown.others)] == [other, series]
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=31))
    shown = tonight_of([bob_scores.me])
    assert (shown.lead.state.series, shown.others) == (other, ())
    page = client_of(bob_scores.me.user).get(f"/circles/{series.circle_id}/series/").content.decode()
    assert series.pk in page
    draft = Draft.objects.create(series=series, record={}, by_name="Bob")
    assert len(tonight_of([bob_scores.me]).others) == 1
    Draft.objects.filter(pk=draft.pk).update(changed_at=now)
    assert tonight_of([bob_scores.me]).others == ()
    assert Client().get(address("page", series)).status_code == 404
