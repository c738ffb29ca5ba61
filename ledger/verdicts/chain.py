"""The hash chain over the verdicts and waivers of a series, which shows changes that were made outside the app."""

from typing import Any

from ledger.lib.hash_chain import content_hash
from ledger.verdicts.models import VerdictEntry


def verdict_hash(entry: VerdictEntry) -> str:
    """Return the hash of an entry's content and the hash before it. The user account is not part of the content."""
    return content_hash({"series": entry.series_id, "previous": entry.previous_hash, **verdict_fields(entry)})


def verdict_fields(entry: VerdictEntry) -> dict[str, Any]:
    """Return the fields that an entry's hash is made of. Another set of fields would break every chain."""
    return {
        "number": entry.number,
        "kind": entry.kind,
        "hand_number": entry.hand_number,
        "player": entry.player_id,
        "verdict": entry.verdict,
        "reason": entry.reason,
        "note": entry.note,
        "event_hash": entry.event_hash,
        "revision": entry.revision,
        "shown": entry.shown,
        "by_name": entry.by_name,
        "by_proxy": entry.by_proxy,
        "by_link": entry.by_link,
        "at": entry.at.isoformat(),
        "key": entry.key,
    }
