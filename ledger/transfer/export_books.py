"""What a circle's export says about its books."""

from typing import Any

from ledger.circles.models import Circle
from ledger.money.models import Entry
from ledger.money.selectors import amounts_of
from ledger.transfer.file_format import in_order


def books(circle: Circle) -> dict[str, Any]:
    """All entries, oldest first. Balances are not there: they are what the entries sum to."""
    members = dict(circle.members.values_list("user", "pk"))
    entries = Entry.objects.filter(circle=circle).order_by("number").prefetch_related("postings")
    return {"entries": [_entry(entry, members.get(entry.by_id or 0)) for entry in entries]}


def _entry(entry: Entry, recorder: str | None) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "number": entry.number,
        "kind": entry.kind,
        "currency": entry.currency,
        "source": entry.source,
        "source_version": entry.source_version,
        "reverses": entry.reverses_id,
        "note": entry.note,
        "by": recorder,
        "by_name": entry.by_name,
        "at": entry.at.isoformat(),
        "key": entry.key,
        "postings": in_order(amounts_of(entry)),
        "previous_hash": entry.previous_hash,
        "hash": entry.hash,
    }
