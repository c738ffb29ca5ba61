"""The screen on which a person decides between the changes that wait in this phone and the changes at the site."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ledger.pocket.phone.again import first_base_version
from ledger.pocket.phone.store import load
from ledger.pocket.phone.waiting import figures_of_hand
from ledger.series.changes import Corrected, Recorded
from ledger.series.descriptions import describe_event
from ledger.series.models import Event, Series
from ledger.series.state import series_state


@dataclass
class ChangeInWords:
    sentence: str
    entered_at: datetime | None  # None for a text: the place, a note or bids
    figures: list[tuple[str, str]]
    text: str = ""  # the reason of a change of the series, or the place or the note itself
    problems: list[str] = field(default_factory=list)
    hand: int | None = None  # the number of the hand, if the site has it now


def decide(request: HttpRequest, series_id: str) -> HttpResponse:
    """Show the changes of the phone and those of the site, one beside the other.

    The body has all waiting `changes`, the `keys` of those to decide on, the site's `rows`, and the reasons why the
    changes cannot be sent: `why`, and `faults` by key. The phone may have lost its own rows of the series.
    """
    body = json.loads(request.body)
    shown = [change for change in body["changes"] if change["key"] in body["keys"]]
    mine = [change_of_phone(change, body["faults"].get(change["key"], [])) for change in shown]
    theirs = changes_of_site(series_id, body["rows"], body["changes"], shown) if body["why"] == "conflict" else []
    # The phone's hand can take the place of the site's hand with the same number.
    hands = {change["hand"] for change in shown if change["kind"] in (Recorded.kind, Corrected.kind)}
    may_replace = len(shown) == 1 and any(line.hand in hands for line in theirs)
    context = {"why": body["why"], "mine": mine, "theirs": theirs, "may_replace": may_replace}
    return render(request, "pocket/decide.html", context)


def change_of_phone(change: dict[str, Any], problems: list[str]) -> ChangeInWords:
    """Return a change of the phone in words: a change of the series, or a text (the place, a note or bids)."""
    # A change that an older version of Khata has stored has no sentence and no figures.
    figures = [(name, figure) for name, figure in change.get("figures", [])]
    sentence, entered_at = change.get("sentence", change["kind"]), None
    if "number" in change:  # an event, and not a text
        entered_at = datetime.fromisoformat(change["played_at"])
        fields = {name: change[name] for name in ("kind", "content", "reason", "by_name")}
        sentence = describe_event(Event(**fields, hand_number=change["hand"]))
    return ChangeInWords(sentence, entered_at, figures, change.get("text", ""), problems)


def changes_of_site(
    series_id: str, rows: list[dict[str, Any]], changes: list[dict[str, Any]], shown: list[dict[str, Any]]
) -> list[ChangeInWords]:
    """Return what has changed at the site since the phone got its rows.

    If some of the site's changes are of the same hands as the `shown` changes, only these are returned.
    """
    with transaction.atomic():
        load(series_id, rows)
        state = series_state(Series.objects.select_related("circle").get(pk=series_id))
        events = Event.objects.filter(series=series_id, number__gt=first_base_version(changes))
        of_same_hand = events.filter(hand_number__in=[change["hand"] for change in shown])
        lines = []
        for event in of_same_hand or events:
            hand = event.hand_number if (event.hand_number or 0) < state.next_number else None
            figures = figures_of_hand(state, event)
            lines.append(ChangeInWords(describe_event(event), event.entered_at, figures, event.reason, hand=hand))
        transaction.set_rollback(True)
    return lines
