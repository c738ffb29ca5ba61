"""Loading what belongs to a circle by its id, for the pages and the API.

Outsiders get 404, whether the circle exists or not, after the same one query. Members without the needed role get 403.
Who enters a circle has its time zone active until the answer is given: all days and times on it are the circle's.
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
    """The user's membership with its circle. 404 for outsiders, 403 for members without the role."""
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
    """Those of these players that belong to the circle, by their ids."""
    return Player.objects.filter(circle=me.circle_id).in_bulk(list(ids))


def load_member(me: Member, member_id: str) -> Member:
    return get_object_or_404(Member.objects.select_related("user", "circle"), pk=member_id, circle=me.circle_id)


def load_invite(me: Member, invite_id: str) -> Invite:
    return get_object_or_404(Invite, pk=invite_id, circle=me.circle_id)
