"""Who is calling: by a bearer token, or by the browser's session with its CSRF token."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from ledger.api.models import Token
from ledger.api.tokens import find_token, note_use
from ledger.circles.models import User

SCHEME = "Bearer"
__all__ = ["BearerAuthentication", "SessionAuthentication", "TokenMayWrite"]


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


class TokenMayWrite(BasePermission):
    """A token can be limited to reading."""

    def has_permission(self, request: Request, _view: APIView) -> bool:
        limited = isinstance(request.auth, Token) and request.auth.read_only
        return request.method in SAFE_METHODS or not limited
