"""Tokens on the account page and on the command line: shown once, listed, limited, revoked."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.api.models import Token
from ledger.api.tokens import make_token
from ledger.circles.models import User
from tests.ledger.pages import client_of

pytestmark = pytest.mark.django_db
NEW = "/account/tokens/new/"


def calls(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"})


def command(*words: str) -> str:
    out = StringIO()
    call_command("token", *words, stdout=out)
    return out.getvalue()


def test_a_token_is_shown_once_and_then_works(alice):
    browser = client_of(alice)
    made = browser.post(NEW, {"name": "Scoreboard"})
    secret = made.context["secret"]
    assert made.status_code == 200
    assert secret in made.content.decode()
    assert made.headers["Cache-Control"] == "private, no-store"
    assert secret not in browser.get("/account/").content.decode()
    assert calls(secret).get("/api/v1/circles").status_code == 200
    kept = Token.objects.get()
    assert secret not in " ".join(str(value) for value in vars(kept).values())
    assert len(secret) >= 32


def test_the_account_page_lists_them_with_their_last_use(alice, bob):
    _token, secret = make_token(user=alice, name="Scoreboard", read_only=True)
    make_token(user=bob, name="Not hers")
    before = client_of(alice).get("/account/").content.decode()
    assert "Scoreboard" in before
    assert "may only read" in before
    assert "not used yet" in before
    assert "Not hers" not in before
    calls(secret).get("/api/v1/circles")
    assert "last used" in client_of(alice).get("/account/").content.decode()


def test_a_revoked_token_is_refused(alice):
    token, secret = make_token(user=alice, name="Scoreboard")
    assert client_of(alice).post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    assert calls(secret).get("/api/v1/circles").status_code == 401
    assert "Scoreboard" not in client_of(alice).get("/account/").content.decode()
    assert client_of(alice).post(f"/account/tokens/{token.pk}/revoke/").status_code == 404


def test_a_user_cannot_revoke_the_token_of_another(alice, bob):
    token, secret = make_token(user=alice)
    assert client_of(bob).post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert calls(secret).get("/api/v1/circles").status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_token_needs_a_name(alice, name):
    assert client_of(alice).post(NEW, {"name": name}).status_code == 422
    assert not Token.objects.exists()


def test_a_guest_cannot_make_tokens(gus):
    assert client_of(gus).get(NEW).status_code == 403
    assert client_of(gus).post(NEW, {"name": "x"}).status_code == 403
    assert "/account/tokens/" not in client_of(gus).get("/account/").content.decode()


def test_a_call_takes_one_query_and_stores_its_time_rarely(alice):
    _token, secret = make_token(user=alice)
    calls(secret).get("/api/v1/games")
    first = Token.objects.get().last_used_at
    assert first is not None
    with CaptureQueriesContext(connection) as queries:
        calls(secret).get("/api/v1/games")
    assert len(queries) == 1
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(hours=1))
    calls(secret).get("/api/v1/games")
    assert Token.objects.get().last_used_at > first


# --- manage.py token -------------------------------------------------------------------------------------------------


def test_the_command_prints_the_token_and_nothing_else(alice):
    secret = command("ALICE", "--name", "cron").strip()
    assert secret.split() == [secret]
    assert calls(secret).post("/api/v1/circles", {"name": "x"}, content_type="application/json").status_code == 201
    assert Token.objects.get().name == "cron"


def test_a_read_only_token_cannot_write(alice):
    secret = command("alice", "--read-only").strip()
    assert calls(secret).get("/api/v1/circles").status_code == 200
    assert calls(secret).post("/api/v1/circles", {"name": "x"}, content_type="application/json").status_code == 403


def test_the_command_can_make_a_user(db):
    with pytest.raises(CommandError, match="--create-user"):
        command("robot")
    secrets = {command("robot", "--create-user").strip() for _ in range(2)}
    assert len(secrets) == 2
    robot = User.objects.get()
    assert (robot.username, robot.has_usable_password(), robot.is_guest) == ("robot", False, False)
    with pytest.raises(CommandError, match="no spaces"):
        command("two words", "--create-user")


def test_the_command_lists_and_revokes_tokens(alice, bob):
    secret = command("alice", "--name", "cron", "--read-only").strip()
    token = Token.objects.get()
    assert command("alice", "--list") == f"{token.pk}  reads   last used never       cron\n"
    with pytest.raises(CommandError, match="has no token"):
        command("bob", "--revoke", token.pk)
    assert command("alice", "--revoke", token.pk) == ""
    assert command("alice", "--list") == ""
    assert calls(secret).get("/api/v1/circles").status_code == 401
