"""Links for a new password, made by the owner of a circle, open only accounts in that owner's circles."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.models import Member, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.members import change_role
from tests.ledger.conftest import PASSWORD, join, make_user
from tests.ledger.pages import client_of

NEW = {"password1": "queens-and-jacks-8", "password2": "queens-and-jacks-8"}


def ask(owner: Member, member: Member) -> tuple[int, str]:
    """The status, and the link if there is one."""
    response = client_of(owner.user).post(f"/circles/{owner.circle_id}/members/{member.id}/password-link/")
    found = re.search(r"http://testserver(/account/password/reset/key/[^\"]+)", response.content.decode())
    return response.status_code, found[1] if found else ""


def use(link: str) -> int:
    client = Client()
    form = client.get(link, follow=True)
    return client.post(form.request["PATH_INFO"], NEW).status_code


def test_a_link_sets_a_new_password_for_a_member(owner, viewer):
    status, link = ask(owner, viewer)
    assert status == 200
    assert use(link) == 302
    viewer.user.refresh_from_db()
    assert viewer.user.check_password(NEW["password1"])


def test_a_link_works_for_an_hour(owner, viewer, monkeypatch):
    link = ask(owner, viewer)[1]
    now = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3590)
    assert "already, or it is too old" not in Client().get(link, follow=True).content.decode()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3610)
    assertContains(Client().get(link, follow=True), "This link has been used already, or it is too old.")


def test_the_page_is_kept_out_of_caches_and_referers(owner, viewer):
    page = client_of(owner.user).post(f"/circles/{owner.circle_id}/members/{viewer.id}/password-link/")
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "no-referrer, strict-origin"


def refuse(owner: Member, member: Member) -> None:
    assert ask(owner, member) == (403, "")
    page = client_of(owner.user).get(f"/circles/{owner.circle_id}/members/{member.id}/")
    assertNotContains(page, "password-link")


def test_no_link_for_members_of_other_owners(owner, viewer, elsewhere):
    """Also where the owner is a scorer of the other circle."""
    join(elsewhere.circle, viewer.user, Role.VIEWER)
    refuse(owner, viewer)
    join(elsewhere.circle, owner.user, Role.SCORER)
    refuse(owner, viewer)


def test_no_link_for_owners_guests_and_staff(owner, scorer, gus):
    change_role(member=scorer, role=Role.OWNER)
    for member in (owner, scorer, join(owner.circle, gus, Role.VIEWER)):
        refuse(owner, member)
    for power in ("is_staff", "is_superuser"):
        user = make_user(power)
        User.objects.filter(pk=user.pk).update(**{power: True})
        refuse(owner, join(owner.circle, user, Role.VIEWER))


def test_no_link_for_members_who_can_help_themselves(owner, circle):
    by_mail, by_key, by_old_mail = (join(circle, make_user(name), Role.VIEWER) for name in ("Mia", "Kim", "Max"))
    EmailAddress.objects.create(user=by_mail.user, email="mia@example.org")
    Authenticator.objects.create(user=by_key.user, type=Authenticator.Type.RECOVERY_CODES, data={})
    User.objects.filter(pk=by_old_mail.user_id).update(email="max@example.org")
    for member in (by_mail, by_key, by_old_mail):
        refuse(owner, member)


@pytest.mark.parametrize("spent", ["used", "the account has joined another circle"])
def test_a_link_works_once_and_for_accounts_of_this_owner(owner, viewer, elsewhere, spent):
    """Otherwise an owner could keep a link and later open another owner's circle with it."""
    link = ask(owner, viewer)[1]
    if spent == "used":
        use(link)
    else:
        join(elsewhere.circle, viewer.user, Role.VIEWER)
    assertContains(Client().get(link, follow=True), "This link has been used already, or it is too old.")


def test_a_link_for_a_member_of_two_circles_of_the_same_owner(owner, viewer):
    second = make_circle(owner=owner.user, name="Second", currency="NPR", language="en")
    join(second.circle, viewer.user, Role.SCORER)
    assert ask(owner, viewer)[0] == 200


def test_a_link_is_checked_again_when_the_form_is_sent(owner, viewer, elsewhere):
    link = ask(owner, viewer)[1]
    client = Client()
    form = client.get(link, follow=True)
    join(elsewhere.circle, viewer.user, Role.VIEWER)
    client.post(form.request["PATH_INFO"], NEW)
    viewer.user.refresh_from_db()
    assert viewer.user.check_password(PASSWORD)


def test_a_new_password_signs_out_all_sessions(owner, viewer):
    """So the member notices a link that another person used."""
    veras = client_of(viewer.user)
    use(ask(owner, viewer)[1])
    assert veras.get("/account/").status_code == 302
