"""What an export says about series: everything, in the words that the events' hashes were made over."""

from collections.abc import Mapping
from typing import Any

from ledger.circles.models import Circle
from ledger.series.chain import said
from ledger.series.models import Event, Series
from ledger.transfer.file_format import in_order

Json = dict[str, Any]


def all_series(circle: Circle) -> Json:
    """A circle's part. Four queries, however many series there are."""
    members = dict(circle.members.values_list("user", "pk"))
    series = Series.objects.filter(circle=circle).order_by("started_at", "pk").prefetch_related("events", "seats")
    return {"series": [_with_recorders(one, members) for one in series]}


def _with_recorders(series: Series, members: Mapping[int, str]) -> Json:
    """Who recorded each event, where that is still a member. The name stands on the event in any case."""
    told = one_series(series)
    for row, event in zip(told["events"], series.events.all(), strict=True):
        row |= {"by": members.get(event.by_id or 0), "content": in_order(event.content)}
    return told | {"rules": in_order(series.rules)}


def one_series(series: Series) -> Json:
    """The events are the truth. What they come to stands beside them, for whoever only wants to know that."""
    return {
        "id": series.pk,
        "game": series.game,
        "preset": series.preset,
        "rules": series.rules,
        "players": [seat.player_id for seat in series.seats.all()],
        "point_value": f"{series.point_value:.4f}",
        "currency": series.currency,
        "coin_minor": series.coin_minor,
        "first_dealer": series.first_dealer,
        "status": series.status,
        "with_standard": series.with_standard,
        "started_at": series.started_at.isoformat(),
        "changed_at": series.changed_at.isoformat(),
        "version": series.version,
        "latest_hash": series.latest_hash,
        "events": [_event(event) for event in series.events.all()],
    }


def _event(event: Event) -> Json:
    return said(event) | {"previous_hash": event.previous_hash, "hash": event.hash}
