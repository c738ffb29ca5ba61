"""Circles of which only a part is in the database: they are being imported or deleted, or that was cut off.

Both go part by part, because a large circle takes half a minute, and SQLite has one writer at a time.
"""

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ledger.circles.models import Circle, Member
from ledger.series.models import Series

AT_A_TIME = 50  # series: half a second
PAUSE = 0.12  # seconds between two parts: who waits for SQLite's lock tries to get it ten times a second
CUT_OFF_AFTER = timedelta(minutes=10)  # since the last part: a server that was killed cannot say so


def delete_circle(*, circle: Circle) -> None:
    """Delete the circle with everything in it, also what keeps a single player from being removed.

    The members go first, so that no reader sees the rest. If the deletion is cut off, `manage.py tidy` completes it.
    """
    with transaction.atomic():
        Circle.with_unfinished.filter(pk=circle.pk).update(unfinished_at=timezone.now())
        Member.objects.filter(circle=circle).delete()
    while _delete_part(circle):
        time.sleep(PAUSE)


def delete_what_was_cut_off() -> int:
    """A part of each circle. Returns how many circles are gone."""
    cut_off = Circle.with_unfinished.filter(unfinished_at__lt=timezone.now() - CUT_OFF_AFTER)
    return sum(not _delete_part(circle) for circle in cut_off)


@transaction.atomic
def _delete_part(circle: Circle) -> bool:
    """Is anything left? The series go first."""
    some = list(Series.with_discarded.filter(circle=circle).values_list("pk", flat=True)[:AT_A_TIME])
    if some:
        Series.with_discarded.filter(pk__in=some).delete()
        return True
    Circle.with_unfinished.filter(pk=circle.pk).delete()
    return False
