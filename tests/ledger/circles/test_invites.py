"""The services of invite links. Their pages are tested in test_join_page.py and test_links_page.py."""

import base64
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from ledger.circles.models import Circle, Invite, Member
from ledger.circles.roles import Role
from ledger.circles.selectors import find_invite
from ledger.circles.services.invites import accept_invite, make_invite, make_table_link, revoke_invite

DAY = timedelta(days=1)


def invite_for(circle: Circle, role: Role = Role.VIEWER, **values: object) -> Invite:
    return make_invite(actor=None, circle=circle, role=role, **values)[0]


def test_the_token_is_long_random_and_not_stored(circle):
    invite, token = make_invite(actor=None, circle=circle, role=Role.VIEWER)
    assert len(base64.urlsafe_b64decode(token)) * 8 >= 128
    assert token not in str(Invite.objects.filter(pk=invite.pk).values_list())
    assert make_invite(actor=None, circle=circle, role=Role.VIEWER)[1] != token
    assert find_invite(token) == invite


def ended_links(circle: Circle) -> dict[str, str]:
    """Return the tokens of links that do not work, by the reason."""
    expired, expired_token = make_invite(actor=None, circle=circle, role=Role.VIEWER, lasts=DAY)
    Invite.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    revoked, revoked_token = make_invite(actor=None, circle=circle, role=Role.VIEWER)
    revoke_invite(invite=revoked)
    spent, spent_token = make_invite(actor=None, circle=circle, role=Role.VIEWER, max_uses=1)
    accept_invite(invite=spent, user=None, name="Gita")
    return {"expired": expired_token, "revoked": revoked_token, "spent": spent_token, "unknown": "x" * 32}


@pytest.mark.parametrize("why", ["expired", "revoked", "spent"])
def test_an_ended_link_is_closed(circle, why):
    token = ended_links(circle)[why]
    with assertNumQueries(1):
        assert not find_invite(token).is_open()


def test_an_unknown_token_takes_the_same_number_of_queries(db):
    with assertNumQueries(1):
        assert find_invite("x" * 32) is None


def test_a_closed_link_is_refused(circle, charlie):
    ended_links(circle)
    for invite in Invite.objects.all():
        with pytest.raises(ValidationError) as caught:
            accept_invite(invite=invite, user=charlie)
        assert caught.value.messages == ["This link does not work, or no longer does."]
    assert not charlie.memberships.exists()


@pytest.mark.parametrize(
    ("before", "link", "after"),
    [
        (Role.OWNER, Role.VIEWER, Role.OWNER),
        (Role.SCORER, Role.VIEWER, Role.SCORER),
        (Role.SCORER, Role.SCORER, Role.SCORER),
        (Role.VIEWER, Role.SCORER, Role.SCORER),
        (Role.VIEWER, Role.OWNER, Role.OWNER),
    ],
)
def test_joining_never_lowers_a_role(circle, charlie, before, link, after):
    Member.objects.create(circle=circle, user=charlie, role=before)
    invite = invite_for(circle, link)
    assert accept_invite(invite=invite, user=charlie).role == after
    invite.refresh_from_db()
    assert invite.use_count == (1 if before != after else 0)
    assert bool(invite.last_used_at) == (before != after)


@pytest.mark.parametrize("lasts", [None, timedelta(days=400)])
def test_an_owner_link_is_short_and_for_one(circle, lasts):
    invite = invite_for(circle, Role.OWNER, lasts=lasts, max_uses=9)
    assert invite.max_uses == 1
    assert invite.expires_at <= timezone.now() + DAY
    with pytest.raises(IntegrityError), transaction.atomic():
        Invite.objects.filter(pk=invite.pk).update(max_uses=None)


def test_a_database_constraint_limits_the_uses(circle):
    invite = invite_for(circle, max_uses=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invite.objects.filter(pk=invite.pk).update(use_count=2)


def test_the_follow_link_is_new_and_for_viewers(circle, bob):
    first, first_token = make_table_link(actor=bob, circle=circle)
    second, second_token = make_table_link(actor=bob, circle=circle)
    assert first != second
    assert first_token != second_token
    assert second.role == Role.VIEWER
    assert second.label.startswith("At the table, ")
    assert timedelta(days=29) < second.expires_at - timezone.now() <= timedelta(days=30)
    assert find_invite(first_token) == first


def test_revoking_again_keeps_the_first_time_of_revocation(circle):
    invite = invite_for(circle)
    revoke_invite(invite=invite)
    invite.refresh_from_db()
    when = invite.revoked_at
    revoke_invite(invite=invite)
    invite.refresh_from_db()
    assert invite.revoked_at == when
