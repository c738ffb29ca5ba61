"""Who calls, what they may do, and how often: REST_FRAMEWORK's defaults for authentication, permission and throttle."""

from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ledger.api.models import Token
from ledger.api.tokens import find_token, note_use
from ledger.circles.models import User
from ledger.lib.current_request import note_user


def caller(request: Request) -> User:
    """The user who calls. IsAuthenticated has refused all others."""
    assert isinstance(request.user, User)
    return request.user


class BadTokenThrottle(SimpleRateThrottle):
    """Bad tokens, by the address that they come from. Counted in memory, as CallerThrottle does."""

    scope = "bad_tokens"
    rate = "30/min"
    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"bad-tokens-{self.get_ident(request)}"


class BearerAuthentication(BaseAuthentication):
    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = request.headers.get("Authorization", "").split()
        if not words or words[0].lower() != self.keyword.lower():
            return None
        token = find_token(words[1]) if len(words) == 2 else None  # noqa: PLR2004  (scheme and token)
        if token is None:
            # Only bad tokens count, so that a program with a good one works beside them.
            bad_tokens = BadTokenThrottle()
            if not bad_tokens.allow_request(request, None):  # type: ignore[arg-type]  # its key needs no view
                raise Throttled(bad_tokens.wait())
            raise AuthenticationFailed(_("This token is not valid."))
        note_use(token)
        note_user(token.user_id)
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return self.keyword


class CsrfSessionAuthentication(SessionAuthentication):
    """The browser's session. To write, it takes the CSRF token too; the refusal names the header for it."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            missing = _("With a browser's session, writing takes the X-CSRFToken header.")
            raise PermissionDenied(missing) from refused


class TokenMayWrite(BasePermission):
    """A token can be limited to reading. It may also POST to a view with `writes = False`, which stores nothing."""

    message = gettext_lazy("This token may only read.")

    def has_permission(self, request: Request, view: Any) -> bool:
        read_only = isinstance(request.auth, Token) and request.auth.read_only
        return request.method in SAFE_METHODS or not read_only or not getattr(view, "writes", True)


class CallerThrottle(SimpleRateThrottle):
    """By token, else by user, else by address.

    Each process counts in its own memory: exact enough to stop a program that runs wild, and it costs no query.
    """

    scope = "caller"
    cache = caches["memory"]

    def get_rate(self) -> str | None:
        return settings.API_RATE or None

    def get_cache_key(self, request: Request, _view: Any) -> str:
        if isinstance(request.auth, Token):
            return f"token-{request.auth.pk}"
        return f"user-{request.user.pk}" if request.user.is_authenticated else f"address-{self.get_ident(request)}"
