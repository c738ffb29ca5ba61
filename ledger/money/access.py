"""Access of the pages to the books of a circle, and to an entry by its id. No address of the API has an entry's id."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from ledger.circles.access import Visitor, enter_circle
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.money.models import Entry


def enter_books(user: Visitor, circle_id: str, *, at_least: Role = Role.VIEWER) -> Member:
    """Return the user's membership for the pages about money. 404 for everybody in a circle for points only."""
    me = enter_circle(user, circle_id, at_least=at_least)
    if me.circle.points_only:
        raise Http404
    return me


def load_entry(me: Member, entry_id: str) -> Entry:
    return get_object_or_404(Entry, pk=entry_id, circle=me.circle_id)
