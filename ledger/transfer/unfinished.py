"""Circles of which only a part is in the database: the import or deletion is under way, or was interrupted.

Import and deletion go part by part, because a large circle takes half a minute, and SQLite has one writer at a time.
"""

import time
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ledger.circles.models import Circle, Member
from ledger.series.models import Series

AT_A_TIME = 50  # series in one transaction, which takes half a second
PAUSE = 0.12  # seconds between two parts: a request that waits for SQLite's lock tries ten times a second
# An import or deletion counts as interrupted if its latest part was written or deleted longer ago than this.
INTERRUPTED_AFTER = timedelta(minutes=10)


def delete_circle(*, circle: Circle) -> None:
    """Delete the circle with everything in it.

    The members are deleted first, so that nobody sees a circle of which a part is gone. A deletion that was interrupted
    goes on by one part whenever the site tidies up (ledger/operations/tidy.py), and to its end with `manage.py tidy`.
    """
    with transaction.atomic():
        Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=timezone.now())
        Member.objects.filter(circle=circle).delete()
    while _delete_part(circle):
        time.sleep(PAUSE)


def delete_interrupted_circles() -> int:
    """Delete a part of each circle whose import or deletion was interrupted. Return how many circles are gone."""
    return sum(not _delete_part(circle) for circle in _interrupted_circles())


def has_interrupted_circles() -> bool:
    return _interrupted_circles().exists()


def _interrupted_circles() -> QuerySet[Circle]:
    return Circle.with_unfinished.filter(unfinished_at__lt=timezone.now() - INTERRUPTED_AFTER)


@transaction.atomic
def _delete_part(circle: Circle) -> bool:
    """Delete some series, or the circle if it has no series left. Return whether there may be more to delete."""
    series_ids = list(Series.with_discarded.filter(circle=circle).values_list("pk", flat=True)[:AT_A_TIME])
    if series_ids:
        Series.with_discarded.filter(pk__in=series_ids).delete()
        return True
    Circle.with_unfinished.filter(pk=circle.pk).delete()
    return False
