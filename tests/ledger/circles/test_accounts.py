"""Signing up and in through allauth, and how guests become accounts."""

from unittest.mock import Mock

import pytest
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from ledger.circles.models import User
from ledger.circles.roles import Role
from tests.ledger.conftest import PASSWORD, join

pytestmark = pytest.mark.django_db

LOGIN, SIGNUP, LOGOUT = "/account/login/", "/account/signup/", "/account/logout/"


def sign_up_form(**changes: str) -> dict[str, str]:
    values = {"username": "Dora", "display_name": "Dora D.", "password1": PASSWORD, "password2": PASSWORD}
    return {**values, **changes}


def user_of(client: Client) -> User:
    """Who is signed in."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def signed_in(client: Client) -> User | None:
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


@pytest.fixture
def guest(client, gus, circle) -> User:
    """Gus, signed in as a guest who scores in Alice's circle."""
    join(circle, gus, Role.SCORER)
    client.force_login(gus)
    return gus


# --- Making an account ---


def test_signs_up_without_an_e_mail_address(client):
    response = client.post(SIGNUP, sign_up_form())
    assertRedirects(response, "/")
    user = user_of(client)
    assert (user.username, user.display_name, user.is_guest, user.email) == ("dora", "Dora D.", False, "")
    assert user.check_password(PASSWORD)


def test_the_user_name_is_the_default_display_name(client):
    client.post(SIGNUP, sign_up_form(display_name=" "))
    assert str(signed_in(client)) == "dora"


@pytest.mark.parametrize("name", ["राम", "dora.d", "Δώρα", "4x", "DORA"])
def test_user_names_can_have_any_script(client, name):
    client.post(SIGNUP, sign_up_form(username=name))
    client.post(LOGOUT)
    client.post(LOGIN, {"login": f" {name.upper()} ", "password": PASSWORD})
    assert signed_in(client)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"username": "alice"}, "This user name is taken."),
        ({"username": "ALICE"}, "This user name is taken."),
        ({"username": "ａlice"}, "This user name is taken."),
        ({"username": ""}, "This field is required."),
        ({"username": "two words"}, "and no spaces."),
        ({"username": "<b>x</b>"}, "A user name has letters, digits and the signs"),
        ({"username": "x" * 200}, "at most 40 characters"),
        ({"password2": "something-else-9"}, "The two passwords differ."),
        ({"password1": "12345678", "password2": "12345678"}, "entirely numeric"),
        ({"password1": "", "password2": ""}, "This field is required."),
        ({"display_name": "x" * 200}, "This name is too long"),
    ],
)
def test_invalid_input_is_refused_and_kept_in_the_form(client, alice, changes, sentence):
    response = client.post(SIGNUP, sign_up_form(**changes))
    assertContains(response, sentence, status_code=422)
    assert response.context["form"]["username"].value() == sign_up_form(**changes)["username"]
    assertNotContains(response, PASSWORD, status_code=422)
    assert list(User.objects.all()) == [alice]


def test_a_name_taken_at_the_same_moment_is_refused(client, monkeypatch):
    taken = IntegrityError("UNIQUE constraint failed: circles_user.username")
    monkeypatch.setattr(User, "save", Mock(side_effect=taken))
    assertContains(client.post(SIGNUP, sign_up_form()), "This user name is taken.", status_code=422)


def test_a_guest_who_signs_up_keeps_the_user_row(client, guest):
    before = client.session.session_key
    assertContains(client.get(SIGNUP), "Your tables come along")
    client.post(SIGNUP, sign_up_form(display_name=""))
    user = user_of(client)
    assert (user.pk, user.username, user.display_name, user.is_guest) == (guest.pk, "dora", "Gus", False)
    assert user.memberships.get().role == Role.SCORER
    assert client.session.session_key != before
    assert User.objects.count() == 2


def test_a_guest_with_invalid_input_stays_a_guest(client, guest, alice):
    assert client.post(SIGNUP, sign_up_form(username="alice")).status_code == 422
    assert client.post(LOGIN, {"login": "alice", "password": "wrong"}).status_code == 422
    guest.refresh_from_db()
    assert guest.is_guest
    assert signed_in(client) == guest
    assertContains(client.get("/"), "Friday table")


def test_a_guest_chooses_a_name_before_the_passkey(client, guest):
    response = client.post("/account/signup/passkey/", {"username": "dora", "display_name": ""})
    assertRedirects(response, "/account/2fa/webauthn/add/")
    user = user_of(client)
    assert (user.pk, user.username, user.has_usable_password(), user.is_guest) == (guest.pk, "dora", False, False)
    assertContains(client.get("/account/"), "You could not sign in again")


# --- Signing in ---


def test_signs_in_and_gets_a_new_session_key(client, alice):
    session = client.session
    session["planted"] = "yes"
    session.save()
    client.cookies["sessionid"] = session.session_key
    assertRedirects(client.post(LOGIN, {"login": "Alice", "password": PASSWORD}), "/")
    assert signed_in(client) == alice
    assert client.session.session_key != session.session_key
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 3600


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(client, alice):
    for login in ("alice", "nobody"):
        response = client.post(LOGIN, {"login": login, "password": "wrong"})
        assertContains(response, "The user name or the password is not right.", status_code=422)
        assert response.context["form"]["login"].value() == login


@pytest.mark.parametrize(
    ("asked", "reached"),
    [
        ("/start/", "/start/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/\\evil.example", "/"),
    ],
)
def test_redirects_within_the_site_only(client, alice, asked, reached):
    response = client.post(LOGIN, {"login": "alice", "password": PASSWORD, "next": asked})
    assert response["Location"] == reached


def test_a_signed_in_user_is_redirected(client, alice):
    client.force_login(alice)
    for address in (LOGIN, SIGNUP):
        assertRedirects(client.get(address), "/")


def test_a_guest_who_signs_in_keeps_the_tables(client, guest, charlie):
    assertContains(client.get(LOGIN), "Your tables come along")
    response = client.post(LOGIN, {"login": "charlie", "password": PASSWORD}, follow=True)
    assert signed_in(client) == charlie
    assert charlie.memberships.get().role == Role.SCORER
    assertContains(response, "1 table came along")
    guest.refresh_from_db()
    assert not guest.is_active


def test_an_old_session_of_the_guest_is_invalid_after_sign_in(client, guest, charlie):
    copy = Client()
    copy.cookies["sessionid"] = client.cookies["sessionid"].value
    client.post(LOGIN, {"login": "charlie", "password": PASSWORD})
    assertContains(copy.get("/"), "Start a table")


def test_too_many_wrong_passwords_are_slowed_down(client, alice, counters):
    for _ in range(5):
        client.post(LOGIN, {"login": "alice", "password": "wrong"})
    response = client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    assertContains(response, "That was too often.", status_code=422)


# --- Signing out ---


def test_signing_out_requires_a_post(client, alice):
    client.force_login(alice)
    page = client.get(LOGOUT)
    assertNotContains(page, "no way back")
    assert signed_in(client) == alice
    client.post(LOGOUT)
    assert signed_in(client) is None


def test_a_guest_is_warned_before_signing_out(client, guest):
    assertContains(client.get(LOGOUT), "Once signed out you cannot come back to your tables")


def test_an_account_without_a_passkey_is_warned_before_signing_out(client, guest):
    client.post("/account/signup/passkey/", {"username": "dora"})
    assertContains(client.get(LOGOUT), "Make a passkey first")


# --- The account's own page ---


def test_the_account_page_asks_visitors_to_sign_in(client):
    assertRedirects(client.get("/account/"), f"{LOGIN}?next=/account/")


def test_the_display_name_can_be_changed(client, guest, circle):
    client.post("/account/", {"display_name": "Gustav"})
    client.force_login(circle.members.get(role=Role.OWNER).user)
    assertContains(client.get(f"/circles/{circle.id}/people/"), ">Gustav</bdi>")


def test_an_empty_display_name_is_refused(client, guest):
    response = client.post("/account/", {"display_name": "\u202e"})
    assertContains(response, "Please enter a name.", status_code=422)


@pytest.mark.parametrize(
    "address",
    [
        "password/change/",
        "password/set/",
        "email/",
        "2fa/",
        "2fa/webauthn/",
        "2fa/webauthn/add/",
        "2fa/recovery-codes/",
    ],
)
def test_a_guest_chooses_a_user_name_first(client, guest, address):
    assertRedirects(client.get(f"/account/{address}"), SIGNUP)
    assertRedirects(client.post(f"/account/{address}", {"password1": PASSWORD, "password2": PASSWORD}), SIGNUP)
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_the_password_can_be_changed(client, alice):
    client.force_login(alice)
    address = "/account/password/change/"
    new = {"password1": "queens-and-jacks-8", "password2": "queens-and-jacks-8"}
    wrong = client.post(address, {"oldpassword": "wrong", **new})
    assertContains(wrong, "Please type your current password.", status_code=422)
    client.post(address, {"oldpassword": PASSWORD, **new})
    alice.refresh_from_db()
    assert alice.check_password("queens-and-jacks-8")
    assert signed_in(client) == alice


# --- Mail, where there is a mail server ---


@pytest.fixture
def mail_server(settings) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def test_the_reset_page_without_a_mail_server_explains_who_can_help(client):
    page = client.get("/account/password/reset/")
    assertContains(page, "This site sends no mail")
    assertContains(page, "The owner of your circle")
    assertNotContains(client.get(SIGNUP), 'name="email"')
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    assert mail.outbox == []


@pytest.mark.parametrize("address", ["dora@example.org", ""])
def test_an_e_mail_address_is_optional(client, mail_server, address):
    client.post(SIGNUP, sign_up_form(email=address))
    assert signed_in(client)
    assert [sent.subject for sent in mail.outbox] == ["Khata: Please confirm your e-mail address"] * bool(address)
    for sent in mail.outbox:
        client.post(sent.body.split("http://testserver")[1].split()[0])
        assert User.objects.get().emailaddress_set.get().verified


def test_a_forgotten_password_can_be_reset_by_mail(client, alice, mail_server):
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    assert mail.outbox[0].subject == "Khata: A new password"
    assert "alice" in mail.outbox[0].body
    link = mail.outbox[0].body.split("http://testserver")[1].split()[0]
    form = client.get(link, follow=True)
    assert link.split("-")[-1].strip("/") not in form.request["PATH_INFO"]
    client.post(form.request["PATH_INFO"], {"password1": "queens-and-jacks-8", "password2": "queens-and-jacks-8"})
    alice.refresh_from_db()
    assert alice.check_password("queens-and-jacks-8")
    assertContains(Client().get(link), "This link has been used already, or it is too old.")


def test_a_guest_who_opens_a_reset_link_stays_a_guest(client, guest, alice, mail_server):
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    client.get(mail.outbox[0].body.split("http://testserver")[1].split()[0], follow=True)
    assert signed_in(client) == guest


def test_an_unknown_address_gets_the_same_answer(client, mail_server):
    response = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assertContains(response, "If the address belongs to an account")
