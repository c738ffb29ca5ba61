"""Tokens by which programs act for a person, and receipts by which a repeated request gets its first answer."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from ledger.circles.models import OpaqueModel
from ledger.circles.names import MAX_LENGTH


class Token(OpaqueModel):
    """A token of the API. Only its hash is stored, so that a copied database contains no token that works."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=MAX_LENGTH, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    read_only = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name or self.pk


class Receipt(models.Model):
    """What is stored of a write that adds to no chain of a series, so that a repeat can get the same answer again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=200)
    body_hash = models.CharField(max_length=64)  # a request with the same key and another body is refused
    status = models.PositiveSmallIntegerField()
    made = models.CharField(max_length=40, blank=True)  # the id of the row that was written and that the answer shows
    version = models.PositiveIntegerField(null=True)  # of the series, if the answer shows a series
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="a_key_is_used_once", fields=["user", "path", "key"]),
        ]

    def __str__(self) -> str:
        return f"{self.path}: {self.key}"
