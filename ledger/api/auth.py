"""Authentication, permissions and throttles of the API. REST_FRAMEWORK in the settings names those of all views."""

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
from ledger.circles.accounts.limits import WRONG_TOKENS, address_of
from ledger.circles.models import User
from ledger.lib.current_request import note_user


def caller(request: Request) -> User:
    """Return the user who calls. IsAuthenticated has refused callers who are not signed in."""
    assert isinstance(request.user, User)
    return request.user


class BearerAuthentication(BaseAuthentication):
    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = request.headers.get("Authorization", "").split()
        if not words or words[0].lower() != self.keyword.lower():
            return None
        token = find_token(words[1]) if len(words) == 2 else None  # noqa: PLR2004  (scheme and token)
        if token is None:
            # Only bad tokens count, so that a program with a good token at the same address still works.
            if WRONG_TOKENS.refuses(address_of(request)):
                raise Throttled(WRONG_TOKENS.seconds)
            raise AuthenticationFailed(_("This token is not valid."))
        note_use(token)
        note_user(token.user_id)
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return self.keyword


class CsrfSessionAuthentication(SessionAuthentication):
    """The browser's session. Writing also needs the CSRF token; a refusal names the header that takes this token."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            missing = _("With a browser's session, writing takes the X-CSRFToken header.")
            raise PermissionDenied(missing) from refused


class TokenMayWrite(BasePermission):
    """A read-only token may read, and may POST to a view with `writes = False`, which stores at most a receipt."""

    message = gettext_lazy("This token may only read.")

    def has_permission(self, request: Request, view: Any) -> bool:
        read_only = isinstance(request.auth, Token) and request.auth.read_only
        return request.method in SAFE_METHODS or not read_only or not getattr(view, "writes", True)


class CallerThrottle(SimpleRateThrottle):
    """Limits requests of one token; without a token, of one user, or else of one address.

    Each process counts in its own memory: exact enough to stop a program that runs wild, and without a query.
    """

    scope = "caller"
    cache = caches["memory"]

    def get_rate(self) -> str | None:
        return settings.API_RATE or None

    def get_cache_key(self, request: Request, _view: Any) -> str:
        if isinstance(request.auth, Token):
            return f"token-{request.auth.pk}"
        return f"user-{request.user.pk}" if request.user.is_authenticated else f"address-{address_of(request)}"
