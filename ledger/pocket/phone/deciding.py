"""The screen on which a person decides what holds: what waits in this phone, and what the site has, side by side."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.lib import formatting
from ledger.pocket.phone.store import load
from ledger.series.descriptions import describe_event
from ledger.series.models import Event, Kind, Series
from ledger.series.state import SeriesState, preview, series_state


@dataclass
class Line:
    """One change, in words."""

    event: Event
    sentence: str
    figures: list[tuple[str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def decide(request: HttpRequest, series_id: str) -> HttpResponse:
    """The body has all that waits (`changes`), the `keys` of what to decide on, the site's `rows`, and why these cannot
    be sent (`why`, and `faults` by key)."""
    asked = json.loads(request.body)
    changes = [change for change in asked["changes"] if "number" in change]
    seen = min(change["base_version"] for change in changes)
    shown = [change for change in changes if change["key"] in asked["keys"]]
    with transaction.atomic():
        if asked["rows"]:  # the site has none of a series that was started here
            load(series_id, asked["rows"])
        state = series_state(Series.objects.select_related("circle").get(pk=series_id))
        events = Event.objects.filter(series=series_id, number__gt=seen)
        of_same_hand = events.filter(hand_number__in=[change["hand"] for change in shown])
        theirs = [line_of(state, event) for event in of_same_hand or events]
        mine = [line_of(state, event_of(change), asked["faults"].get(change["key"])) for change in shown]
        transaction.set_rollback(True)
    context = {"why": asked["why"], "mine": mine, "theirs": theirs}
    return render(request, "pocket/decide.html", context)


def event_of(change: dict[str, Any]) -> Event:
    """A change that waits, as the site would keep it."""
    names = ("kind", "content", "reason", "by_name")
    same = {name: change[name] for name in names}
    return Event(**same, hand_number=change["hand"], at=datetime.fromisoformat(change["played_at"]))


def line_of(state: SeriesState, event: Event, problems: list[str] | None = None) -> Line:
    line = Line(event, describe_event(event), problems=problems or [])
    if event.kind in (Kind.RECORDED, Kind.CORRECTED):
        # What the record comes to by itself: where the site has fewer hands it is looked at as the next one.
        hand = preview(state, min(event.hand_number or 1, state.next_number), event.content).hand
        if hand:
            entered = hand.score.points_won
            line.figures = [(state.names[seat], formatting.points(entered[seat])) for seat in hand.score.seats]
    return line
