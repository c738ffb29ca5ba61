"""Codes of seals, contradictions, and restored backups."""

from django.db import models

from ledger.series.models import Series


class ShortCode(models.Model):
    """The full code of a seal by its short code, which people can type. Stored when the seal is handed out."""

    short = models.CharField(max_length=16, primary_key=True)
    code = models.TextField()
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="short_codes")

    def __str__(self) -> str:
        return self.short


class Contradiction(models.Model):
    """A phone was shown a state that the chain of the series does not contain."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="contradictions", db_index=False)
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=32)  # the first 16 bytes of the hash, as hex
    code = models.TextField()  # of the seal: the proof that the site showed this state
    at = models.DateTimeField(auto_now_add=True)  # when a phone first sent the seal

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=["series", "head"], name="contradiction_said_once"),)

    def __str__(self) -> str:
        return f"{self.series_id}: {self.version}"


class Restored(models.Model):
    """The database was restored from a backup: changes since the backup are gone."""

    at = models.DateTimeField()  # when it was restored
    made_at = models.DateTimeField()  # when the backup was made

    class Meta:
        verbose_name_plural = "restored"

    def __str__(self) -> str:
        return f"{self.made_at} at {self.at}"
