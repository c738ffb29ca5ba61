"""The provider's answers are checked before they are used, and a page explains each failure in a sentence."""

import json
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.core.cache import caches
from django.test import Client
from pytest_django.asserts import assertContains

from ledger.circles.accounts.limits import ASKED_PROVIDER
from ledger.circles.accounts.oidc import protocol
from ledger.circles.models import User
from tests.ledger.circles.identity_provider import OTHER_KEY, PATH
from tests.ledger.circles.test_accounts import signed_in
from tests.ledger.circles.test_provider import BACK, LOGIN, begin, provider, server, sign_in

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
def test_a_wrong_id_token_opens_nothing(client, provider, claims):
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
def test_a_wrong_signature_opens_nothing(client, provider, signature, caplog):
    vars(provider).update(signature)
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)
    assert signed_in(client) is None
    assert "Sign-in by the provider failed." in caplog.text


def test_user_info_of_another_person_opens_nothing(client, provider):
    provider.info = {"sub": "815"}
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)
    assert signed_in(client) is None


@pytest.mark.parametrize("path", [DESCRIPTION, "/keys", "/token", "/userinfo"])
@pytest.mark.parametrize(
    "answer",
    [(200, b""), (200, b"<html>"), (200, b"[]"), (200, b"7"), (200, b"{}"), (404, b"{}"), (302, b"{}"), (400, b"{}")],
    ids=str,
)
def test_nonsense_is_a_sentence(client, provider, path, answer):
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
def test_a_nonsense_key_is_a_sentence(client, provider, key):
    back = provider.sign_in(begin(client))
    provider.answers = {"/keys": (200, json.dumps({"keys": [key]}).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é", "e30.e30.e30", "bnVsbA.bnVsbA.bnVsbA"])
def test_a_nonsense_token_is_a_sentence(client, provider, token):
    back = provider.sign_in(begin(client))
    provider.answers = {"/token": (200, json.dumps({"id_token": token, "access_token": "x"}).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("path", [DESCRIPTION, "/keys", "/token", "/userinfo"])
def test_a_provider_that_is_down_is_a_sentence(client, provider, path):
    back = provider.sign_in(begin(client))
    caches["memory"].clear()
    provider.answers = {path: (503, b"")}
    assertContains(client.get(BACK, back), SILENT, status_code=502)


def test_a_provider_that_cannot_be_reached_is_a_sentence(client, settings):
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
def test_a_wrong_description_leads_nowhere(client, provider, described):
    provider.described = described
    assertContains(client.post(LOGIN), UNTRUSTED, status_code=502)


def test_a_non_ascii_address_is_a_sentence(client, provider):
    provider.described = {"userinfo_endpoint": f"{provider.issuer}/usérinfo"}
    assertContains(sign_in(client, provider), UNTRUSTED, status_code=502)


@pytest.mark.parametrize("token", ["secret\nX-Evil: 1", "secret€"])
def test_an_access_token_that_no_header_can_hold_is_a_sentence(client, provider, token, caplog):
    back = provider.sign_in(begin(client))
    nonce = next(iter(provider.codes.values()))["nonce"]
    tokens = {"id_token": provider.id_token(nonce), "access_token": token}
    provider.answers = {"/token": (200, json.dumps(tokens).encode())}
    assertContains(client.get(BACK, back), UNTRUSTED, status_code=502)
    assert "/userinfo" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("name", ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
def test_a_provider_with_https_names_no_http_address(settings, provider, monkeypatch, name):
    """Otherwise the site would send its secret to any service of this machine."""
    https = "https://login.example.org"
    secure = {key: value.replace("http://", "https://") for key, value in provider.describe().items()}
    described = protocol.Description.model_validate(secure | {"issuer": https})
    monkeypatch.setattr(protocol, "fetch", lambda *_args: described)
    at_https = replace(settings.OIDC, issuer=https)
    assert protocol.fetch_description(at_https) == described
    caches["memory"].clear()
    setattr(described, name, "http://127.0.0.1:8080/")
    with pytest.raises(protocol.UntrustedAnswerError, match="127"):
        protocol.fetch_description(at_https)


@pytest.mark.parametrize("drips", ["headers", "body"])
def test_single_bytes_do_not_extend_the_deadline(client, provider, monkeypatch, drips):
    monkeypatch.setattr(protocol, "DEADLINE_SECONDS", 0.3)
    provider.drips = drips
    began = time.monotonic()
    assertContains(client.post(LOGIN), SILENT, status_code=502)
    assert time.monotonic() - began < 3


@pytest.fixture
def dead() -> Iterator[tuple[str, int]]:
    """The address of a socket that accepts no connection, because its queue is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, ExitStack() as waiting:
        address: tuple[str, int] = full.getsockname()
        for _caller in range(3):
            caller = waiting.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(address)
        yield address


def give_addresses(monkeypatch: pytest.MonkeyPatch, *addresses: tuple[str, int]) -> str:
    """Return the name of a host that has these addresses."""
    look_up, found = socket.getaddrinfo, [(socket.AF_INET, socket.SOCK_STREAM, 6, "", each) for each in addresses]
    monkeypatch.setattr(
        "socket.getaddrinfo", lambda host, *args, **more: found if host == "many" else look_up(host, *args, **more)
    )
    return "many"


def test_many_dead_addresses_do_not_extend_the_deadline(dead, monkeypatch):
    monkeypatch.setattr(protocol, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(protocol, "DEADLINE_SECONDS", 0.3)
    host, began = give_addresses(monkeypatch, *[dead] * 40), time.monotonic()
    with pytest.raises(protocol.ProviderIsSilentError, match="no whole answer within"):
        protocol.fetch(f"http://{host}/", protocol.Keys)
    assert time.monotonic() - began < 4


def test_the_next_address_is_tried_after_a_dead_one(dead, provider, monkeypatch):
    host = give_addresses(monkeypatch, dead, ("127.0.0.1", urlsplit(provider.issuer).port or 0))
    monkeypatch.setattr(protocol, "TIMEOUT_SECONDS", 2.0)
    assert protocol.fetch(f"http://{host}{PATH}/keys", protocol.Keys).keys


def test_a_slow_look_up_of_the_name_does_not_extend_the_deadline(monkeypatch):
    monkeypatch.setattr(protocol, "DEADLINE_SECONDS", 0.3)
    over, began = Event(), time.monotonic()

    def never(*_args: Any, **_more: Any) -> list[Any]:
        over.wait(10)
        return []

    monkeypatch.setattr("socket.getaddrinfo", never)
    with pytest.raises(protocol.ProviderIsSilentError):
        protocol.fetch("http://slow/", protocol.Keys)
    assert time.monotonic() - began < 4
    over.set()


def test_a_slow_beginning_of_tls_does_not_extend_the_deadline(monkeypatch):
    monkeypatch.setattr(protocol, "DEADLINE_SECONDS", 0.3)
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as says_nothing, pytest.raises(protocol.ProviderIsSilentError):
        protocol.fetch(f"https://127.0.0.1:{says_nothing.getsockname()[1]}/", protocol.Keys)
    assert time.monotonic() - began < 4


def test_the_certificate_of_the_provider_is_checked(tmp_path, monkeypatch):
    """A certificate is refused, and accepted once it is among those of the system."""
    file = certificate(tmp_path)
    known_here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    known_here.load_cert_chain(file)
    with HTTPServer(("127.0.0.1", 0), AnswersKeys) as server:
        server.socket = known_here.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        address = f"https://localhost:{server.server_address[1]}/"
        with pytest.raises(protocol.ProviderIsSilentError, match="certificate verify failed"):
            protocol.fetch(address, protocol.Keys)
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
        assert protocol.fetch(address, protocol.Keys).keys == []
        server.shutdown()


class AnswersKeys(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"keys": []}')

    def log_message(self, *_args: Any) -> None:
        """Stay quiet."""


def certificate(folder: Path) -> Path:
    """Write a certificate for localhost, and its key, into one file."""
    name, today = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, OTHER_KEY.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(today - timedelta(1)).not_valid_after(today + timedelta(1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    key = OTHER_KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "localhost.pem"
    file.write_bytes(builder.sign(OTHER_KEY, SHA256()).public_bytes(Encoding.PEM) + key)
    return file


def test_the_description_is_remembered(client, provider):
    sign_in(client, provider)
    sign_in(Client(), provider)
    assert provider.asked.count(DESCRIPTION) == 1


def test_a_wrong_description_is_not_remembered(client, provider):
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
def test_an_address_and_its_confirmation_have_one_source(client, provider, settings, claims, info):
    settings.SENDS_MAIL = True
    provider.claims, provider.info = claims, info
    sign_in(client, provider)
    assert signed_in(client)
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_user_info_without_an_address_takes_none_away(client, provider, settings):
    settings.SENDS_MAIL = True
    provider.claims = {"email": "dora@club.example", "email_verified": True}
    provider.info = {"email_verified": False}
    sign_in(client, provider)
    assert EmailAddress.objects.get(verified=True).email == "dora@club.example"


def test_the_person_turns_back(client, provider):
    state = provider.sign_in(begin(client))["state"]
    assertContains(client.get(BACK, {"error": "access_denied", "state": state}), DENIED, status_code=403)


def test_a_state_works_once_and_in_its_browser(client, provider):
    back = provider.sign_in(begin(client))
    assertContains(Client().get(BACK, back), STALE, status_code=400)
    assertContains(client.get(BACK, {**back, "state": "x"}), STALE, status_code=400)
    assertContains(client.get(BACK), STALE, status_code=400)
    assert client.get(BACK, back).status_code == 302
    client.logout()
    assertContains(client.get(BACK, back), STALE, status_code=400)
    assert signed_in(client) is None


def test_a_code_of_another_sign_in_opens_nothing(client, provider):
    """A code that somebody else planted: its challenge is not that of this browser."""
    planted = provider.sign_in(begin(Client()))["code"]
    own = provider.sign_in(begin(client))
    assertContains(client.get(BACK, {**own, "code": planted}), UNTRUSTED, status_code=502)


def test_signing_in_has_a_limit_by_address(client, provider):
    for _time in range(ASKED_PROVIDER.most):
        ASKED_PROVIDER.count("127.0.0.1")
    assert client.post(LOGIN).status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert provider.asked == []
