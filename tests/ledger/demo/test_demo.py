"""`manage.py demo`: example circles with every kind of event."""

import re
from collections import Counter
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from ledger.circles.models import Circle, Member, User
from ledger.demo import circles
from ledger.demo.evenings import Story
from ledger.series.models import Event, Kind, Series, Status
from ledger.series.state import series_state

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def fill(**options: bool) -> str:
    output = StringIO()
    call_command("demo", stdout=output, **options)
    return output.getvalue()


def test_the_demo_has_three_circles_and_is_the_same_every_time() -> None:
    """One test, since filling takes seconds."""
    output, first = fill(), history()
    check_the_circles(output)
    check_every_kind_of_event()
    Circle.objects.all().delete()
    fill()
    assert history() == first


def history() -> list[Any]:
    return [(event.kind, event.content.get("points_won")) for event in Event.objects.order_by("pk")]


def check_the_circles(output: str) -> None:
    assert output.startswith("3 circles with 40 series:")
    assert (Circle.objects.count(), Series.objects.count()) == (3, 40)
    assert set(Circle.objects.values_list("language", flat=True)) == {"en", "ne"}
    roles = Member.objects.filter(user__username="demo").values_list("role", flat=True)
    assert sorted(roles) == ["owner", "scorer", "viewer"]
    password = re.search(r"as demo with the password (\S+)", output)[1]
    client = Client()
    assert client.post("/account/login/", {"login": "demo", "password": password}).status_code == 302
    assert "Orchard table" in client.get("/").content.decode()


def check_every_kind_of_event() -> None:
    kinds = Counter(Event.objects.values_list("kind", flat=True))
    assert min(kinds[kind] for kind in Kind) >= 2
    states = [series_state(series) for series in Series.objects.all()]
    assert {state.series.status for state in states} == set(Status)
    hands = [hand for state in states for hand in state.play.hands]
    assert any(hand.score.illegal_plays for hand in hands)
    assert any(hand.score.winners for hand in hands)
    assert any(not hand.score.counts for hand in hands)
    assert sum(not state.events for state in states) == 3
    going_on = [state for state in states if state.series.is_open and state.events]
    assert len({state.series.circle_id for state in going_on}) == 3
    audit = StringIO()
    call_command("audit", stdout=audit)
    assert audit.getvalue().startswith("Everything is as it was written")


def test_a_database_in_use_is_not_changed(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circles, "PLANS", [replace(plan, stories=(Story.JUST_STARTED,)) for plan in circles.PLANS])
    with pytest.raises(CommandError, match="--force"):
        fill()
    assert (Circle.objects.count(), User.objects.filter(username="demo").exists()) == (1, False)
    User.objects.create_user("demo")
    fill(force=True)
    assert (Circle.objects.count(), User.objects.filter(username="demo").count()) == (4, 1)
