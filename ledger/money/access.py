"""The only way to an entry by its id, for pages and API alike. Who may come in is decided by the circle."""

from django.shortcuts import get_object_or_404

from ledger.circles.models import Member
from ledger.money.models import Entry


def load_entry(me: Member, entry_id: str) -> Entry:
    return get_object_or_404(Entry, pk=entry_id, circle=me.circle_id)
