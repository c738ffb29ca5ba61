"""What the site asks the provider, and what it requires of the answers.

It is the authorization code flow of OpenID Connect Core 1.0 with PKCE (RFC 7636) and a nonce.
"""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import jwt
from pydantic import BaseModel, ValidationError

from ledger.circles.accounts.provider_settings import SignInProvider, is_address

SCOPES = "openid profile email"
# Signatures by a key pair alone: with a shared secret, whoever knows the public key could sign.
ALGORITHMS = [f"{kind}{size}" for kind in ("RS", "PS", "ES") for size in (256, 384, 512)] + ["EdDSA"]
CLOCKS_DIFFER = 60  # seconds at most, between the site and the provider
PATIENCE = 5  # seconds for each answer
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


def describe(provider: SignInProvider) -> Description:
    """Ask the provider where its addresses are."""
    address = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
    found = ask(address, Description)
    if found.issuer.rstrip("/") != provider.issuer.rstrip("/"):
        raise UntrustedAnswerError(f"{address} describes {found.issuer!r}, and not LEDGER_OIDC_ISSUER")
    for endpoint in (found.token_endpoint, found.jwks_uri, found.userinfo_endpoint or found.jwks_uri):
        if not is_address(endpoint):
            raise UntrustedAnswerError(f"{address} names {endpoint!r}, where no secret may be sent")
    if not is_address(found.authorization_endpoint.partition("?")[0]):
        raise UntrustedAnswerError(f"{address} sends people to {found.authorization_endpoint!r}")
    return found


def address_to_sign_in(provider: SignInProvider, *, back_to: str, state: str, nonce: str, verifier: str) -> str:
    """Return the address at the provider where a person signs in."""
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    endpoint = describe(provider).authorization_endpoint
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
    found = describe(provider)
    tokens = fetch_tokens(provider, found, code=code, back_to=back_to, verifier=verifier)
    claims = read_id_token(tokens.id_token, provider, found, nonce=nonce)
    if not found.userinfo_endpoint:
        return claims
    bearer = f"Bearer {tokens.access_token}"
    info = ask(found.userinfo_endpoint, UserInfo, authorization=bearer).model_dump()
    if info["sub"] != claims["sub"]:
        raise UntrustedAnswerError("The user info is of another person than the ID token")
    if "email" in info:  # whether an address is confirmed stands beside the address
        claims = {name: value for name, value in claims.items() if name not in ("email", "email_verified")}
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
            leeway=CLOCKS_DIFFER,
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


class NoRedirects(HTTPRedirectHandler):
    """A redirect could send the secret to another machine, so it is an answer like any other."""

    def redirect_request(self, *_args: Any) -> None:
        return None


def ask(
    address: str, expected: type[ModelT], *, form: Mapping[str, str] | None = None, authorization: str = ""
) -> ModelT:
    """Send the form, if there is one, and return the answer. `is_address` has looked at the address."""
    headers = {"Accept": "application/json"} | ({"Authorization": authorization} if authorization else {})
    try:
        request = Request(address, urlencode(form).encode() if form else None, headers)  # noqa: S310
        with build_opener(NoRedirects).open(request, timeout=PATIENCE) as answer:
            content = answer.read(LARGEST_ANSWER)
    except HTTPError as error:
        error.close()
        if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise ProviderIsSilentError(f"{address} answered {error.code}") from error
        raise UntrustedAnswerError(f"{address} answered {error.code}") from error
    except (OSError, HTTPException) as error:
        raise ProviderIsSilentError(f"{address}: {error}") from error
    try:
        return expected.model_validate_json(content)
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) or each["type"] for each in error.errors())
        raise UntrustedAnswerError(f"{address} answered without {places}") from error
