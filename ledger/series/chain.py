"""The hash chain over the events of a series, which shows changes that were made outside the app."""

from datetime import UTC, datetime
from typing import Any

from ledger.lib import hash_chain as chain
from ledger.series.models import Event

EARLIEST_START = datetime(2000, 1, 1, tzinfo=UTC)  # of a series; an earlier time is from a phone whose clock is not set


def event_hash(event: Event) -> str:
    """Hash the content of an event and the hash before it.

    The author's account is left out, because it can be deleted; `by_name` stays.
    """
    return chain.content_hash({"series": event.series_id, "previous": event.previous_hash, **event_fields(event)})


def event_fields(event: Event) -> dict[str, Any]:
    """Return the fields that an event's hash covers. A change of this function breaks every chain.

    The fields that only phones without signal send are left out where they are not set.
    """
    fields = {
        "number": event.number,
        "kind": event.kind,
        "hand_number": event.hand_number,
        "content": event.content,
        "reason": event.reason,
        "by_name": event.by_name,
        "at": event.at.isoformat(),
        "key": event.key,
    }
    if event.played_at:
        fields["played_at"] = event.played_at.isoformat()
    if event.clock_corrected:
        fields["clock_corrected"] = True
    return fields


def time_entered(played_at: datetime | None, previous: Event | None, now: datetime) -> datetime:
    """Return when a change was entered: the phone's time, but not before the previous event or after `now`.

    Return `now` if the phone gave no time, or if it started the series before EARLIEST_START.
    """
    earliest = previous.entered_at if previous else EARLIEST_START
    if played_at is None or (previous is None and played_at < earliest):
        return now
    return min(max(played_at, earliest), now).astimezone(UTC)


def has_possible_time(event: Event, previous: Event | None) -> bool:
    """Return whether `time_entered` can have returned the stored time."""
    earliest = previous.entered_at if previous else EARLIEST_START
    return event.played_at is None or earliest <= event.played_at < event.at
