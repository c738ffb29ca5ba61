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
# Only signatures by a key pair. If HMAC were allowed, a forger could sign with the public key as the shared secret.
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
    """The provider's answer does not have the expected form, or fails a check."""


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
    """Ask the provider for its description. The answer is cached for some minutes."""
    key = f"provider:{provider.issuer}"
    description: Description | None = caches["memory"].get(key)
    if description is None:
        address = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        description = fetch(address, Description)
        check_description(description, provider, address)
        caches["memory"].set(key, description, DESCRIPTION_KEPT_SECONDS)
    return description


def check_description(description: Description, provider: SignInProvider, address: str) -> None:
    if description.issuer.rstrip("/") != provider.issuer.rstrip("/"):
        raise UntrustedAnswerError(f"{address} describes {description.issuer!r}, and not LEDGER_OIDC_ISSUER")
    # Only a provider at http, which is on this machine, may name endpoints at http. Any other provider could otherwise
    # make the site send its secret to other services of this machine.
    may_be_http = urlsplit(provider.issuer).scheme == "http"
    endpoints = [description.token_endpoint, description.jwks_uri]
    if description.userinfo_endpoint:
        endpoints.append(description.userinfo_endpoint)
    for endpoint in endpoints:
        if not may_receive_secrets(endpoint, may_be_http=may_be_http):
            raise UntrustedAnswerError(f"{address} names {endpoint!r}, where no secret may be sent")
    if not may_receive_secrets(description.authorization_endpoint.partition("?")[0], may_be_http=may_be_http):
        raise UntrustedAnswerError(f"{address} sends people to {description.authorization_endpoint!r}")


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
    """Exchange the authorization `code` for the claims about the person.

    The claim `sub` identifies the person and never changes.
    """
    description = fetch_description(provider)
    tokens = fetch_tokens(provider, description, code=code, back_to=back_to, verifier=verifier)
    claims = read_id_token(tokens.id_token, provider, description, nonce=nonce)
    if not description.userinfo_endpoint:
        return claims
    bearer = f"Bearer {tokens.access_token}"
    info = fetch(description.userinfo_endpoint, UserInfo, authorization=bearer).model_dump()
    if info["sub"] != claims["sub"]:
        raise UntrustedAnswerError("The user info is of another person than the ID token")
    # `email` and `email_verified` are taken from one answer: from the user info if it has an address.
    without_address = claims if "email" in info else info
    for name in ("email", "email_verified"):
        without_address.pop(name, None)
    return claims | info


def fetch_tokens(
    provider: SignInProvider, description: Description, *, code: str, back_to: str, verifier: str
) -> Tokens:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": back_to, "code_verifier": verifier}
    if "client_secret_basic" in description.token_endpoint_auth_methods_supported:
        credentials = f"{quote_plus(provider.client)}:{quote_plus(provider.secret)}"  # RFC 6749, section 2.3.1
        basic = f"Basic {base64.b64encode(credentials.encode()).decode()}"
        return fetch(description.token_endpoint, Tokens, form=form, authorization=basic)
    form |= {"client_id": provider.client, "client_secret": provider.secret}
    return fetch(description.token_endpoint, Tokens, form=form)


def read_id_token(token: str, provider: SignInProvider, description: Description, *, nonce: str) -> dict[str, Any]:
    """Return the claims of an ID token, if the provider has signed it for this site and sign-in and it still holds."""
    published = fetch(description.jwks_uri, Keys).model_dump()
    try:
        key_id = jwt.get_unverified_header(token).get("kid")
        keys = [key for key in jwt.PyJWKSet.from_dict(published).keys if key.public_key_use in (None, "sig")]
        candidates = [key for key in keys if key.key_id == key_id] if key_id else keys
        if len(candidates) != 1:
            raise UntrustedAnswerError("The ID token is signed by a key that the provider does not publish")
        claims: dict[str, Any] = jwt.decode(
            token,
            candidates[0],
            algorithms=ALGORITHMS,
            audience=provider.client,
            issuer=description.issuer,
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


def fetch(
    address: str, expected: type[ModelT], *, form: Mapping[str, str] | None = None, authorization: str = ""
) -> ModelT:
    """Send the form, or a GET without one, and return the answer. `may_receive_secrets` must allow the address."""
    headers = {"Accept": "application/json", "User-Agent": "Khata", "Connection": "close"}
    if authorization:
        headers["Authorization"] = authorization
    if form:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        status, content = send(address, urlencode(form) if form else None, headers)
    except OSError as error:
        raise ProviderIsSilentError(f"{address}: {error}") from error
    except (ValueError, InvalidURL):  # the text of such an error holds a secret or token, so it is kept out of the log
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
        faulty_fields = ", ".join(".".join(map(str, each["loc"])) or each["type"] for each in error.errors())
        raise UntrustedAnswerError(f"{address} answered without {faulty_fields}") from error


def send(address: str, body: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return the status and the content. No redirect is followed: it could send the secret to another machine."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    parts = urlsplit(address)
    tls = create_default_context() if parts.scheme == "https" else None
    with closing(HTTPSConnection(parts.netloc, context=tls) if tls else HTTPConnection(parts.netloc)) as connection:
        connection.sock = connected = connect(connection.host, connection.port, deadline)
        if tls:
            connected.settimeout(min(TIMEOUT_SECONDS, time_left(deadline)))
            connection.sock = connected = tls.wrap_socket(connected, server_hostname=connection.host)
        connected.settimeout(TIMEOUT_SECONDS)
        # The timeout begins again with every byte. So at the deadline another thread ends the connection.
        timer = Timer(time_left(deadline), shut_down, [connected])
        timer.start()
        try:
            connection.request("POST" if body else "GET", parts.path or "/", body, headers)
            with connection.getresponse() as answer:
                content = answer.read(LARGEST_ANSWER)
        finally:
            timer.cancel()
    time_left(deadline)
    return answer.status, content


def connect(host: str, port: int, deadline: float) -> socket.socket:
    """Connect with the first address of the host that answers.

    `create_connection` would try all addresses by itself, but its timeout is for each, and not for all together.
    """
    last_error = OSError(f"{host} has no address")
    for address in find_addresses(host, port, deadline):
        try:
            return socket.create_connection(address, min(TIMEOUT_SECONDS, time_left(deadline)))
        except OSError as error:
            last_error = error
    raise last_error


def find_addresses(host: str, port: int, deadline: float) -> list[tuple[str, int]]:
    """Look up the addresses of the host, in another thread: `getaddrinfo` has no timeout and may take half a minute."""
    answers: SimpleQueue[list[tuple[str, int]] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([(str(address[0]), int(address[1])) for *_kind, address in rows])
        except (OSError, ValueError) as error:
            answers.put(error)

    Thread(target=look_up, daemon=True).start()
    with suppress(Empty):
        addresses = answers.get(timeout=time_left(deadline))
        if isinstance(addresses, Exception):
            raise addresses
        return addresses
    raise TimeoutError(f"no addresses of {host} in time")


def time_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"no whole answer within {DEADLINE_SECONDS:.0f} seconds")
    return left


def shut_down(connected: socket.socket) -> None:
    with suppress(OSError):  # closed already
        # The `shutdown` of a TLS socket would also drop the state of TLS, which the reading thread still uses.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
