"""Storing the rows of a series in the phone, and removing them."""

from typing import Any

from django.core import serializers
from django.db import transaction

from ledger.circles.models import Circle, User
from ledger.money.models import Book, Entry
from ledger.series.models import Series
from ledger.series.settling import source_of


def load(series: str, rows: list[dict[str, Any]]) -> None:
    """Store the rows of a series, as the site serialized them, in place of the earlier rows of the series.

    The site may be of another version than the bundle in this phone: rows and fields that the bundle does not know are
    left out.
    """
    circle = next(row["pk"] for row in rows if row["model"] == "circles.circle")
    with transaction.atomic():
        # The database refuses changes to the book and its entries, so both are deleted before they are stored again.
        Book.objects.filter(circle=circle).delete()
        forget([series])
        for row in serializers.deserialize("python", rows, ignorenonexistent=True):
            row.save()


def forget(series: list[str]) -> None:
    """Remove all rows of these series."""
    with transaction.atomic():
        Entry.objects.filter(source__in=[source_of(Series(pk=series_id)) for series_id in series]).delete()
        Series.with_discarded.filter(pk__in=series).delete()


def clear() -> None:
    """Remove all rows of this person from the phone."""
    with transaction.atomic():
        for model in (Book, Entry, Circle, User):
            model.objects.all().delete()
