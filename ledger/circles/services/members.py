"""Changing roles, removing members, and handing a circle over. A circle always keeps an owner."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role


@transaction.atomic
def change_role(*, member: Member, role: Role) -> Member:
    member = _lock_circle_of(member)
    if role != Role.OWNER:
        _require_another_owner(member)
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Member) -> None:
    """Remove a member, or leave. A player whom the member had claimed stays in the circle, unclaimed."""
    member = _lock_circle_of(member)
    _require_another_owner(member)
    member.delete()


@transaction.atomic
def hand_over(*, owner: Member, successor: Member) -> None:
    """Make the successor the owner and the owner a scorer."""
    if not successor.can_sign_in:
        raise ValidationError(_("%(name)s cannot sign in here.") % {"name": successor.name}, code="inactive")
    change_role(member=successor, role=Role.OWNER)
    if owner.pk != successor.pk:
        change_role(member=owner, role=Role.SCORER)


def _lock_circle_of(member: Member) -> Member:
    """Lock the circle, so that two owners cannot leave at the same moment. Return the member as stored now."""
    get_object_or_404(Circle.objects.select_for_update(), pk=member.circle_id)
    return get_object_or_404(Member, pk=member.pk)


def _require_another_owner(member: Member) -> None:
    owners = Member.objects.filter(circle=member.circle_id, role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise ValidationError(
            _("A circle always has an owner: make another member the owner first, or delete the circle."),
            code="last_owner",
        )
