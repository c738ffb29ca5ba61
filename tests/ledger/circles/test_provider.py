"""Signing in by a provider of OpenID Connect."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.selectors import members_with_resettable_password
from ledger.circles.services.invites import make_invite
from tests.ledger.circles.identity_provider import IdentityProvider, running_provider
from tests.ledger.circles.test_accounts import signed_in, user_of
from tests.ledger.conftest import PASSWORD, join

pytestmark = pytest.mark.django_db

LOGIN, BACK, PAGE = "/account/provider/login/", "/account/provider/callback/", "/account/provider/"
KNOWN = "An account on this site has your e-mail address already."


@pytest.fixture(scope="module")
def server() -> Iterator[IdentityProvider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(server, settings) -> IdentityProvider:
    port = server.issuer.partition("127.0.0.1:")[2].partition("/")[0]
    server.__init__(int(port))
    settings.OIDC = replace(settings.OIDC, issuer=server.issuer)
    for name in ("default", "memory"):
        caches[name].clear()
    return server


def begin(client: Client, **form: str) -> str:
    response = client.post(LOGIN, form)
    assert response.status_code == 200, response.content.decode()
    address: str = response.context["address"]
    return address


def sign_in(client: Client, provider: IdentityProvider, **form: str) -> HttpResponse:
    return client.get(BACK, provider.sign_in(begin(client, **form)))


def confirm_address(user: User, *, confirmed: bool = True) -> None:
    user.email = "dora@club.example"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)


def connect(user: User, subject: str = "4711") -> SocialAccount:
    return SocialAccount.objects.create(user=user, provider="oidc", uid=subject)


# --- The first time and the next ---


def test_the_first_sign_in_makes_an_account(client, provider):
    assertRedirects(sign_in(client, provider), "/")
    user = user_of(client)
    assert (user.username, user.display_name, user.is_guest, user.email) == ("dora.d", "Dora D.", False, "")
    assert not user.has_usable_password()


def test_the_next_sign_in_opens_the_same_account(client, provider):
    sign_in(client, provider)
    first = signed_in(client)
    client.logout()
    provider.person |= {"preferred_username": "someone.else", "name": "Married"}
    sign_in(client, provider)
    assert signed_in(client) == first
    assert str(first) == "Dora D."


def test_nothing_is_kept_but_the_subject(client, provider):
    provider.person |= {"picture": "https://club.example/dora.png", "groups": ["board"], "email": "dora@club.example"}
    sign_in(client, provider)
    kept = SocialAccount.objects.get()
    assert (kept.provider, kept.uid, kept.extra_data) == ("oidc", "4711", {})
    assert "dora@" not in str(User.objects.values_list())


@pytest.mark.parametrize(
    ("said", "username", "name"),
    [
        ({"preferred_username": "dora@club.example"}, "dora", "Dora D."),
        ({"preferred_username": "राम", "name": "राम"}, "राम", "राम"),
        ({"preferred_username": 7, "name": ["x"]}, "user", "user"),
        ({"preferred_username": None, "name": None}, "user", "user"),
        ({"preferred_username": "x" * 300, "name": "x" * 300}, "user", "user"),
        ({"name": "Аnil"}, "dora.d", "dora.d"),  # a Cyrillic А
    ],
)
def test_names_are_made_to_fit(client, provider, said, username, name):
    provider.person |= said
    sign_in(client, provider)
    user = user_of(client)
    assert (user.username, user.display_name) == (username, name)


def test_a_user_name_that_is_taken_gets_a_digit(client, provider, alice):
    provider.person |= {"preferred_username": "alice"}
    sign_in(client, provider)
    assert re.fullmatch(r"alice\d+", signed_in(client).username)


def test_the_page_on_the_way_goes_on_by_itself(client, provider):
    response = client.post(LOGIN)
    assertContains(response, '<meta http-equiv="refresh" content="0; url=http://127.0.0.1:')
    assertContains(response, "Go on to Club Login")
    assert "form-action 'self'" in response["Content-Security-Policy"]


@pytest.mark.parametrize(("asked", "reached"), [("/rules/", "/rules/"), ("https://evil.example/", "/")])
def test_leads_to_the_page_that_was_asked_for(client, provider, asked, reached):
    connect(User.objects.create_user("dora"))
    assertRedirects(sign_in(client, provider, next=asked), reached)


def test_the_button_stands_where_people_sign_in(client, alice):
    assertContains(client.get("/account/login/?next=/rules/"), "Sign in with Club Login")
    # for those who type a password, go to the provider, or have a passkey
    assertContains(client.get("/account/login/?next=/rules/"), 'name="next" value="/rules/"', count=3)
    assertContains(client.get("/account/signup/"), "Sign in with Club Login")
    client.force_login(alice)
    assertContains(client.get("/account/"), "Club Login")


@pytest.mark.parametrize(
    "described",
    [{"userinfo_endpoint": None}, {"token_endpoint_auth_methods_supported": ["client_secret_post"]}],
    ids=["no user info", "the secret by form"],
)
def test_providers_differ(client, provider, described):
    provider.described = described
    sign_in(client, provider)
    assert signed_in(client)
    assert ("/userinfo" in provider.asked) == ("userinfo_endpoint" not in described)


def test_no_page_asks_for_providers_in_the_database(client, django_assert_num_queries, db):
    client.get("/account/login/")
    with django_assert_num_queries(0):
        client.get("/account/login/")


# --- Addresses that belong to an account ---


CONFIRMED = {"email": "Dora@Club.example", "email_verified": True}


def test_an_address_confirmed_on_both_sides_connects(client, provider, alice):
    confirm_address(alice)
    provider.person |= CONFIRMED
    assertRedirects(sign_in(client, provider), "/")
    assert signed_in(client) == alice
    assert SocialAccount.objects.get().user == alice
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


PRIVATE = {"email": "dora.private@club.example", "email_verified": True}


@pytest.mark.parametrize(
    ("claims", "info"),
    [
        *(({"email": "dora@club.example", "email_verified": said}, {}) for said in (False, None, "true", 1)),
        (PRIVATE, {"email": "dora@club.example"}),  # the confirmation of the other address does not count
    ],
)
def test_an_unconfirmed_address_of_the_provider_opens_nothing(client, provider, alice, claims, info):
    confirm_address(alice)
    provider.claims, provider.info = claims, info
    sign_in(client, provider)
    assert signed_in(client) not in (alice, None)
    assert EmailAddress.objects.get().user == alice


def test_an_unconfirmed_address_here_opens_nothing(client, provider, alice, settings):
    """Otherwise the owner of the address would sign in to an account that another person made with this address."""
    settings.SENDS_MAIL = True
    confirm_address(alice, confirmed=False)
    provider.person |= CONFIRMED
    assertRedirects(sign_in(client, provider), "/")
    assert signed_in(client) not in (alice, None)
    assert EmailAddress.objects.get().user == alice


def test_guarded_accounts_are_connected_by_their_owner_alone(client, provider, alice, bob):
    confirm_address(alice)
    provider.person |= CONFIRMED
    other = connect(alice, "another subject")
    assertContains(sign_in(client, provider), KNOWN, status_code=409)
    other.delete()
    key = Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data={})
    assertContains(sign_in(client, provider), KNOWN, status_code=409)
    key.delete()
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assertContains(sign_in(client, provider), KNOWN, status_code=409)
    User.objects.filter(pk=alice.pk).update(is_staff=False, is_active=False)
    assertContains(sign_in(client, provider), KNOWN, status_code=409)
    assert signed_in(client) is None
    assert User.objects.count() == 2


@pytest.mark.parametrize(("sends_mail", "kept"), [(True, "dora@club.example"), (False, "")])
def test_a_confirmed_address_is_kept_where_mail_is_sent(client, provider, settings, sends_mail, kept):
    settings.SENDS_MAIL = sends_mail
    provider.person |= CONFIRMED
    sign_in(client, provider)
    assert signed_in(client).email.lower() == kept
    assert EmailAddress.objects.filter(verified=True).count() == sends_mail


# --- Guests, invitations and passkeys ---


def test_a_guest_becomes_the_account(client, provider, gus, circle):
    join(circle, gus, Role.SCORER)
    client.force_login(gus)
    assertRedirects(sign_in(client, provider), "/")
    user = user_of(client)
    assert (user.pk, user.username, user.display_name, user.is_guest) == (gus.pk, "dora.d", "Gus", False)
    assert user.memberships.get().role == Role.SCORER
    assert SocialAccount.objects.get().user == gus


def test_the_tables_of_a_guest_move_to_the_account(client, provider, gus, circle, bob):
    connect(bob)
    join(circle, gus, Role.SCORER)
    client.force_login(gus)
    response = sign_in(client, provider)
    assert signed_in(client) == bob
    assert bob.memberships.get().circle == circle
    assertContains(client.get(response["Location"]), "1 table came along from before you signed in.")


def test_a_guest_who_fails_stays_a_guest(client, provider, gus):
    client.force_login(gus)
    provider.claims = {"nonce": "of another sign-in"}
    sign_in(client, provider)
    assert signed_in(client) == gus


def test_sign_up_follows_the_sites_policy(client, provider, settings, circle):
    settings.SIGNUP = "invited"
    assertContains(sign_in(client, provider), "Only people with an account", status_code=403)
    _invite, token = make_invite(actor=None, circle=circle, role=Role.VIEWER)
    client.get(f"/join/{token}/")
    assertRedirects(sign_in(client, provider), "/")
    settings.SIGNUP = "closed"
    provider.person["sub"] = "4712"
    stranger = Client()
    assertContains(sign_in(stranger, provider), "This site takes no new people.", status_code=403)
    assert User.objects.count() == 2


def test_who_has_an_account_may_come_to_a_closed_site(client, provider, settings, bob):
    settings.SIGNUP = "closed"
    connect(bob)
    sign_in(client, provider)
    assert signed_in(client) == bob


def test_a_passkey_is_asked_for_after_the_provider(client, provider, bob):
    connect(bob)
    Authenticator.objects.create(user=bob, type=Authenticator.Type.WEBAUTHN, data={})
    assertRedirects(sign_in(client, provider), "/account/2fa/authenticate/", fetch_redirect_response=False)
    assert signed_in(client) is None


def test_an_inactive_account_stays_closed(client, provider, bob):
    connect(bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assertRedirects(sign_in(client, provider), "/account/inactive/")
    assert signed_in(client) is None


# --- The account page ---


@pytest.fixture
def at_home(client, alice) -> Client:
    """Alice, who has just typed her password."""
    client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def test_connects_from_the_account_page(at_home, provider, alice):
    assertContains(at_home.get(PAGE), "Connect your account with Club Login")
    address = at_home.post(PAGE, {"connect": "1"}).context["address"]
    response = at_home.get(BACK, provider.sign_in(address))
    assertRedirects(response, PAGE, fetch_redirect_response=False)
    assertContains(at_home.get(PAGE), "Your account is connected with Club Login.")
    assert SocialAccount.objects.get().user == alice
    at_home.logout()
    sign_in(at_home, provider)
    assert signed_in(at_home) == alice


def test_connecting_asks_for_the_password_first(client, alice):
    client.force_login(alice)
    assertRedirects(client.get(PAGE), "/account/reauthenticate/?next=%2Faccount%2Fprovider%2F")
    assert client.post(PAGE, {"connect": "1"}).status_code == 302
    assert client.post(PAGE, {"disconnect": "1"}).status_code == 302


def test_somebody_elses_login_is_not_connected(at_home, provider, alice, bob):
    connect(bob)
    address = at_home.post(PAGE, {"connect": "1"}).context["address"]
    at_home.get(BACK, provider.sign_in(address))
    assertContains(at_home.get(PAGE), "as somebody who has another account on this site")
    assert SocialAccount.objects.get().user == bob
    assert signed_in(at_home) == alice


def test_the_address_of_another_account_does_not_hinder_a_connection(at_home, provider, alice, bob):
    confirm_address(bob)
    provider.person |= CONFIRMED
    address = at_home.post(PAGE, {"connect": "1"}).context["address"]
    at_home.get(BACK, provider.sign_in(address))
    assert SocialAccount.objects.get().user == alice


def test_ends_the_connection(at_home, provider, alice):
    connect(alice)
    assertContains(at_home.post(PAGE, {"connect": "1"}), "End the connection", status_code=422)
    assertContains(at_home.post(PAGE, {"disconnect": "1"}, follow=True), "The connection with Club Login has ended.")
    assert not SocialAccount.objects.exists()


def test_the_only_way_in_is_not_taken_away(client, provider):
    sign_in(client, provider)
    assertContains(client.get(PAGE), "set a password or make a passkey first")
    assertContains(client.post(PAGE, {"disconnect": "1"}), "set a password or make a passkey", status_code=422)
    assert SocialAccount.objects.exists()
    assertNotContains(client.get("/account/"), "You could not sign in again")
    assertNotContains(client.get("/account/logout/"), "There is no way back in")


def test_an_owner_sets_no_password_of_a_connected_account(circle, owner, vera):
    member = join(circle, vera, Role.VIEWER)
    assert member in members_with_resettable_password(owner)
    connect(vera)
    assert member not in members_with_resettable_password(owner)


def test_the_admin_shows_neither_secrets_nor_connections(client):
    client.force_login(User.objects.create_superuser("sita", password=PASSWORD))
    for model in ("socialapp", "socialtoken", "socialaccount"):
        assert client.get(f"/admin/socialaccount/{model}/").status_code == 404
