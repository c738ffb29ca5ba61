"""The admin is read-only."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from tests.ledger.conftest import PASSWORD


@pytest.fixture
def staff(db, client) -> Client:
    client.force_login(User.objects.create_superuser("sita", password=PASSWORD))
    return client


@pytest.mark.django_db
def test_the_admin_uses_the_sites_login_page(client):
    assertRedirects(client.get("/admin/login/?next=/admin/"), "/account/login/?next=%2Fadmin%2F")


@pytest.mark.parametrize("model", ["user", "circle", "member", "player", "invite"])
def test_no_object_can_be_added(staff, model):
    assert staff.get(f"/admin/circles/{model}/").status_code == 200
    assert staff.get(f"/admin/circles/{model}/add/").status_code == 403


def test_no_object_can_be_changed_or_deleted(staff, owner, anil):
    invite, _token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)
    for row in (owner.user, owner.circle, owner, anil, invite):
        at = f"/admin/circles/{row._meta.model_name}/{row.pk}"
        assert staff.get(f"{at}/change/").status_code == 200
        assert staff.post(f"{at}/change/", {"name": "Changed"}).status_code == 403
        assert staff.post(f"{at}/delete/", {"post": "yes"}).status_code == 403


def test_secrets_are_not_shown(staff, owner):
    invite, _token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)
    assertNotContains(staff.get(f"/admin/circles/invite/{invite.pk}/change/"), invite.token_hash)
    assertNotContains(staff.get(f"/admin/circles/user/{owner.user_id}/change/"), owner.user.password)
    assert staff.get("/admin/mfa/authenticator/").status_code == 404


def test_the_admin_is_not_linked_and_refuses_other_users(owner, client):
    client.force_login(owner.user)
    assertNotContains(client.get("/"), "/admin/")
    assertContains(client.get("/admin/login/"), "another role", status_code=403)
