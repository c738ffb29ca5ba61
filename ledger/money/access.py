"""The only way to load an entry by its id, for pages and API."""

from django.shortcuts import get_object_or_404

from ledger.circles.models import Member
from ledger.money.models import Entry


def load_entry(me: Member, entry_id: str) -> Entry:
    return get_object_or_404(Entry, pk=entry_id, circle=me.circle_id)
