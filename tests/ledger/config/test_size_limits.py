"""Limits for everything that users can create, each with a message. LEDGER_SIGNUP limits who can create accounts."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.asserts import assertContains

from ledger.api.models import Token
from ledger.api.tokens import make_token, revoke_token, tokens_of
from ledger.circles.models import Circle, Invite, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.circles import make_circle
from ledger.circles.services.invites import make_invite, revoke_invite
from ledger.circles.services.players import add_player
from ledger.lib.refusals import Refused
from ledger.scoring.cards import drafts
from ledger.series.models import Draft
from ledger.series.services import Submit, record_hand, stop_series, undo
from ledger.series.starting import start_series
from ledger.series.state import series_state
from ledger.transfer.export import circle_file
from ledger.transfer.hands_csv import import_hands
from tests.ledger.api.conftest import Program
from tests.ledger.circles.test_start_page import form
from tests.ledger.pages import client_of
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


# --- Hands and changes of a series ---


def test_default_limits(settings):
    limits = (settings.MOST_HANDS, settings.MOST_SERIES, settings.MOST_PLAYERS, settings.MOST_CIRCLES)
    assert limits == (500, 20_000, 500, 2_000)


def test_hands_in_a_series_are_limited(bob_scores, settings):
    settings.MOST_HANDS = 2
    bob_scores.record(J40[0])
    bob_scores.record(J40[1])
    with pytest.raises(Refused, match="at most 2 hands"):
        bob_scores.record(J40[2])
    answer = Program(bob_scores.me.user).post(
        f"series/{bob_scores.series.pk}/hands", {"record": J40[2], "base_version": 3}
    )
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, "too_many_hands")
    assert stop_series(series=bob_scores.series, submit=Submit(bob_scores.me, 3), with_standard=True)


def test_an_import_may_have_more_hands(series, scorer, settings):
    settings.MOST_HANDS = settings.MOST_CHANGES = 2
    names = [player.name for player in series_state(series).players]
    rows = [",".join(names), "10,10,10,10", "10,10,10,10", "10,10,10,10"]
    assert import_hands(series=series, me=scorer, data="\n".join(rows).encode(), dry_run=False).count == 3


def test_changes_of_a_series_are_limited(bob_scores, settings):
    settings.MOST_CHANGES = 3
    bob_scores.record(J40[0])
    undo(series=bob_scores.series, submit=Submit(bob_scores.me, 2))
    with pytest.raises(Refused, match="at most 3 changes"):
        record_hand(series=bob_scores.series, submit=Submit(bob_scores.me, 3), record=J40[0])
    assert stop_series(series=bob_scores.series, submit=Submit(bob_scores.me, 3), with_standard=True)


# --- In a circle ---


def test_players_in_a_circle_are_limited(owner, circle, settings):
    settings.MOST_PLAYERS = 2
    add_player(circle=circle, name="Anil")
    add_player(circle=circle, name="Bina")
    page = client_of(owner.user).post(f"/circles/{circle.pk}/players/", {"name": "Chitra"})
    assertContains(page, "A circle can have at most 2 players", status_code=422)
    answer = Program(owner.user).post(f"circles/{circle.pk}/players", {"name": "Chitra"})
    assert answer.status_code == 422
    assert Player.objects.count() == 2


def test_drafts_in_a_circle_are_limited(series, scorer, agreed, settings):
    settings.MOST_DRAFTS = 1
    start = {"direction": "clockwise", "first_leader": 0}
    drafts.begin(state=series_state(series), me=scorer, start=start)
    drafts.begin(state=series_state(series), me=scorer, start=start)
    other = series_state(start_series(me=scorer, agreed=agreed))
    with pytest.raises(Refused, match="not finished"):
        drafts.begin(state=other, me=scorer, start=start)
    assert Draft.objects.count() == 1


def test_links_of_a_circle_are_limited(owner, circle, scorer, settings):
    settings.MOST_LINKS = 1
    first, _token = make_invite(actor=owner.user, circle=circle, role=Role.VIEWER)
    client, sent = client_of(owner.user), {"role": "viewer", "days": "7"}
    assertContains(client.post(f"/circles/{circle.pk}/links/", sent), "at most 1 links", status_code=422)
    page = client_of(scorer.user).post(f"/circles/{circle.pk}/viewer-link/")
    assertContains(page, "at most 1 links", status_code=422)
    revoke_invite(invite=first)
    assert client.post(f"/circles/{circle.pk}/links/", sent).status_code == 200
    assert Invite.objects.count() == 1, "an ended link makes room for another"


# --- Of an account ---


def test_circles_of_an_account_are_limited(owner, elsewhere, settings):
    settings.MOST_CIRCLES = 1
    client = client_of(owner.user)
    assertContains(client.post("/start/", form()), "You can belong to at most 1 circles", status_code=422)
    assert Program(owner.user).post("circles", {"name": "Sunday"}).status_code == 422
    token = make_invite(actor=None, circle=elsewhere.circle, role=Role.VIEWER)[1]
    assertContains(client.post(f"/join/{token}/"), "You can belong to at most 1 circles", status_code=422)
    assert owner.user.memberships.count() == 1


def test_an_import_respects_the_limit_of_circles(owner, circle, settings):
    client = client_of(owner.user)
    file = circle_file(circle)
    circle.delete()
    make_circle(owner=owner.user, name="Another", currency="NPR", language="en")
    settings.MOST_CIRCLES = 1
    page = client.post("/start/file/", {"file": SimpleUploadedFile("circle.json", file.encode())})
    page = client.post("/start/file/", {"kept": page.context["kept"], "unsigned": "on"})
    assertContains(page, "You can belong to at most 1 circles", status_code=422)
    assert Circle.objects.get().name == "Another"


def test_tokens_of_an_account_are_limited(alice, settings):
    settings.MOST_TOKENS = 1
    token, _secret = make_token(user=alice)
    page = client_of(alice).post("/account/tokens/new/", {"name": "scoreboard"})
    assertContains(page, "You can have at most 1 tokens", status_code=422)
    revoke_token(token=token)
    make_token(user=alice)
    assert (Token.objects.count(), tokens_of(alice).count()) == (1, 1), "a revoked token makes room for another"


# --- Who may come: LEDGER_SIGNUP ---

SIGN_UP = {"username": "dora", "password1": "kings-and-queens-9", "password2": "kings-and-queens-9"}
CLOSED_PAGES = ("/start/", "/start/file/", "/account/signup/", "/account/signup/passkey/")


@pytest.mark.parametrize("mode", ["invited", "closed"])
@pytest.mark.parametrize("address", CLOSED_PAGES)
def test_a_visitor_is_refused_with_an_explanation(client, settings, mode, address):
    settings.SIGNUP = mode
    sentence = "This site takes no new people" if mode == "closed" else "Only people with an account"
    assertContains(client.get(address), sentence, status_code=403)
    assertContains(client.post(address, {**form(), **SIGN_UP}), sentence, status_code=403)
    assert not User.objects.exists()


@pytest.mark.parametrize(("mode", "offered"), [("open", True), ("invited", False), ("closed", False)])
def test_closed_sign_up_is_not_offered(client, settings, mode, offered):
    settings.SIGNUP = mode
    for address, way in [
        ("/", "/start/"),
        ("/", "/start/file/"),
        ("/example/jaago-chalis/", "/start/"),
        ("/account/login/", "/account/signup/"),
    ]:
        page = client.get(address).content.decode()
        assert (f'href="{way}"' in page) is offered, (address, way)


@pytest.mark.parametrize(("mode", "status"), [("open", 302), ("invited", 302), ("closed", 403)])
def test_guests_can_join_only_when_allowed(owner, settings, mode, status):
    settings.SIGNUP = mode
    token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)[1]
    client = Client()
    assert client.get(f"/join/{token}/").status_code == (403 if mode == "closed" else 200)
    assert client.post(f"/join/{token}/", {"name": "Gita", "form_key": "k" * 22}).status_code == status
    assert User.objects.filter(is_guest=True).count() == (status == 302)


def test_an_invite_link_allows_a_new_account(owner, settings):
    settings.SIGNUP = "invited"
    invite, token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)
    client, late = Client(), Client()
    client.get(f"/join/{token}/")
    late.get(f"/join/{token}/")
    assert client.post("/account/signup/", SIGN_UP).status_code == 302
    revoke_invite(invite=invite)
    assert late.post("/account/signup/", {**SIGN_UP, "username": "late"}).status_code == 403
    assert User.objects.filter(username="dora").exists()


@pytest.mark.parametrize("mode", ["invited", "closed"])
def test_existing_accounts_and_guests_can_go_on(gus, alice, settings, mode):
    settings.SIGNUP = mode
    account, guest = client_of(alice), client_of(gus)
    assert account.post("/start/", form()).status_code == 302
    assert account.get("/start/file/").status_code == 200
    assert guest.post("/start/", form(form_key="g" * 22)).status_code == 403
    csrf = {"content_type": "application/json"}
    assert guest.post("/api/v1/circles", '{"name": "Sunday"}', **csrf).status_code == 422
    assert guest.post("/account/signup/", SIGN_UP).status_code == 302
    gus.refresh_from_db()
    assert not gus.is_guest


@pytest.mark.parametrize("mode", ["invited", "closed"])
def test_a_member_with_an_account_joins_another_circle(owner, charlie, settings, mode):
    settings.SIGNUP = mode
    token = make_invite(actor=None, circle=owner.circle, role=Role.VIEWER)[1]
    assert client_of(charlie).post(f"/join/{token}/").status_code == 302
