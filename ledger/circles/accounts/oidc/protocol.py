"""What the site asks the provider, and what it requires of the answers.

It is the authorization code flow of OpenID Connect Core 1.0 with PKCE (RFC 7636) and a nonce.
"""

import base64
import hashlib
import hmac
import socket
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection, InvalidURL
from queue import Empty, SimpleQueue
from ssl import create_default_context
from threading import Thread, Timer
from typing import Any, TypeVar
from urllib.parse import quote_plus, urlencode, urlsplit

import jwt
from django.core.cache import caches
from pydantic import BaseModel, ValidationError

from ledger.circles.accounts.provider_settings import SignInProvider, may_receive_secrets

SCOPES = "openid profile email"
# Signatures by a key pair alone: with a shared secret, whoever knows the public key could sign.
ALGORITHMS = [f"{kind}{size}" for kind in ("RS", "PS", "ES") for size in (256, 384, 512)] + ["EdDSA"]
CLOCK_LEEWAY_SECONDS = 60  # between the site and the provider
TIMEOUT_SECONDS = 5  # for each address of a host, and for each piece of an answer
DEADLINE_SECONDS = 10.0  # for a whole answer, however many addresses are tried and however steadily its bytes come
DESCRIPTION_KEPT_SECONDS = 300
LARGEST_ANSWER = 1024 * 1024  # bytes
LONGEST_SUBJECT = 191  # letters of allauth's column

ModelT = TypeVar("ModelT", bound=BaseModel)


class ProviderIsSilentError(Exception):
    """The provider cannot be reached, or says itself that it is out of order."""


class UntrustedAnswerError(Exception):
    """The provider answered something that proves nothing."""


class Description(BaseModel):
    """What the provider says of itself (OpenID Connect Discovery 1.0)."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]


class Tokens(BaseModel):
    id_token: str
    access_token: str


class Keys(BaseModel):
    keys: list[dict[str, Any]]


class UserInfo(BaseModel, extra="allow"):
    sub: str


def fetch_description(provider: SignInProvider) -> Description:
    """Ask the provider where its addresses are, and remember the answer for some minutes."""
    key = f"provider:{provider.issuer}"
    found: Description | None = caches["memory"].get(key)
    if found is None:
        address = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        found = ask(address, Description)
        check_description(found, provider, address)
        caches["memory"].set(key, found, DESCRIPTION_KEPT_SECONDS)
    return found


def check_description(found: Description, provider: SignInProvider, address: str) -> None:
    if found.issuer.rstrip("/") != provider.issuer.rstrip("/"):
        raise UntrustedAnswerError(f"{address} describes {found.issuer!r}, and not LEDGER_OIDC_ISSUER")
    # A provider elsewhere must not make the site send its secret to other services of this machine.
    may_be_http = urlsplit(provider.issuer).scheme == "http"
    for endpoint in (found.token_endpoint, found.jwks_uri, found.userinfo_endpoint or found.jwks_uri):
        if not may_receive_secrets(endpoint, may_be_http=may_be_http):
            raise UntrustedAnswerError(f"{address} names {endpoint!r}, where no secret may be sent")
    if not may_receive_secrets(found.authorization_endpoint.partition("?")[0], may_be_http=may_be_http):
        raise UntrustedAnswerError(f"{address} sends people to {found.authorization_endpoint!r}")


def address_to_sign_in(provider: SignInProvider, *, back_to: str, state: str, nonce: str, verifier: str) -> str:
    """Return the address at the provider where a person signs in."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    endpoint = fetch_description(provider).authorization_endpoint
    query = {
        "client_id": provider.client,
        "redirect_uri": back_to,
        "response_type": "code",
        "scope": SCOPES,
        "state": state,
        "nonce": nonce,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(query)}"


def who_signed_in(provider: SignInProvider, *, code: str, back_to: str, nonce: str, verifier: str) -> dict[str, Any]:
    """Exchange the code for what the provider says of the person. `sub` is who it is, and never changes."""
    found = fetch_description(provider)
    tokens = fetch_tokens(provider, found, code=code, back_to=back_to, verifier=verifier)
    claims = read_id_token(tokens.id_token, provider, found, nonce=nonce)
    if not found.userinfo_endpoint:
        return claims
    bearer = f"Bearer {tokens.access_token}"
    info = ask(found.userinfo_endpoint, UserInfo, authorization=bearer).model_dump()
    if info["sub"] != claims["sub"]:
        raise UntrustedAnswerError("The user info is of another person than the ID token")
    # The address and whether it is confirmed come from the same answer.
    without_address = claims if "email" in info else info
    for name in ("email", "email_verified"):
        without_address.pop(name, None)
    return claims | info


def fetch_tokens(provider: SignInProvider, found: Description, *, code: str, back_to: str, verifier: str) -> Tokens:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back_to, "code_verifier": verifier}
    if "client_secret_basic" in found.token_endpoint_auth_methods_supported:
        names = f"{quote_plus(provider.client)}:{quote_plus(provider.secret)}"  # RFC 6749, section 2.3.1
        basic = f"Basic {base64.b64encode(names.encode()).decode()}"
        return ask(found.token_endpoint, Tokens, form=form, authorization=basic)
    form |= {"client_id": provider.client, "client_secret": provider.secret}
    return ask(found.token_endpoint, Tokens, form=form)


def read_id_token(token: str, provider: SignInProvider, found: Description, *, nonce: str) -> dict[str, Any]:
    """Return the claims of an ID token, if the provider has signed it just now for this site and this sign-in."""
    published = ask(found.jwks_uri, Keys).model_dump()
    try:
        wanted = jwt.get_unverified_header(token).get("kid")
        keys = [key for key in jwt.PyJWKSet.from_dict(published).keys if key.public_key_use in (None, "sig")]
        fitting = [key for key in keys if key.key_id == wanted] if wanted else keys
        if len(fitting) != 1:
            raise UntrustedAnswerError("The ID token is signed by a key that the provider does not publish")
        claims: dict[str, Any] = jwt.decode(
            token,
            fitting[0],
            algorithms=ALGORITHMS,
            audience=provider.client,
            issuer=found.issuer,
            leeway=CLOCK_LEEWAY_SECONDS,
            options={"require": ["iss", "aud", "exp", "iat", "sub"]},
        )
    except jwt.PyJWTError as error:
        raise UntrustedAnswerError(f"The ID token does not hold: {error}") from error
    if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
        raise UntrustedAnswerError("The ID token was made for another sign-in (nonce)")
    if claims.get("azp", provider.client) != provider.client:
        raise UntrustedAnswerError("The ID token was made for another site (azp)")
    if not 0 < len(claims["sub"]) <= LONGEST_SUBJECT:
        raise UntrustedAnswerError(f"The subject of the ID token has not 1 to {LONGEST_SUBJECT} letters")
    return claims


def ask(
    address: str, expected: type[ModelT], *, form: Mapping[str, str] | None = None, authorization: str = ""
) -> ModelT:
    """Send the form, if there is one, and return the answer. `may_receive_secrets` has looked at the address."""
    headers = {"Accept": "application/json", "User-Agent": "Khata", "Connection": "close"}
    if authorization:
        headers["Authorization"] = authorization
    if form:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        status, content = send(address, urlencode(form) if form else None, headers)
    except OSError as error:
        raise ProviderIsSilentError(f"{address}: {error}") from error
    except (ValueError, InvalidURL):  # such an error shows the header, so nobody may read it in the log
        raise UntrustedAnswerError(f"{address}, or a token for it, has letters that no request can hold") from None
    except HTTPException as error:
        raise ProviderIsSilentError(f"{address}: {error!r}") from error
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ProviderIsSilentError(f"{address} answered {status}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise UntrustedAnswerError(f"{address} answered {status}")
    try:
        return expected.model_validate_json(content)
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) or each["type"] for each in error.errors())
        raise UntrustedAnswerError(f"{address} answered without {places}") from error


def send(address: str, body: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return the status and the content. Follows no redirect, which could send the secret to another machine."""
    ends = time.monotonic() + DEADLINE_SECONDS
    parts = urlsplit(address)
    tls = create_default_context() if parts.scheme == "https" else None
    with closing(HTTPSConnection(parts.netloc, context=tls) if tls else HTTPConnection(parts.netloc)) as connection:
        connection.sock = connected = connect(connection.host, connection.port, ends)
        if tls:
            connected.settimeout(min(TIMEOUT_SECONDS, time_left(ends)))
            connection.sock = connected = tls.wrap_socket(connected, server_hostname=connection.host)
        connected.settimeout(TIMEOUT_SECONDS)
        # The timeout begins again with every byte. So at the deadline another thread ends the connection.
        deadline = Timer(time_left(ends), shut_down, [connected])
        deadline.start()
        try:
            connection.request("POST" if body else "GET", parts.path or "/", body, headers)
            with connection.getresponse() as answer:
                content = answer.read(LARGEST_ANSWER)
        finally:
            deadline.cancel()
    time_left(ends)
    return answer.status, content


def connect(host: str, port: int, ends: float) -> socket.socket:
    """Connect with the first address of the host that answers. `create_connection` has no end for all of them."""
    trouble = OSError(f"{host} has no address")
    for address in find_addresses(host, port, ends):
        try:
            return socket.create_connection(address, min(TIMEOUT_SECONDS, time_left(ends)))
        except OSError as error:
            trouble = error
    raise trouble


def find_addresses(host: str, port: int, ends: float) -> list[tuple[str, int]]:
    """Ask for the addresses in another thread, because the system may try for half a minute."""
    found: SimpleQueue[list[tuple[str, int]] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put([(str(address[0]), int(address[1])) for *_kind, address in rows])
        except (OSError, ValueError) as error:
            found.put(error)

    Thread(target=look_up, daemon=True).start()
    with suppress(Empty):
        addresses = found.get(timeout=time_left(ends))
        if isinstance(addresses, Exception):
            raise addresses
        return addresses
    raise TimeoutError(f"no addresses of {host} in time")


def time_left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"no whole answer within {DEADLINE_SECONDS:.0f} seconds")
    return left


def shut_down(connected: socket.socket) -> None:
    with suppress(OSError):  # closed already
        # Not the method of a TLS socket, which would take its state away from the thread that reads.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
