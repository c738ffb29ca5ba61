"""Load a circle's players, members and invites by id, for the pages and the API.

Outsiders get 404 after the same query, whether the circle exists or not. Members without the needed role get 403.
`enter_circle` activates the circle's time zone for the rest of the request, because the answer shows days in this zone.
"""

from collections.abc import Iterable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from ledger.circles.models import Invite, Member, Player, User
from ledger.circles.roles import Role

Visitor: TypeAlias = User | AnonymousUser


def enter_circle(user: Visitor, circle_id: str, *, at_least: Role = Role.VIEWER) -> Member:
    """Return the user's membership, with `circle` loaded. Raise 404 for outsiders, 403 for members without the role."""
    if not user.is_authenticated:
        raise Http404
    memberships = Member.objects.select_related("circle")
    membership = get_object_or_404(memberships, circle=circle_id, user=user.pk)
    membership.user = user
    timezone.activate(membership.circle.zone)
    return require(membership, at_least)


def require(membership: Member, at_least: Role) -> Member:
    if not membership.may(at_least):
        raise PermissionDenied
    return membership


def load_player(me: Member, player_id: str) -> Player:
    return get_object_or_404(Player.objects.select_related("claimed_by__user"), pk=player_id, circle=me.circle_id)


def players_of_circle(me: Member, ids: Iterable[str]) -> dict[str, Player]:
    """Return the circle's players with these ids, by id. Ids of players of other circles are left out."""
    return Player.objects.filter(circle=me.circle_id).in_bulk(list(ids))


def load_member(me: Member, member_id: str) -> Member:
    return get_object_or_404(Member.objects.select_related("user", "circle"), pk=member_id, circle=me.circle_id)


def load_invite(me: Member, invite_id: str) -> Invite:
    return get_object_or_404(Invite, pk=invite_id, circle=me.circle_id)
