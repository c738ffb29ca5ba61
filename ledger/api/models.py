"""Tokens by which programs act for a person, and answers that are given again when a request is repeated."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from ledger.circles.models import OpaqueModel
from ledger.circles.names import MAX_LENGTH


class Token(OpaqueModel):
    """The token itself is not here, only its hash: whoever reads the database cannot act with it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=MAX_LENGTH, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    read_only = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name or self.pk


class Answer(models.Model):
    """What a request with an idempotency key was answered. Its body is kept as a hash, to tell a repeat by."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=200)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    content = models.TextField()  # as it was sent
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="a_key_is_used_once", fields=["user", "path", "key"]),
        ]

    def __str__(self) -> str:
        return f"{self.path}: {self.key}"
