"""The hashes of the entries form a chain, which shows changes that were made outside the app."""

from collections.abc import Mapping

from ledger.lib.hash_chain import content_hash
from ledger.money.models import Entry


def entry_hash(entry: Entry, amounts: Mapping[str, int]) -> str:
    """Hash all fields, the postings (`amounts` by player) and the previous hash.

    `by` is left out, because the user account can be deleted.
    """
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
