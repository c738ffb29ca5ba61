"""Making, showing, listing and revoking links."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import Invite
from ledger.circles.roles import Role
from ledger.circles.selectors import find_invite
from ledger.circles.services.invites import accept_invite
from tests.ledger.pages import client_of


@pytest.fixture
def at(owner) -> str:
    return f"/circles/{owner.circle_id}"


def form(**changes: Any) -> dict[str, Any]:
    return {"role": "viewer", "label": "", "days": "30", **changes}


def link_in(page: Any) -> str:
    return re.search(r"http://testserver(/join/[^/\"]+/)", page.content.decode())[1]


def test_shows_the_link_once_with_its_qr_code(alices_phone, at):
    page = alices_phone.post(f"{at}/links/", form(label="Family"))
    link = link_in(page)
    assertContains(page, "<svg")
    assertNotContains(page, "style=")
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "no-referrer, strict-origin"
    assertContains(Client().get(link), "Friday table")
    listing = alices_phone.get(f"{at}/links/")
    assertNotContains(listing, link)
    assertContains(listing, "Family")


def test_the_link_has_the_chosen_role_and_limits(alices_phone, at):
    alices_phone.post(f"{at}/links/", form(role="scorer", days="7", once="on"))
    invite = Invite.objects.get()
    assert (invite.role, invite.max_uses) == (Role.SCORER, 1)
    assert 6 <= (invite.expires_at - timezone.now()).days <= 7
    alices_phone.post(f"{at}/links/", form(days="0"))
    assert Invite.objects.get(expires_at=None).max_uses is None


@pytest.mark.parametrize(
    "changes", [{"role": "king"}, {"role": ""}, {"days": "365000"}, {"days": "-1"}, {"label": "x" * 200}]
)
def test_refuses_invalid_choices(alices_phone, at, changes):
    assert alices_phone.post(f"{at}/links/", form(**changes)).status_code == 422
    assert not Invite.objects.exists()


def test_a_link_is_listed_with_its_last_use_and_can_be_revoked(alices_phone, at):
    token = link_in(alices_phone.post(f"{at}/links/", form())).split("/")[2]
    assertContains(alices_phone.get(f"{at}/links/"), "not used yet")
    invite = find_invite(token)
    accept_invite(invite=invite, user=None, name="Gita")
    assertContains(alices_phone.get(f"{at}/links/"), "used once, on")
    assertRedirects(alices_phone.post(f"{at}/links/{invite.id}/revoke/"), f"{at}/links/")
    page = alices_phone.get(f"{at}/links/")
    assertContains(page, "revoked on")
    assertNotContains(page, ">Revoke<")
    assert Client().get(f"/join/{token}/").status_code == 404


def test_markup_in_a_label_is_text(alices_phone, at):
    alices_phone.post(f"{at}/links/", form(label="<script>alert(1)</script>"))
    assertContains(alices_phone.get(f"{at}/links/"), "&lt;script&gt;alert(1)&lt;/script&gt;")


def test_a_scorer_can_make_a_link_for_viewers(at, scorer):
    bobs = client_of(scorer.user)
    first, second = (link_in(bobs.post(f"{at}/viewer-link/")) for _ in range(2))
    assert first != second
    assert {invite.role for invite in Invite.objects.all()} == {Role.VIEWER}
    assertContains(Client().get(second), "You will be a viewer")


@pytest.mark.parametrize(("may", "role"), [("look on", Role.VIEWER), ("write", Role.SCORER)])
def test_an_owner_is_asked_what_those_who_join_may_do(owner, scorer, circle, may, role):
    address = f"/circles/{circle.pk}/viewer-link/"
    alices_phone = client_of(owner.user)
    for may_be_anything in ({}, {"may": "own"}):
        asked = alices_phone.post(address, may_be_anything)
        assertContains(asked, "They may look on")
        assertContains(asked, "They may write too")
    assert not Invite.objects.exists()
    alices_phone.post(address, {"may": may})
    client_of(scorer.user).post(address, {"may": may})
    made = list(Invite.objects.order_by("created_at"))
    assert [invite.role for invite in made] == [role, Role.VIEWER]
    assert round((made[0].expires_at - made[0].created_at) / timedelta(days=1)) == (1 if role == Role.SCORER else 30)
