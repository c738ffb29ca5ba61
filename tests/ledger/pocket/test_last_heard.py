"""When a prepared phone is silent, everybody reads when it was last heard of, not an old score that looks new."""

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.circles.models import Circle, Member
from ledger.live.links import make_link
from ledger.pocket.last_heard import note_last_heard
from ledger.series.models import LastHeard, Series
from ledger.series.starting import start_series
from ledger.transfer.export import circle_file
from tests.ledger.following.links import Visitor
from tests.ledger.following.test_follow import Phone as Reader
from tests.ledger.pages import address, client_of, text_of
from tests.ledger.series.conftest import J40, Scorer

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 23, 21, 40, 30, tzinfo=ZoneInfo("Asia/Kathmandu"))
LINE = "Last heard from Bob's phone at 21:40."
Wait = Callable[..., None]


@pytest.fixture
def wait(monkeypatch, circle) -> Wait:
    """Moves the clock on. It begins at 21:40:30 in the circle's time zone, which is not the site's."""
    Circle.objects.filter(pk=circle.pk).update(time_zone="Asia/Kathmandu")
    now = EVENING

    def moved(**by: float) -> None:
        nonlocal now
        now += timedelta(**by)

    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    return moved


@pytest.fixture
def table(wait, bob_scores) -> Scorer:
    bob_scores.record(*J40[:3])
    return bob_scores


def asks(table: Scorer) -> None:
    """The phone has signal and asks about the series."""
    table.series.refresh_from_db()
    note_last_heard(table.series, table.me)


@pytest.fixture
def vera_follows(table, viewer) -> Reader:
    return Reader(viewer.user, table.series)


def test_the_line_comes_three_minutes_after_the_phone_was_heard(table, vera_follows, wait):
    asks(table)
    wait(seconds=180)
    assert vera_follows.ask().status_code == 304
    wait(seconds=1)
    answer = vera_follows.ask()
    assert LINE in text_of(answer)
    vera_follows.read(answer)
    wait(minutes=50)
    assert vera_follows.ask().status_code == 304
    assert LINE in text_of(vera_follows.client.get(address("page", table.series)))


def test_while_the_phone_is_there_no_page_changes(table, vera_follows, wait):
    for _minute in range(10):
        asks(table)
        wait(seconds=61)
        with CaptureQueriesContext(connection) as queries:
            assert vera_follows.ask().status_code == 304
        assert len(queries) == 1


def test_the_line_goes_when_the_phone_is_heard_again(table, vera_follows, wait):
    asks(table)
    wait(minutes=10)
    vera_follows.read(vera_follows.ask())
    asks(table)
    answer = vera_follows.ask()
    assert answer.status_code == 200
    assert "Last heard" not in text_of(answer)
    vera_follows.read(answer)
    wait(minutes=10)
    assert "Last heard from Bob's phone at 21:50." in text_of(vera_follows.ask())


def test_the_line_goes_when_a_hand_arrives(table, vera_follows, wait):
    asks(table)
    wait(minutes=10)
    vera_follows.read(vera_follows.ask())
    table.record({"points_won": [14, 10, 4, 12], "last_trick": 0})
    assert "Last heard" not in text_of(vera_follows.ask())
    wait(minutes=10)  # nothing says that the phone again has hands which the site lacks
    assert "Last heard" not in text_of(vera_follows.client.get(address("page", table.series)))


def test_a_hand_that_the_phone_saves_with_signal_is_heard(table, vera_follows, wait):
    asks(table)
    wait(seconds=30)  # within the minute, but the phone has another version now
    table.record({"points_won": [14, 10, 4, 12], "last_trick": 0})
    asks(table)
    wait(minutes=4)
    assert "Last heard from Bob's phone at 21:41." in text_of(vera_follows.client.get(address("page", table.series)))


def test_a_phone_is_noted_once_a_minute(table, wait):
    asks(table)
    wait(seconds=59)
    with CaptureQueriesContext(connection) as queries:
        note_last_heard(table.series, table.me)
    assert len(queries) == 1
    assert LastHeard.objects.get().at == EVENING.timestamp()
    wait(seconds=1)
    asks(table)
    assert LastHeard.objects.get().at == EVENING.timestamp() + 60


def test_a_phone_is_heard_by_what_it_asks_for(table, charlie):
    pk, phone = table.series.pk, client_of(table.me.user)
    for asked in (f"/pocket/here/?series={pk}", f"/pocket/rows/{pk}/"):
        assert phone.get(asked).status_code == 200
        assert LastHeard.objects.get().by_name == "Bob"
        LastHeard.objects.all().delete()
    for client in (Client(), client_of(charlie)):
        for other in (pk, "", "nonsense", "%00"):
            assert client.get(f"/pocket/here/?series={other}").status_code == 200
    assert not LastHeard.objects.exists()


def test_a_viewers_phone_is_not_noted(table, viewer):
    note_last_heard(table.series, viewer)
    assert not LastHeard.objects.exists()


def test_a_series_that_is_over_has_no_line(table, vera_follows, wait):
    asks(table)
    table.stop(with_standard=True)
    asks(table)
    wait(minutes=10)
    assert "Last heard" not in text_of(vera_follows.client.get(address("page", table.series)))
    LastHeard.objects.update(version=table.state().series.version)  # as if it had been heard at the same moment
    assert "Last heard" not in text_of(vera_follows.client.get(address("page", table.series)))


def test_on_another_day_the_line_has_the_day(table, vera_follows, wait):
    asks(table)
    wait(hours=3)
    shown = text_of(vera_follows.client.get(address("page", table.series)))
    assert "Last heard from Bob's phone on 23 November 2026 at 21:40." in shown


def test_a_link_shows_the_line_in_the_circles_language(table, wait):
    visitor = Visitor(make_link(me=table.me, series=table.series), Client())
    asks(table)
    visitor.read(visitor.open())
    assert "Last heard" not in visitor.page
    wait(seconds=181)
    answer = visitor.ask()
    assert LINE in text_of(answer)
    visitor.read(answer)
    assert visitor.ask().status_code == 304
    table.record({"points_won": [14, 10, 4, 12], "last_trick": 0})
    assert "Last heard" not in text_of(visitor.ask())


def test_the_list_of_open_series_shows_the_line(table, agreed, wait, viewer, alice):
    other = start_series(me=table.me, agreed=agreed)
    asks(table)
    note_last_heard(other, Member.objects.get(user=alice, circle=other.circle))
    for user in (viewer.user, alice):
        for page in ("/", f"/circles/{other.circle_id}/"):
            assert "Last heard" not in text_of(client_of(user).get(page))
    wait(minutes=4)
    for user in (viewer.user, alice):
        for page in ("/", f"/circles/{other.circle_id}/"):
            shown = text_of(client_of(user).get(page))
            assert LINE in shown
            assert "Last heard from Alice's phone at 21:40." in shown


def test_being_heard_is_no_part_of_the_record(table, wait, alice):
    before, row = circle_file(table.series.circle), Series.objects.filter(pk=table.series.pk).values().get()
    asks(table)
    assert circle_file(table.series.circle) == before
    assert Series.objects.filter(pk=table.series.pk).values().get() == row
