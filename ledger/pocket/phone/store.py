"""The rows in the phone: how they get in, and what the site does not have yet."""

from typing import Any

from django.core import serializers
from django.db import transaction

from ledger.circles.models import Circle, User
from ledger.money.models import Book, Entry
from ledger.series.models import Series
from ledger.series.settling import source_of


def load(series: str, rows: list[dict[str, Any]]) -> None:
    """The rows of a series, as the site serialized them. They take the place of those that were there before.

    The site may be of another version than the bundle in this phone: what this one does not know is left out.
    """
    circle = next(row["pk"] for row in rows if row["model"] == "circles.circle")
    with transaction.atomic():
        # What is in the books is never changed, so it is taken out first.
        Book.objects.filter(circle=circle).delete()
        forget([series])
        for row in serializers.deserialize("python", rows, ignorenonexistent=True):
            row.save()


def forget(series: list[str]) -> None:
    """Without anything of these series, which this person may no longer see."""
    with transaction.atomic():
        Entry.objects.filter(source__in=[source_of(Series(pk=each)) for each in series]).delete()
        Series.with_discarded.filter(pk__in=series).delete()


def clear() -> None:
    """Nothing of this person stays in the phone."""
    with transaction.atomic():
        for model in (Book, Entry, Circle, User):
            model.objects.all().delete()
