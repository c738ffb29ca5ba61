"""Queries about series. Nothing here writes."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import takewhile
from typing import Any

from django.db.models import Case, Count, QuerySet, When
from django.utils.timezone import make_aware

from ledger.circles.models import Circle, Player
from ledger.series.models import STAYS_OPEN, Event, Kind, Series, Status
from ledger.series.state import SeriesState


def revisions(series: Series, number: int) -> QuerySet[Event]:
    """Every revision of a hand, oldest first, withdrawn ones included."""
    return Event.objects.filter(series=series, hand_number=number).order_by("number")


def history(series: Series) -> QuerySet[Event]:
    """Every event, oldest first."""
    return Event.objects.filter(series=series).order_by("number")


def latest_event(series: Series) -> Event:
    return Event.objects.get(series=series, number=series.version)


def event_of(series: Series, key: str) -> Event:
    """The event that a submit with this key has made."""
    return Event.objects.get(series=series, key=key)


def events_since(series: Series, version: int) -> list[Event]:
    """The events after a version, oldest first."""
    return list(Event.objects.filter(series=series, number__gt=version).order_by("number"))


def withdrawn_record(latest: Event) -> Any:
    """The record of a hand that was just withdrawn: it is mostly entered again with one figure changed."""
    if latest.kind != Kind.WITHDRAWN:
        return {}
    earlier = Event.objects.filter(series=latest.series_id, hand_number=latest.hand_number, number__lt=latest.number)
    return earlier.order_by("-number")[0].content


def seats_without_hands(series: Series) -> int:
    """How many players have joined since the latest recorded or corrected hand, so that no record mentions them."""
    kinds = list(Event.objects.filter(series=series).order_by("-number").values_list("kind", flat=True))
    since = list(takewhile(lambda kind: kind not in (Kind.RECORDED, Kind.CORRECTED), kinds))
    return since.count(Kind.JOINED) - since.count(Kind.UNSEATED)


def is_reopened(series: Series) -> bool:
    """Has it been reopened, and neither a hand been added nor the series been stopped since?"""
    kinds = [Kind.REOPENED, Kind.RECORDED, Kind.STOPPED]
    latest = Event.objects.filter(series=series, kind__in=kinds).order_by("number").last()
    return latest is not None and latest.kind == Kind.REOPENED and latest.content == STAYS_OPEN


def revision_counts(state: SeriesState) -> dict[int, int]:
    """How many revisions each hand has at this version, withdrawn ones included."""
    if state.series.version == 1 + len(state.events):  # Nothing but the start and one recording for each hand.
        return {event.hand_number: 1 for event in state.events if event.hand_number}
    until_then = Event.objects.filter(series=state.series, number__lte=state.series.version)
    events = until_then.filter(hand_number__isnull=False).values_list("hand_number")
    return dict(events.annotate(count=Count("id")).order_by())


def open_series(circle_ids: Iterable[str]) -> list[Series]:
    """The latest first."""
    return list(Series.objects.filter(circle__in=circle_ids, status=Status.OPEN).order_by("-started_at"))


def series_of(circle: Circle) -> QuerySet[Series]:
    """Open series first, then the latest."""
    return Series.objects.filter(circle=circle).order_by(
        Case(When(status=Status.OPEN, then=0), default=1), "-started_at", "pk"
    )


def series_matching(
    circle: Circle,
    *,
    status: str | None = None,
    game: str | None = None,
    player: Player | None = None,
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[Series]:
    """With their players. Days are in the site's time zone, and both are included."""
    conditions = {
        "status": status,
        "game": game,
        "seats__player": player,
        "started_at__gte": since and make_aware(datetime.combine(since, time.min)),
        "started_at__lt": until and make_aware(datetime.combine(until + timedelta(days=1), time.min)),
    }
    found = Series.objects.filter(
        circle=circle, **{name: value for name, value in conditions.items() if value is not None}
    )
    return found.prefetch_related("seats__player")


def latest_series(circle_id: str, game: str) -> Series | None:
    return Series.objects.filter(circle=circle_id, game=game).order_by("-started_at").first()


def players_last_time(last: Series | None) -> list[str]:
    """Player ids in seat order, for "same as last time"."""
    return list(last.seats.values_list("player_id", flat=True)) if last else []
