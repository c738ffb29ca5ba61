"""The memberships of a guest who signs in to an account move to the account."""

import pytest
from django.db import IntegrityError, transaction

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import move_guest
from ledger.circles.services.players import add_player, claim_player
from tests.ledger.conftest import join


def test_memberships_move_to_the_account(circle, gus, charlie):
    join(circle, gus, Role.SCORER)
    assert move_guest(guest=gus, account=charlie) == 1
    assert Member.objects.get(user=charlie).role == Role.SCORER
    assert not gus.memberships.exists()


@pytest.mark.parametrize(
    ("as_guest", "as_account", "after"),
    [
        (Role.VIEWER, Role.SCORER, Role.SCORER),
        (Role.SCORER, Role.VIEWER, Role.SCORER),
        (Role.OWNER, Role.VIEWER, Role.OWNER),
        (Role.SCORER, Role.SCORER, Role.SCORER),
    ],
)
def test_the_higher_of_two_roles_is_kept(circle, gus, charlie, as_guest, as_account, after):
    join(circle, gus, as_guest)
    join(circle, charlie, as_account)
    move_guest(guest=gus, account=charlie)
    assert list(circle.members.filter(user__in=[gus, charlie]).values_list("user", "role")) == [(charlie.pk, after)]


def test_a_sole_owner_stays_owner(gus, charlie):
    circle = make_circle(owner=gus, name="Mine", currency="NPR", language="en").circle
    move_guest(guest=gus, account=charlie)
    assert circle.members.get().user == charlie
    assert circle.members.get().role == Role.OWNER


def test_the_claimed_player_moves_to_the_account(anil, gus, charlie):
    claim_player(player=anil, member=join(anil.circle, gus, Role.VIEWER))
    move_guest(guest=gus, account=charlie)
    anil.refresh_from_db()
    assert anil.claimed_by.user == charlie


def test_the_claimed_player_moves_to_an_existing_membership(anil, gus, charlie):
    known = join(anil.circle, charlie, Role.VIEWER)
    claim_player(player=anil, member=join(anil.circle, gus, Role.VIEWER))
    move_guest(guest=gus, account=charlie)
    anil.refresh_from_db()
    assert anil.claimed_by == known


def test_the_accounts_own_player_is_kept(anil, gus, charlie):
    bina = add_player(circle=anil.circle, name="Bina")
    claim_player(player=bina, member=join(anil.circle, charlie, Role.VIEWER))
    claim_player(player=anil, member=join(anil.circle, gus, Role.VIEWER))
    move_guest(guest=gus, account=charlie)
    anil.refresh_from_db()
    bina.refresh_from_db()
    assert (anil.claimed_by, bina.claimed_by.user) == (None, charlie)


def test_the_guest_is_inactive_and_keeps_the_name(gus, charlie):
    move_guest(guest=gus, account=charlie)
    gus.refresh_from_db()
    assert not gus.is_active
    assert str(gus) == "Gus"


def test_a_database_constraint_refuses_guests_with_rights_or_passwords(gus):
    for power in ({"is_staff": True}, {"is_superuser": True}, {"password": "argon2$..."}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=gus.pk).update(**power)
