"""What the provider answers is not believed without proof, and each failure is a sentence."""

import json
import time
from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import caches
from django.test import Client
from pytest_django.asserts import assertContains

from ledger.circles.accounts.limits import ASKED_PROVIDER
from ledger.circles.accounts.oidc import protocol
from ledger.circles.models import User
from tests.ledger.circles.identity_provider import OTHER_KEY, IdentityProvider
from tests.ledger.circles.test_provider import BACK, LOGIN, begin, provider, server, sign_in, signed_in

__all__ = ["provider", "server"]

pytestmark = pytest.mark.django_db

UNTRUSTED = "gave an answer that this site cannot trust"
SILENT = "Club Login does not answer."
STALE = "This sign-in has ended, or it was begun in another browser."
DESCRIPTION = "/.well-known/openid-configuration"
DENIED = "did not let you in, or you turned back"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://evil.example"},
        {"iss": None},
        {"aud": "another-site"},
        {"aud": None},
        {"aud": ["khata", "another-site"], "azp": "another-site"},
        {"exp": 1_000_000_000},
        {"exp": None},
        {"iat": None},
        {"nbf": 4_000_000_000},
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"nonce": 5},
        {"sub": ""},
        {"sub": None},
        {"sub": 4711},
        {"sub": "x" * 192},
    ],
    ids=str,
)
def test_a_wrong_id_token_opens_nothing(client: Client, provider: IdentityProvider, claims: dict[str, Any]) -> None:
    provider.claims = claims
    provider.described = {"userinfo_endpoint": None}
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)
    assert signed_in(client) is None
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "signature",
    [{"key": OTHER_KEY}, {"key_id": "unknown"}, {"algorithm": "none"}, {"algorithm": "HS256"}],
    ids=["another key", "unknown key", "none", "the client's secret"],
)
def test_a_wrong_signature_opens_nothing(
    client: Client, provider: IdentityProvider, signature: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    vars(provider).update(signature)
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)
    assert signed_in(client) is None
    assert "Sign-in by the provider failed." in caplog.text


def test_user_info_of_another_person_opens_nothing(client: Client, provider: IdentityProvider) -> None:
    provider.info = {"sub": "815"}
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)
    assert signed_in(client) is None


@pytest.mark.parametrize("path", [DESCRIPTION, "/keys", "/token", "/userinfo"])
@pytest.mark.parametrize(
    "answer",
    [(200, b""), (200, b"<html>"), (200, b"[]"), (200, b"7"), (200, b"{}"), (404, b"{}"), (302, b"{}"), (400, b"{}")],
    ids=str,
)
def test_nonsense_is_a_sentence(
    client: Client, provider: IdentityProvider, path: str, answer: tuple[int, bytes]
) -> None:
    back = provider.sign_in(begin(client))
    caches["memory"].clear()
    provider.answers = {path: answer}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)
    assert signed_in(client) is None


@pytest.mark.parametrize(
    "key",
    [
        {},
        {"kty": 7},
        {"kty": "RSA"},
        {"kty": "RSA", "kid": "first", "n": "", "e": ""},
        {"kty": "RSA", "kid": "first", "n": "AQ", "e": "AQAB"},
        {"kty": "RSA", "kid": "first", "n": 5, "e": "AQAB"},
        {"kty": "RSA", "kid": "first", "n": "!", "e": "é"},
        {"kty": "oct", "kid": "first", "k": "c2VjcmV0"},
        {"kty": "EC", "kid": "first", "crv": "P-256", "x": "AQ", "y": "AQ"},
        {"kty": "RSA", "kid": ["first"], "alg": {}},
    ],
    ids=str,
)
def test_a_nonsense_key_is_a_sentence(client: Client, provider: IdentityProvider, key: dict[str, Any]) -> None:
    back = provider.sign_in(begin(client))
    provider.answers = {"/keys": (200, json.dumps({"keys": [key]}).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é", "e30.e30.e30", "bnVsbA.bnVsbA.bnVsbA"])
def test_a_nonsense_token_is_a_sentence(client: Client, provider: IdentityProvider, token: str) -> None:
    back = provider.sign_in(begin(client))
    provider.answers = {"/token": (200, json.dumps({"id_token": token, "access_token": "x"}).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("path", [DESCRIPTION, "/keys", "/token", "/userinfo"])
def test_a_provider_that_is_down_is_a_sentence(client: Client, provider: IdentityProvider, path: str) -> None:
    back = provider.sign_in(begin(client))
    caches["memory"].clear()
    provider.answers = {path: (503, b"")}
    assertContains(client.get(BACK, back), SILENT, status_code=502)


def test_a_provider_that_cannot_be_reached_is_a_sentence(client: Client, settings: Any) -> None:
    settings.OIDC = replace(settings.OIDC, issuer="http://127.0.0.1:1")
    assertContains(client.post(LOGIN), SILENT, status_code=502)


@pytest.mark.parametrize(
    "described",
    [
        {"issuer": "https://evil.example"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": "http://login.example.org/token"},
        {"userinfo_endpoint": "http://login.example.org/me"},
        {"jwks_uri": "file:///etc/passwd"},
    ],
    ids=str,
)
def test_a_wrong_description_leads_nowhere(
    client: Client, provider: IdentityProvider, described: dict[str, Any]
) -> None:
    provider.described = described
    assertContains(client.post(LOGIN), UNTRUSTED, status_code=502)


def test_a_non_ascii_address_is_a_sentence(client: Client, provider: IdentityProvider) -> None:
    provider.described = {"userinfo_endpoint": f"{provider.issuer}/usérinfo"}
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("token", ["secret\nX-Evil: 1", "secret€"])
def test_an_access_token_that_no_header_can_hold_is_a_sentence(
    client: Client, provider: IdentityProvider, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    back = provider.sign_in(begin(client))
    nonce = next(iter(provider.codes.values()))["nonce"]
    tokens = {"id_token": provider.id_token(nonce), "access_token": token}
    provider.answers = {"/token": (200, json.dumps(tokens).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)
    assert "/userinfo" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
def test_a_provider_with_https_names_no_http_address(
    settings: Any, provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Otherwise the site would send its secret to any service of this machine."""
    https = "https://login.example.org"
    secure = {key: value.replace("http://", "https://") for key, value in provider.describe().items()}
    described = protocol.Description.model_validate(secure | {"issuer": https})
    monkeypatch.setattr(protocol, "ask", lambda *_args: described)
    at_https = replace(settings.OIDC, issuer=https)
    assert protocol.fetch_description(at_https) == described
    caches["memory"].clear()
    setattr(described, name, "http://127.0.0.1:8080/")
    with pytest.raises(protocol.UntrustedAnswerError, match="127"):
        protocol.fetch_description(at_https)


@pytest.mark.parametrize("drips", ["headers", "body"])
def test_single_bytes_do_not_extend_the_deadline(
    client: Client, provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch, drips: str
) -> None:
    monkeypatch.setattr(protocol, "DEADLINE_SECONDS", 0.3)
    provider.drips = drips
    began = time.monotonic()
    assertContains(client.post(LOGIN), SILENT, status_code=502)
    assert time.monotonic() - began < 3


def test_the_description_is_remembered(client: Client, provider: IdentityProvider) -> None:
    sign_in(client, provider)
    sign_in(Client(), provider)
    assert provider.asked.count(DESCRIPTION) == 1


def test_a_wrong_description_is_not_remembered(client: Client, provider: IdentityProvider) -> None:
    provider.described = {"issuer": "https://evil.example"}
    client.post(LOGIN)
    provider.described = {}
    begin(client)


@pytest.mark.parametrize(
    ("claims", "info"),
    [
        ({"email": "dora@club.example", "email_verified": False}, {"email_verified": True}),
        ({"email": "dora@club.example"}, {"email_verified": True}),
        ({"email_verified": True}, {"email": "dora@club.example"}),
        ({"email_verified": True}, {}),
    ],
    ids=str,
)
def test_an_address_and_its_confirmation_have_one_source(
    client: Client, provider: IdentityProvider, settings: Any, claims: dict[str, Any], info: dict[str, Any]
) -> None:
    settings.SENDS_MAIL = True
    provider.claims, provider.info = claims, info
    sign_in(client, provider)
    assert signed_in(client)
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_user_info_without_an_address_takes_none_away(
    client: Client, provider: IdentityProvider, settings: Any
) -> None:
    settings.SENDS_MAIL = True
    provider.claims = {"email": "dora@club.example", "email_verified": True}
    provider.info = {"email_verified": False}
    sign_in(client, provider)
    assert EmailAddress.objects.get(verified=True).email == "dora@club.example"


def test_the_person_turns_back(client: Client, provider: IdentityProvider) -> None:
    state = provider.sign_in(begin(client))["state"]
    assertContains(client.get(BACK, {"error": "access_denied", "state": state}), DENIED, status_code=403)


def test_a_state_works_once_and_in_its_browser(client: Client, provider: IdentityProvider) -> None:
    back = provider.sign_in(begin(client))
    assertContains(Client().get(BACK, back), STALE, status_code=400)
    assertContains(client.get(BACK, {**back, "state": "x"}), STALE, status_code=400)
    assertContains(client.get(BACK), STALE, status_code=400)
    assert client.get(BACK, back).status_code == 302
    client.logout()
    assertContains(client.get(BACK, back), STALE, status_code=400)
    assert signed_in(client) is None


def test_a_code_of_another_sign_in_opens_nothing(client: Client, provider: IdentityProvider) -> None:
    """A code that somebody else planted: its challenge is not that of this browser."""
    planted = provider.sign_in(begin(Client()))["code"]
    own = provider.sign_in(begin(client))
    assertContains(client.get(BACK, {**own, "code": planted}), UNTRUSTED, status_code=502)


def test_signing_in_has_a_limit_by_address(client: Client, provider: IdentityProvider) -> None:
    for _time in range(ASKED_PROVIDER.most):
        ASKED_PROVIDER.count("127.0.0.1")
    assert client.post(LOGIN).status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert provider.asked == []
