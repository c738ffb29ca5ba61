"""A kind of change written in one file works in page, API, history, export, import, audit and the phone's program."""

import json
from importlib import import_module
from types import ModuleType

import pytest
from django.db import transaction
from django.urls import clear_url_caches, include, path

from ledger.api.openapi import make_description
from ledger.pocket.phone.again import make_again
from ledger.pocket.phone.waiting import waiting
from ledger.series.audit.rebuilding import OF_A_HAND, RebuiltSeries
from ledger.series.changes import CHANGES
from ledger.series.descriptions import describe_event
from ledger.series.models import Event, Series
from ledger.series.services import make_change
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.api.conftest import Program
from tests.ledger.pages import address, refusal_text
from tests.ledger.pocket.evenings import in_phone, send, taken_along
from tests.ledger.pocket.waiting_files import Phone, read_in
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.series.paused import Paused, apply_pause
from tests.ledger.transfer.circle_files import export


def test_the_audit_can_apply_every_kind():
    assert set(RebuiltSeries.apply_kind) == set(CHANGES)
    assert set(OF_A_HAND) == {kind for kind, change in CHANGES.items() if change.of_a_hand}


@pytest.fixture
def _paused(monkeypatch, settings) -> None:
    """Make `paused` a kind of change, with an address in the API."""
    monkeypatch.setitem(CHANGES, Paused.kind, Paused)
    monkeypatch.setitem(RebuiltSeries.apply_kind, Paused.kind, apply_pause)
    site, api = import_module(settings.ROOT_URLCONF), import_module("ledger.api.urls")
    more = ModuleType("urls_with_pauses")
    with_pauses = api.paths_of_changes({Paused.kind: Paused})
    more.urlpatterns = [path("api/v1/", include(with_pauses)), *site.urlpatterns]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = more
    clear_url_caches()


@pytest.fixture
def table(_paused, bob_scores) -> Scorer:
    bob_scores.record(J40[0])
    return bob_scores


def pause(table: Scorer) -> Series:
    return make_change(Paused(minutes=10), series=table.series, submit=table.submit("one-press")).state.series


def test_a_button_asks_for_it_and_the_history_says_so(table, bobs_phone):
    change = address("change", table.series, "paused")
    sent = {"minutes": "10", "base_version": 2, "key": "one press"}
    assert bobs_phone.post(change, sent).status_code == 302
    assert bobs_phone.post(change, sent).status_code == 302
    event = Event.objects.get(kind="paused")
    assert describe_event(event) == "Bob paused the series for 10 minutes."
    assert bobs_phone.post(change, sent | {"minutes": "600"}).status_code == 400
    answer = bobs_phone.post(change, sent | {"key": "another"})
    assert "Bob paused the series for 10 minutes." in refusal_text(answer, 409)


def test_a_series_that_is_over_is_not_paused(table, bobs_phone):
    table.stop(with_standard=False)
    sent = {"minutes": "10", "base_version": 3, "key": "one press"}
    answer = bobs_phone.post(address("change", table.series, "paused"), sent, follow=True)
    assert "The series is over." in answer.content.decode()
    assert not Event.objects.filter(kind="paused").exists()


def test_a_program_asks_for_it_once(table):
    program, body = Program(table.me.user), {"minutes": 10, "base_version": 2}
    place = f"series/{table.series.pk}/pauses"
    assert program.post(place, body | {"minutes": 0}, **{"Idempotency-Key": "a"}).status_code == 422
    first = program.post(place, body, **{"Idempotency-Key": "a"})
    second = program.post(place, body, **{"Idempotency-Key": "a"})
    assert (first.status_code, second.status_code) == (201, 201)
    assert second["Idempotent-Replayed"] == "true"
    assert first.json()["version"] == 3
    assert Event.objects.get(kind="paused").content == {"minutes": 10}
    described = make_description()["components"]["schemas"]["PauseInput"]
    assert set(described["required"]) == {"base_version", "minutes"}


def test_a_circle_with_it_is_exported_imported_and_audited(table, circle):
    pause(table)
    table.record(J40[1])
    assert run_audit()[1] == 0
    text = export(circle)
    circle.delete()
    assert json.loads(export(import_circle(check_file(text.encode()), None))) == json.loads(text)
    Event.objects.filter(kind="paused").update(hand_number=1)
    assert run_audit()[1] == 1


def test_a_site_that_does_not_know_it_refuses_the_file(table, circle, monkeypatch):
    pause(table)
    text = export(circle)
    circle.delete()
    monkeypatch.delitem(CHANGES, "paused")
    with pytest.raises(UnreadableFile, match="This is not one of the choices"):
        check_file(text.encode())


def test_a_phone_sends_it_when_it_has_signal(table):
    site = {table.series.pk: taken_along(table.me, table.series)}
    found, _shown = in_phone(site, Program(table.me.user), lambda: pause(table))
    (change,) = found["changes"]
    assert change["sentence"] == "Bob paused the series for 10 minutes."
    assert send(Program(table.me.user), change).status_code == 201
    assert Event.objects.get(kind="paused").content == {"minutes": 10}


def test_a_phone_makes_it_again_above_a_hand_of_the_site(table):
    old = {table.series.pk: taken_along(table.me, table.series)}
    changes = in_phone(old, Program(table.me.user), lambda: pause(table))[0]["changes"]
    table.record(J40[1])
    site = taken_along(table.me, table.series)
    with transaction.atomic():
        assert make_again(table.series.pk, site["rows"], changes, []) == []
        assert [change["kind"] for change in waiting({table.series.pk: site})["changes"]] == ["paused"]
        transaction.set_rollback(True)


def test_a_file_of_a_phone_with_it_is_read_in(table, bobs_phone):
    def work(phone: Phone) -> None:
        phone.do(lambda series, submit: make_change(Paused(minutes=10), series=series, submit=submit))

    file = Phone(table.me, table.state().series).saved(work)
    assert read_in(bobs_phone, file).status_code in (200, 302)
    assert Event.objects.get(kind="paused").content == {"minutes": 10}
