import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404

from ledger.circles.models import Circle, Member
from ledger.circles.roles import Role
from ledger.circles.services.members import change_role, hand_over, remove_member
from ledger.circles.services.players import claim_player
from tests.ledger.conftest import join


def roles(circle: Circle) -> dict[str, str]:
    return {member.name: member.role for member in circle.members.select_related("user")}


def test_making_oneself_the_owner_changes_nothing(owner):
    hand_over(owner=owner, successor=owner)
    assert roles(owner.circle) == {"Alice": "owner"}


def test_a_member_leaves_and_the_player_stays(anil, viewer):
    claim_player(player=anil, member=viewer)
    remove_member(member=viewer)
    anil.refresh_from_db()
    assert anil.claimed_by is None
    assert roles(anil.circle) == {"Alice": "owner"}


def test_a_removed_member_is_not_found(viewer):
    stale = Member.objects.get(pk=viewer.pk)
    remove_member(member=viewer)
    with pytest.raises(Http404):
        remove_member(member=stale)


def test_one_of_two_owners_can_leave(owner, scorer):
    change_role(member=scorer, role=Role.OWNER)
    remove_member(member=owner)
    assert roles(scorer.circle) == {"Bob": "owner"}


def test_the_role_is_read_again_after_locking(owner, scorer):
    stale = Member.objects.get(pk=scorer.pk)
    hand_over(owner=owner, successor=scorer)
    with pytest.raises(ValidationError, match="always has an owner"):
        remove_member(member=stale)


def test_database_constraints_keep_memberships_unique_and_roles_valid(owner, charlie):
    with pytest.raises(IntegrityError), transaction.atomic():
        join(owner.circle, owner.user, Role.VIEWER)
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(circle=owner.circle, user=charlie, role="king")
