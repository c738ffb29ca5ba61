"""A series as JSON: its agreement, status and notes, and the events with the fields that were hashed."""

from typing import Any

from ledger.series.chain import event_fields
from ledger.series.models import Series

Json = dict[str, Any]


def series_as_json(series: Series) -> Json:
    """Return a series as JSON. Prefetch `events`, `seats` and `hand_notes`.

    An empty place and empty notes are left out.
    """
    notes = [{"number": each.number, "note": each.note} for each in series.hand_notes.all()]
    place_and_notes = {"place": series.place, "note": series.note, "hand_notes": notes}
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
        "events": [
            event_fields(event) | {"previous_hash": event.previous_hash, "hash": event.hash}
            for event in series.events.all()
        ],
    } | {name: value for name, value in place_and_notes.items() if value}
