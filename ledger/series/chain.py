"""The hash chain over a series' events, so that a change behind the app's back shows."""

from collections.abc import Iterable, Iterator
from typing import Any

from ledger.lib import hash_chain as chain
from ledger.series.models import Event


def event_hash(event: Event) -> str:
    """Covers everything that an event says and the event before it. The account behind a name is not covered: a guest
    who becomes a member, or deletes the account, leaves the books as they were."""
    return chain.content_hash({"series": event.series_id, "previous": event.previous_hash, **said(event)})


def said(event: Event) -> dict[str, Any]:
    """What an event says, in the words that its hash is made over. To change them is to break every chain there is."""
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


def broken_links(events: Iterable[Event]) -> Iterator[Event]:
    """The events, oldest first, whose hash or place in the chain is not what it should be."""
    return (fault.link for fault in chain.faults(events, event_hash))
