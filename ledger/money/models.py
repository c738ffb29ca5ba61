"""The books: double entry. Every entry moves money between players and sums to zero; balances are sums of postings.

The database refuses changes of entries and postings. A mistake is reversed by one more entry. Each entry has a hash
over its content and over the hash of the entry before.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Circle, OpaqueModel, Player

MOST_NOTE = 300


class Book(models.Model):
    """The state of a circle's books. A writer locks this row, so that entries are added one at a time."""

    circle = models.OneToOneField(Circle, models.CASCADE, primary_key=True, related_name="book")
    version = models.PositiveIntegerField(default=0)  # the number of the latest entry
    latest_hash = models.CharField(max_length=64, blank=True)  # of the latest entry: shows if entries were cut off

    def __str__(self) -> str:
        return f"{self.circle_id}: {self.version}"


class EntryKind(models.TextChoices):
    SETTLEMENT = "settlement", _("settlement")
    PAYMENT = "payment", _("payment")
    REVERSAL = "reversal", _("reversal")


class Entry(OpaqueModel):
    """A settlement, a payment, or the reversal of one of these."""

    circle = models.ForeignKey(Circle, models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField()  # from 1 in each circle: the book's version after this entry
    kind = models.CharField(max_length=10, choices=EntryKind)
    currency = models.CharField(max_length=3)
    # `source` is what a settlement and its payments belong to: "series:…". `source_version` is the version of the
    # source at which a settlement was posted or reversed; payments and their reversals have none.
    source = models.CharField(max_length=40, blank=True)
    source_version = models.PositiveIntegerField(null=True)
    reverses = models.OneToOneField("self", models.RESTRICT, null=True, related_name="reversed_by")
    note = models.CharField(max_length=MOST_NOTE, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (keys are unique, so an entry without one needs NULL)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(name="entry_numbered_once", fields=["circle", "number"]),
            models.UniqueConstraint(name="entry_key_used_once", fields=["circle", "key"]),
            models.UniqueConstraint(name="a_version_is_posted_once", fields=["source", "source_version", "kind"]),
            models.CheckConstraint(
                name="an_entry_is_of_one_kind",
                condition=Q(
                    kind=EntryKind.SETTLEMENT, reverses__isnull=True, source__gt="", source_version__isnull=False
                )
                | Q(kind=EntryKind.PAYMENT, reverses__isnull=True, source_version__isnull=True)
                | Q(kind=EntryKind.REVERSAL, reverses__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.circle_id}: {self.number} {self.kind}"


class Posting(models.Model):
    """The amount that one entry adds to the balance of one player."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="postings", db_index=False)
    player = models.ForeignKey(Player, models.RESTRICT, related_name="postings")
    amount_minor = models.BigIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(name="one_posting_each", fields=["entry", "player"]),
            models.CheckConstraint(name="a_posting_is_not_nothing", condition=~Q(amount_minor=0)),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount_minor}"
