"""The page that a link opens, and joining from it."""

import re

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from ledger.circles.models import Invite, User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from tests.ledger.circles.test_invites import ended_links

KEY = "k" * 22


@pytest.fixture
def token(circle) -> str:
    return make_invite(actor=None, circle=circle, role=Role.VIEWER)[1]


def test_the_page_names_the_circle_and_the_role(client, token):
    response = client.get(f"/join/{token}/")
    assertContains(response, "Friday table")
    assertContains(response, "You will be a viewer")


def test_opening_the_page_does_not_join(client, token, circle):
    client.get(f"/join/{token}/")
    client.head(f"/join/{token}/")
    assert circle.members.count() == 1
    assert Invite.objects.get().use_count == 0
    assert "sessionid" not in client.cookies


def test_the_page_is_kept_out_of_caches_referers_and_search_engines(client, token):
    for response in (client.get(f"/join/{token}/"), client.get("/join/unknown/")):
        assert response["Referrer-Policy"] == "no-referrer, strict-origin"
        assert "noindex" in response["X-Robots-Tag"]
        assert "no-store" in response["Cache-Control"]
        assertContains(response, '<meta name="robots" content="noindex', status_code=response.status_code)


def test_joining_redirects_to_the_circle_without_the_token(client, token, circle):
    response = client.post(f"/join/{token}/", {"name": "Gita", "form_key": KEY}, follow=True)
    assert response.redirect_chain == [(f"/circles/{circle.id}/", 302)]
    assertNotContains(response, token)
    member = circle.members.get(role=Role.VIEWER)
    assert (member.name, member.user.is_guest) == ("Gita", True)


def test_an_account_joins_under_its_own_name(client, token, circle, charlie):
    client.force_login(charlie)
    page = client.get(f"/join/{token}/")
    assertContains(page, "You join as <bdi>Charlie</bdi>")
    assertNotContains(page, 'name="name"')
    client.post(f"/join/{token}/")
    assert circle.members.get(user=charlie).role == Role.VIEWER


def test_a_member_keeps_the_higher_role(client, token, scorer):
    client.force_login(scorer.user)
    client.post(f"/join/{token}/")
    scorer.refresh_from_db()
    assert scorer.role == Role.SCORER


@pytest.mark.parametrize("name", ["", "  ", "x" * 200, "\u202e"])
def test_a_guest_needs_a_name(client, token, circle, name):
    response = client.post(f"/join/{token}/", {"name": name, "form_key": KEY})
    assert response.status_code == 422
    assert response.context["form"]["name"].value() == name
    assert (circle.members.count(), User.objects.count(), Invite.objects.get().use_count) == (1, 1, 0)


@pytest.mark.parametrize("why", ["unknown", "expired", "revoked", "spent"])
@pytest.mark.parametrize(
    "form", [None, {}, {"name": "Mallory", "form_key": KEY}, {"name": "", "form_key": KEY}, {"player": "nobody"}]
)
def test_a_closed_link_reveals_nothing_about_the_circle(client, circle, why, form):
    address = f"/join/{ended_links(circle)[why]}/"
    members = circle.members.count()
    response = client.get(address) if form is None else client.post(address, form)
    assertContains(response, "This link does not work", status_code=404)
    assertNotContains(response, "Friday table", status_code=404)
    assert circle.members.count() == members


def test_all_closed_links_get_the_same_page(circle):
    pages = set()
    for token in ended_links(circle).values():
        page = Client().get(f"/join/{token}/").content.decode()
        # What differs from page to page anyway: the address in the language switch, and the CSRF token.
        pages.add(re.sub(r"\b[A-Za-z0-9]{64}\b", "csrf", page.replace(token, "token")))
    assert len(pages) == 1


def test_a_double_submit_of_the_last_use_joins_once(client, circle):
    token = make_invite(actor=None, circle=circle, role=Role.VIEWER, max_uses=1)[1]
    form = {"name": "Gita", "form_key": KEY}
    first, again = client.post(f"/join/{token}/", form), Client().post(f"/join/{token}/", form)
    assert first["Location"] == again["Location"] == f"/circles/{circle.id}/"
    assert circle.members.count() == 2


def test_another_form_key_makes_another_guest(client, circle):
    token = make_invite(actor=None, circle=circle, role=Role.VIEWER)[1]
    client.post(f"/join/{token}/", {"name": "Gita", "form_key": KEY})
    Client().post(f"/join/{token}/", {"name": "Hari", "form_key": "j" * 22})
    assert circle.members.count() == 3


def test_a_csrf_token_is_required(token, circle):
    assert Client(enforce_csrf_checks=True).post(f"/join/{token}/", {"name": "Gita"}).status_code == 403
    assert circle.members.count() == 1


@pytest.mark.parametrize("token", ["", "../../etc/passwd", "%00", "x" * 5000, "é", "a/b"])
def test_every_invalid_token_gets_404(client, db, token):
    assert client.get(f"/join/{token}/").status_code == 404


@pytest.mark.parametrize(("chosen", "language"), [(None, "ne"), ("en", "en")])
def test_a_new_visitor_gets_the_language_of_the_circle_unless_another_was_chosen(
    client, circle, token, chosen, language
):
    circle.language = "ne"
    circle.save()
    if chosen:
        client.cookies["django_language"] = chosen
    page = client.get(f"/join/{token}/", headers={"accept-language": "en"})
    assertContains(page, f'<html lang="{language}"')
    client.post(f"/join/{token}/", {"name": "Gita", "form_key": KEY})
    assert client.cookies["django_language"].value == language


def test_a_guest_can_join_a_second_circle(client, token, circle, gus):
    client.force_login(gus)
    client.post(f"/join/{token}/")
    assert User.objects.filter(is_guest=True).count() == 1
    assert circle.members.get(user=gus)


def test_a_command_makes_an_owner_link_for_a_circle_without_an_owner(circle, client, capsys):
    call_command("circle_link", circle.id, "--role", "owner", "--site", "https://cards.example")
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://cards.example/join/")
    client.post(link.removeprefix("https://cards.example"), {"name": "Alice again", "form_key": KEY})
    assert circle.members.filter(role=Role.OWNER).count() == 2
