"""Making, finding and revoking tokens."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.api.models import Token
from ledger.circles.models import User
from ledger.circles.names import clean_name
from ledger.lib import formatting
from ledger.lib.ids import hash_secret

TOKEN_BYTES = 24
PREFIX = "khata_"
# The last use of a token is stored at most this often, so that a reading request seldom writes.
USE_NOTED_EVERY = timedelta(minutes=5)


def make_token(*, user: User, name: str = "", read_only: bool = False) -> tuple[Token, str]:
    """Make a token. Return its row, and the token itself, which is stored nowhere.

    If the user already has MOST_TOKENS tokens, the revoked ones are deleted. If none is revoked, the user is refused.
    """
    tokens = Token.objects.filter(user=user)
    if tokens.count() >= settings.MOST_TOKENS and not tokens.exclude(revoked_at=None).delete()[0]:
        message = _("You can have at most %(most)s tokens. Revoke one that is no longer needed.")
        most = formatting.digits(settings.MOST_TOKENS)
        raise ValidationError(message, code="too_many_tokens", params={"most": most})
    secret = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    token = Token.objects.create(
        user=user, name=clean_name(name) if name.strip() else "", token_hash=hash_secret(secret), read_only=read_only
    )
    return token, secret


def tokens_of(user: User) -> QuerySet[Token]:
    """Return the tokens that work, newest first."""
    return Token.objects.filter(user=user, revoked_at=None).order_by("-created_at")


def find_token(secret: str) -> Token | None:
    """Return the token, or None if it is unknown or revoked, or its user inactive. Each case takes one query."""
    try:
        token = Token.objects.select_related("user").get(token_hash=hash_secret(secret))
    except Token.DoesNotExist:
        return None
    return token if token.revoked_at is None and token.user.is_active else None


def note_use(token: Token) -> None:
    now = timezone.now()
    before = now - USE_NOTED_EVERY
    if token.last_used_at is None or token.last_used_at < before:
        stale = Q(last_used_at=None) | Q(last_used_at__lt=before)
        Token.objects.filter(stale, pk=token.pk).update(last_used_at=now)


def revoke_token(*, token: Token) -> None:
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
