"""The hash chain over a series' events, so that a change outside the app shows."""

from typing import Any

from ledger.lib import hash_chain as chain
from ledger.series.models import Event


def event_hash(event: Event) -> str:
    """Covers the content of an event and the hash before it. The account of its author is not covered: a guest
    who becomes a member, or deletes the account, leaves the books as they were."""
    return chain.content_hash({"series": event.series_id, "previous": event.previous_hash, **event_fields(event)})


def event_fields(event: Event) -> dict[str, Any]:
    """The fields that an event's hash is made over. A change of this breaks every chain."""
    return {
        "number": event.number,
        "kind": event.kind,
        "hand_number": event.hand_number,
        "content": event.content,
        "reason": event.reason,
        "by_name": event.by_name,
        "at": event.at.isoformat(),
        "key": event.key,
    }
