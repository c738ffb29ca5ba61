"""The hash chain over a circle's entries, so that a change behind the app's back shows."""

from collections.abc import Mapping

from ledger.lib.hash_chain import content_hash
from ledger.money.models import Entry


def entry_hash(entry: Entry, amounts: Mapping[str, int]) -> str:
    """Covers everything that an entry says, its postings (`amounts`, by player) and the entry before it. The account
    behind a name is not covered, as in a series' events."""
    content = {
        "id": entry.pk,
        "circle": entry.circle_id,
        "number": entry.number,
        "kind": entry.kind,
        "currency": entry.currency,
        "source": entry.source,
        "source_version": entry.source_version,
        "reverses": entry.reverses_id,
        "note": entry.note,
        "by_name": entry.by_name,
        "at": entry.at.isoformat(),
        "key": entry.key,
        "postings": amounts,
        "previous": entry.previous_hash,
    }
    return content_hash(content)
