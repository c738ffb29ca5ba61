"""`manage.py demo`: example circles with every kind of event."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Max, Min
from django.test import Client
from django.utils.timezone import localtime

from games.registry import GAMES
from ledger.circles.models import Circle, Member, User
from ledger.circles.selectors import memberships_of
from ledger.money.models import Entry, EntryKind
from ledger.money.selectors import balances, own_balances
from ledger.operations.demo.circles import fill_circles
from ledger.series.changes import CHANGES, Discarded
from ledger.series.models import SHOWN_STATUSES, Event, HandNote, Series
from ledger.series.state import states_of

NOW = datetime(2026, 11, 1, 20, tzinfo=UTC)

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.thorough]


def fill(**options: int) -> str:
    output = StringIO()
    call_command("demo", stdout=output, **options)
    return output.getvalue()


def test_the_demo_has_six_circles_and_every_kind_of_event():
    """One test, since filling takes seconds."""
    output = fill()
    check_the_circles(output)
    check_every_kind_of_event()
    check_people_and_debts()
    audit = StringIO()
    call_command("audit", stdout=audit)
    assert audit.getvalue().startswith("Everything is as it was written")


def check_the_circles(output: str) -> None:
    assert output.startswith("6 circles with 120 series:")
    assert (Circle.objects.count(), Series.objects.count()) == (6, 120)
    spoken = set(Circle.objects.values_list("language", "time_zone"))
    assert spoken == {
        ("ne", "Asia/Kathmandu"),
        ("de", "Europe/Zurich"),
        ("hi", "Asia/Kolkata"),
        ("en", "Europe/Dublin"),
        ("de", "Europe/Berlin"),
        ("fr", "Europe/Paris"),
    }
    roles = Member.objects.filter(user__username="demo").values_list("role", flat=True)
    assert sorted(roles) == ["owner", "owner", "scorer", "scorer", "scorer", "viewer"]
    assert set(Series.objects.values_list("game", flat=True)) == {game.slug for game in GAMES}
    year = Series.objects.aggregate(first=Min("started_at"), last=Max("started_at"))
    assert timedelta(days=330) < year["last"] - year["first"] < timedelta(days=366)
    password = re.search(r"as demo with the password (\S+)", output)[1]
    client = Client()
    assert client.post("/account/login/", {"login": "demo", "password": password}).status_code == 302
    assert "Orchard table" in client.get("/").content.decode()


def check_every_kind_of_event() -> None:
    kinds = Counter(Event.objects.values_list("kind", flat=True))
    assert min(kinds[kind] for kind in CHANGES if kind != Discarded.kind) >= 2  # no page would show a discarded one
    states = states_of(Series.objects.all())
    assert {state.series.status for state in states} == set(SHOWN_STATUSES)
    hands = [hand for state in states for hand in state.play.hands]
    assert any(hand.score.illegal_plays for hand in hands)
    assert any(hand.score.winners for hand in hands)
    assert any(not hand.score.counts for hand in hands)
    for circle in Circle.objects.all():
        mine = [state for state in states if state.series.circle_id == circle.pk]
        assert any(state.series.is_open and state.events for state in mine)
        assert any(state.series.is_open and not state.events for state in mine)
    assert Series.objects.exclude(place="").count() == 120
    assert Series.objects.exclude(note="").exists()
    assert HandNote.objects.exists()
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() > 20


def check_people_and_debts() -> None:
    """Players have joined before their first series, which starts in the circle's evening; each circle has debts."""
    for circle in Circle.objects.all():
        started = [localtime(moment, circle.zone) for moment in circle.series.values_list("started_at", flat=True)]
        assert circle.created_at < min(started)
        assert all(member.joined_at < min(started) for member in circle.members.all())
        assert {moment.strftime("%H:%M") for moment in started if moment.hour == 19} == {"19:30"}
        assert sum(moment.hour == 19 for moment in started) == 15  # and five series follow another one
        assert circle.players.get(claimed_by__user__username="demo")
        assert any(row.amount_minor for owed in balances(circle) for row in owed.rows)
    own = own_balances(list(memberships_of(User.objects.get(username="demo"))))
    signs = {amount > 0 for by_currency in own.values() for amount in by_currency.values()}
    assert signs == {True, False}
    ended = [Circle.objects.get(name=name).series.exclude(status="open") for name in ("मसालेदानी", "La volière")]
    assert not [series.note for found in ended for series in found if "rain" in series.note.lower()]


def test_the_demo_is_the_same_every_time():
    histories = []
    for name in ("first", "second"):
        visitor = User.objects.create_user(name)
        members = list(fill_circles(visitor, NOW, evenings=4))
        of_both = Event.objects.filter(series__circle__in=[member.circle_id for member in members])
        of_both = of_both.order_by("series__circle__created_at", "series__started_at", "number")
        histories.append([(event.kind, event.at, event.content.get("points_won")) for event in of_both])
    assert histories[0] == histories[1]
    assert len(histories[0]) > 50


def test_a_database_in_use_is_not_changed(circle):
    with pytest.raises(CommandError, match="--force"):
        fill(evenings=1)
    assert (Circle.objects.count(), User.objects.filter(username="demo").exists()) == (1, False)
    User.objects.create_user("demo")
    fill(force=True, evenings=1)
    assert (Circle.objects.count(), User.objects.filter(username="demo").count()) == (7, 1)
