"""Making, finding and revoking tokens. A plain SHA-256 is enough for 192 random bits: they cannot be guessed."""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.api.models import Token
from ledger.circles.models import User
from ledger.circles.names import clean_name
from ledger.lib.prepared import Prepared

TOKEN_BYTES = 24
PREFIX = "khata_"
# A token that is used all day is not written down at every request.
NOTED_EVERY = timedelta(minutes=5)


def make_token(*, user: User, name: str = "", read_only: bool = False) -> tuple[Token, str]:
    """The token can never be had again."""
    secret = PREFIX + secrets.token_urlsafe(TOKEN_BYTES)
    kept = Token.objects.create(
        user=user, name=clean_name(name) if name.strip() else "", token_hash=hash_token(secret), read_only=read_only
    )
    return kept, secret


def hash_token(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def tokens_of(user: User) -> QuerySet[Token]:
    return Token.objects.filter(user=user, revoked_at=None).order_by("-created_at")


def find_token(secret: str) -> Token | None:
    """Wrong, unknown and revoked are one answer after one query."""
    return _LIVE.first(token_hash=hash_token(secret))


_LIVE = Prepared(
    lambda token_hash: Token.objects.select_related("user").filter(
        token_hash=token_hash, revoked_at=None, user__is_active=True
    )
)


def note_use(token: Token) -> None:
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - NOTED_EVERY:
        Token.objects.filter(pk=token.pk).filter(Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)).update(
            last_used_at=now
        )


def revoke_token(*, token: Token) -> None:
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
