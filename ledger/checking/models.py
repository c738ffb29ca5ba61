"""What is stored of checking: short codes, which alone say nothing."""

from django.db import models

from ledger.series.models import Series


class ShortCode(models.Model):
    """The code of a seal by its short one, so that it can be typed. It is stored when the seal is handed out."""

    short = models.CharField(max_length=16, primary_key=True)
    code = models.TextField()
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="short_codes")

    def __str__(self) -> str:
        return self.short


class Contradiction(models.Model):
    """A phone was shown a state of the series that its chain does not contain."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="contradictions", db_index=False)
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=32)  # the first 16 bytes of the hash, as hex
    code = models.TextField()  # of the seal: the proof that the site had shown it
    at = models.DateTimeField(auto_now_add=True)  # when a phone first said so

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=["series", "head"], name="contradiction_said_once"),)

    def __str__(self) -> str:
        return f"{self.series_id}: {self.version}"


class Restored(models.Model):
    """The database was put back from a backup: what was written after it was made is gone."""

    at = models.DateTimeField()
    made_at = models.DateTimeField()  # the backup

    class Meta:
        verbose_name_plural = "restored"

    def __str__(self) -> str:
        return f"{self.made_at} at {self.at}"
