"""Deleting an account: what goes, what stays in the books, and who may not."""

from functools import partial

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client, modify_settings
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.api.models import Token
from ledger.api.tokens import make_token
from ledger.circles.models import Member, Player, User
from ledger.circles.roles import Role
from ledger.circles.services.accounts import delete_account
from ledger.circles.services.circles import make_circle
from ledger.circles.services.guests import make_guest
from ledger.circles.services.players import claim_player
from ledger.lib.hash_chain import faults
from ledger.live.links import enter_by_link, make_link, token_of
from ledger.series.chain import event_hash
from ledger.series.models import Event, SeriesLink
from tests.ledger.circles.test_provider import provider, server, sign_in
from tests.ledger.conftest import PASSWORD, join, make_user
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40, players
from tests.ledger.threads import run_together

pytestmark = pytest.mark.django_db

__all__ = ["players", "provider", "server"]
DELETE = "/account/delete/"


def test_the_books_keep_what_the_person_played_and_recorded(bob_scores, players):
    bob = bob_scores.me.user
    claim_player(player=players[0], member=bob_scores.me)
    link = make_link(me=bob_scores.me, series=bob_scores.series)
    bob_scores.record(*J40[:2])
    before = list(Event.objects.filter(series=bob_scores.series).values_list("hash", flat=True))
    assert client_of(bob).post(DELETE, {"password": PASSWORD}).status_code == 302
    events = list(Event.objects.filter(series=bob_scores.series))
    assert [event.hash for event in events] == before
    assert list(faults(events, event_hash)) == []
    assert {(event.by_id, event.by_name) for event in events} == {(None, "Bob")}
    player = Player.objects.get(pk=players[0].pk)
    assert (player.name, player.claimed_by) == ("A", None)
    assert SeriesLink.objects.get().created_by is None
    assert enter_by_link(token_of(link))


def test_nothing_opens_the_account_any_more(scorer):
    bob = scorer.user
    phone, other = client_of(bob), client_of(bob)
    _token, secret = make_token(user=bob)
    Authenticator.objects.create(user=bob, type=Authenticator.Type.WEBAUTHN, data={})
    EmailAddress.objects.create(user=bob, email="bob@khata.example", verified=True)
    answer = phone.post(DELETE, {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in text_of(answer)
    assert not User.objects.filter(username="bob").exists()
    assert not any(rows.objects.exists() for rows in (Token, Authenticator, EmailAddress))
    for client in (phone, other):
        assert client.get("/account/").status_code == 302
        assert client.get(f"/circles/{scorer.circle_id}/").status_code == 404
    api = {"headers": {"Authorization": f"Bearer {secret}"}}
    assert Client().get(f"/api/v1/circles/{scorer.circle_id}", **api).status_code == 401
    signed_in = Client().post("/account/login/", {"login": "bob", "password": PASSWORD})
    assert signed_in.status_code == 422


def test_the_page_says_before_what_stays(scorer):
    page = text_of(client_of(scorer.user).get(DELETE))
    assert "What you played stays in the books, under the player's name." in page
    assert "Links that you made keep working." in page
    assert "Delete this account" in text_of(client_of(scorer.user).get("/account/"))


@pytest.mark.parametrize("sent", [{}, {"password": "wrong"}, {"sure": "on"}])
def test_without_the_password_nothing_is_deleted(scorer, sent):
    assert client_of(scorer.user).post(DELETE, sent).status_code == 422
    assert User.objects.filter(pk=scorer.user_id).exists()


def test_many_wrong_passwords_have_to_wait(scorer):
    client = client_of(scorer.user)
    for _guess in range(5):
        client.post(DELETE, {"password": "wrong"})
    answer = client.post(DELETE, {"password": PASSWORD})
    assert (answer.status_code, "That was too often." in text_of(answer)) == (422, True)


def test_a_guest_ticks_a_box(owner):
    guest = join(owner.circle, make_guest(name="Gita"), Role.VIEWER).user
    client = client_of(guest)
    assert client.post(DELETE).status_code == 422
    assert client.post(DELETE, {"sure": "on"}).status_code == 302
    assert not User.objects.filter(pk=guest.pk).exists()


def test_the_only_owner_is_told_which_circles_need_another(owner, scorer):
    make_circle(owner=owner.user, name="Sunday table", currency="NPR", language="en")
    join(
        make_circle(owner=make_user("Carol"), name="Shared", currency="NPR", language="en").circle,
        owner.user,
        Role.OWNER,
    )
    sentence = f"You are the only owner of {owner.circle.name} and Sunday table:"
    client = client_of(owner.user)
    page = text_of(client.get(DELETE))
    assert sentence in page
    assert "Shared" not in page
    answer = client.post(DELETE, {"password": PASSWORD})
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert User.objects.filter(pk=owner.user_id).exists()


def test_an_owner_who_cannot_sign_in_is_no_other_owner(owner):
    sleeping = join(owner.circle, make_user("Carol"), Role.OWNER).user
    User.objects.filter(pk=sleeping.pk).update(is_active=False)
    with pytest.raises(ValidationError, match="only owner"):
        delete_account(user=owner.user)


def test_a_second_tab_finds_nobody(scorer):
    delete_account(user=scorer.user)
    stale = User(pk=scorer.user_id)
    delete_account(user=stale)
    assert not User.objects.filter(username="bob").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same", [False, True], ids=["two owners", "two tabs"])
def test_two_at_once_leave_an_owner(same):
    alice = make_user("Alice")
    circle = make_circle(owner=alice, name="Table", currency="NPR", language="en").circle
    other = join(circle, make_user("Bob"), Role.OWNER).user
    outcomes = run_together(*(partial(delete_account, user=user) for user in (alice, alice if same else other)))
    assert [refused.code for refused in outcomes if refused] == ([] if same else ["last_owner"])
    assert Member.objects.filter(circle=circle, role=Role.OWNER).count() == 1


def test_a_connection_goes_although_the_settings_no_longer_name_the_provider(scorer, owner):
    for user in (scorer.user, owner.user):
        account = SocialAccount.objects.create(user=user, provider="oidc", uid=str(user.pk))
        SocialToken.objects.create(account=account, token="from another version")
    with modify_settings(INSTALLED_APPS={"remove": ["allauth.socialaccount", "ledger.circles.accounts.oidc"]}):
        apps.clear_cache()  # the models remember which others refer to them
        delete_account(user=scorer.user)
    apps.clear_cache()
    connection.check_constraints()
    assert [account.user for account in SocialAccount.objects.all()] == [owner.user]
    assert SocialToken.objects.get().account.user == owner.user


# --- Without a password ---


REOPEN = "Please open this page once more."
BY_PROVIDER = "This account is opened by Club Login alone."


def let_minutes_pass(client: Client, minutes: int) -> None:
    """Set back the times at which the person of this session last proved who it is."""
    session = client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= minutes * 60
    session.save()


@pytest.fixture
def without_password(scorer) -> Client:
    """Bob, who has no password and has just signed in once more with a recovery code."""
    scorer.user.set_unusable_password()
    scorer.user.save()
    codes = {"migrated_codes": ["first", "second"]}
    Authenticator.objects.create(user=scorer.user, type=Authenticator.Type.RECOVERY_CODES, data=codes)
    client = client_of(scorer.user)
    client.post("/account/2fa/reauthenticate/", {"code": "first"})
    return client


def test_without_a_password_the_passkey_is_asked_for(without_password, scorer):
    assert without_password.get(DELETE).status_code == 200
    let_minutes_pass(without_password, 6)
    answer = without_password.get(DELETE)
    assert (answer.status_code, "reauthenticate" in answer["Location"]) == (302, True)
    assert User.objects.filter(pk=scorer.user_id).exists()


def test_within_five_minutes_a_tick_is_enough(without_password, scorer):
    let_minutes_pass(without_password, 4)
    assert without_password.post(DELETE).status_code == 422
    assertRedirects(without_password.post(DELETE, {"sure": "on"}), "/")
    assert not User.objects.filter(pk=scorer.user_id).exists()


def test_a_page_that_was_open_too_long_is_refused_and_kept_for_no_later(without_password, scorer):
    """static/js/pocket/leave.js would take a redirect for a deletion, and empty the phone."""
    let_minutes_pass(without_password, 6)
    answer = without_password.post(DELETE, {"sure": "on"})
    assertContains(answer, REOPEN, status_code=422)
    assertContains(answer, f'href="{DELETE}"', status_code=422)
    without_password.post("/account/2fa/reauthenticate/", {"code": "second", "next": DELETE})
    assert User.objects.filter(pk=scorer.user_id).exists()
    assert without_password.get(DELETE).status_code == 200


def test_who_is_signed_out_meanwhile_is_refused(scorer):
    answer = Client().post(DELETE, {"sure": "on"})
    assertContains(answer, REOPEN, status_code=422)


def test_by_the_provider_alone_a_fresh_sign_in_is_enough(client, provider):
    sign_in(client, provider)
    let_minutes_pass(client, 4)
    assertNotContains(client.get(DELETE), BY_PROVIDER)
    assertRedirects(client.post(DELETE, {"sure": "on"}), "/")
    assert not User.objects.filter(username="dora.d").exists()


def test_by_the_provider_alone_an_old_sign_in_is_refused(client, provider):
    sign_in(client, provider)
    let_minutes_pass(client, 6)
    assertContains(client.get(DELETE), BY_PROVIDER)
    assertContains(client.get(DELETE), 'href="/account/logout/"')
    assertContains(client.post(DELETE, {"sure": "on"}), BY_PROVIDER, status_code=422)
    client.post("/account/logout/")
    sign_in(client, provider)
    assertRedirects(client.post(DELETE, {"sure": "on"}), "/")


def test_where_the_provider_is_gone_a_tick_is_enough(client, provider, settings):
    sign_in(client, provider)
    let_minutes_pass(client, 6)
    settings.OIDC = None
    assertRedirects(client.post(DELETE, {"sure": "on"}), "/")
