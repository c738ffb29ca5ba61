"""Who is calling: by a bearer token, or by the browser's session with its CSRF token."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from ledger.api.models import Token
from ledger.api.tokens import find_token, note_use
from ledger.circles.models import User

SCHEME = "Bearer"


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != SCHEME.lower():
            return None
        token = find_token(words[1]) if len(words) == 2 else None  # noqa: PLR2004  (scheme and token)
        if token is None:
            raise AuthenticationFailed(_("This token is not valid."))
        note_use(token)
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME


class NoCsrfTokenError(PermissionDenied):
    """A browser's session alone is not enough to write: another site might have sent the request."""


class CsrfSessionAuthentication(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            raise NoCsrfTokenError(_("With a browser's session, writing takes the X-CSRFToken header.")) from refused


class TokenMayWrite(BasePermission):
    """A token can be limited to reading; what leaves nothing behind is as good as reading."""

    message = gettext_lazy("This token may only read.")

    def has_permission(self, request: Request, view: APIView) -> bool:
        limited = isinstance(request.auth, Token) and request.auth.read_only
        return request.method in SAFE_METHODS or not limited or not getattr(view, "writes", True)
