"""Verdicts and waivers: for each series a chain of its own, beside that of its events.

No entry is ever changed or deleted. The hash of an entry covers its content and the hash of the entry before. The
content includes the hash of the event that the entry is about. Adding an entry locks the series' `VerdictBook` and
never the series: no verdict waits for a hand that is being saved, and no save waits for a verdict.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.circles.models import Player
from ledger.series.models import Series

MOST_NOTE = 300  # characters


class VerdictBook(models.Model):
    """The end of a series' chain of verdicts. A series has no book before its first entry."""

    series = models.OneToOneField(Series, on_delete=models.CASCADE, primary_key=True, related_name="verdict_book")
    version = models.PositiveIntegerField(default=0)  # the number of the latest entry
    latest_hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.series_id}: verdicts at {self.version}"


class VerdictKind(models.TextChoices):
    VERDICT = "verdict", _("verdict")
    WAIVER = "waiver", _("waiver")


class Verdict(models.TextChoices):
    AGREED = "agreed", _("agreed")
    DISPUTED = "disputed", _("disputed")
    NONE = "none", _("taken back")


class DisputeReason(models.TextChoices):
    MY_POINTS = "my_points", _("my points")
    OTHERS_POINTS = "others_points", _("somebody's points")
    LAST_TRICK = "last_trick", _("the last trick")
    CARD = "card", _("a card")
    OTHER = "other", _("something else")

    @property
    def button(self) -> Any:
        """The text of the button that gives this reason."""
        return BUTTONS[self]

    @property
    def is_of_cards(self) -> bool:
        return self in (DisputeReason.LAST_TRICK, DisputeReason.CARD)


BUTTONS = {
    DisputeReason.MY_POINTS: _("My points"),
    DisputeReason.OTHERS_POINTS: _("Somebody’s points"),
    DisputeReason.LAST_TRICK: _("The last trick"),
    DisputeReason.CARD: _("A card"),
    DisputeReason.OTHER: _("Something else"),
}


class VerdictEntry(models.Model):
    """A verdict of one player on a hand or on the settlement, or a waiver of an owner."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="verdict_entries", db_index=False)
    number = models.PositiveIntegerField()  # from 1; the book's version once this entry is added
    kind = models.CharField(max_length=10, choices=VerdictKind)
    hand_number = models.PositiveIntegerField(null=True)  # null: the settlement
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # null: a waiver
    verdict = models.CharField(max_length=10, blank=True)
    reason = models.CharField(max_length=300, blank=True)  # a DisputeReason; of a waiver: the owner's words
    note = models.CharField(max_length=MOST_NOTE, blank=True)
    event_hash = models.CharField(max_length=64)  # of the hand's revision; for the settlement, of the latest event
    revision = models.PositiveIntegerField()  # of the hand, from 1; of the settlement: the version of the series
    shown = models.JSONField()  # the figures that the player was shown: ledger/verdicts/shown.py
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=80)
    by_proxy = models.BooleanField(default=False)  # a scorer gave it for the player
    by_link = models.BooleanField(default=False)  # the reader of a link gave it, on a seat chosen in the browser
    # The id of the link, to take back the link's verdicts. It is in no file, so it is not in the hash.
    link = models.CharField(max_length=12, null=True)  # noqa: DJ001  (null: not by a link, or older than this field)
    at = models.DateTimeField()
    # By the key, a repeat of the request that made the entry is recognised.
    key = models.CharField(max_length=200, null=True)  # noqa: DJ001  (keys are unique, so entries without a key need NULL)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "verdict entries"
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["series", "number"], name="verdict_numbered_once"),
            models.UniqueConstraint(fields=["series", "key"], name="verdict_key_used_once"),
            models.CheckConstraint(
                condition=models.Q(kind=VerdictKind.VERDICT, player__isnull=False, verdict__in=Verdict.values)
                | models.Q(kind=VerdictKind.WAIVER, player__isnull=True, hand_number__isnull=True, verdict=""),
                name="verdict_of_one_kind",
            ),
            models.CheckConstraint(condition=~models.Q(by_proxy=True, by_link=True), name="verdict_given_in_one_way"),
        )

    def __str__(self) -> str:
        return f"{self.series_id}: {self.number} {self.verdict or self.kind}"
