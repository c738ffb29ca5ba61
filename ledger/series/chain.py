"""The hash chain over a series' events, so that a change outside the app shows."""

from datetime import UTC, datetime
from typing import Any

from ledger.lib import hash_chain as chain
from ledger.series.models import Event

EARLIEST_START = datetime(2000, 1, 1, tzinfo=UTC)  # of a series; a clock that says less was never set


def event_hash(event: Event) -> str:
    """Covers the content of an event and the hash before it. The account of its author is not covered: a guest
    who becomes a member, or deletes the account, leaves the books as they were."""
    return chain.content_hash({"series": event.series_id, "previous": event.previous_hash, **event_fields(event)})


def event_fields(event: Event) -> dict[str, Any]:
    """The fields that an event's hash is made over. A change of this breaks every chain.

    What only a phone without signal brings is there only where it is set.
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
    """When a change was entered: as a phone without signal says, but not before the previous event or after now."""
    earliest = previous.entered_at if previous else EARLIEST_START
    if played_at is None or (previous is None and played_at < earliest):
        return now
    return min(max(played_at, earliest), now).astimezone(UTC)


def has_possible_time(event: Event, previous: Event | None) -> bool:
    """Could `time_entered` have found the time that is stored?"""
    earliest = previous.entered_at if previous else EARLIEST_START
    return event.played_at is None or earliest <= event.played_at < event.at
