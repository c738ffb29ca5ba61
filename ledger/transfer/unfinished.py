"""Circles of which only a part is written: they are being imported, or their import was cut off."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ledger.circles.models import Circle, User
from ledger.series.models import Series

AT_A_TIME = 100  # series, so that no writer waits
CUT_OFF_AFTER = timedelta(minutes=10)  # since a part was written: a killed server cannot say so itself


def delete_cut_off_imports() -> int:
    """Delete a part of the circles whose import was cut off. Returns how many circles are gone."""
    cut_off = Circle.with_unfinished.filter(unfinished_at__lt=timezone.now() - CUT_OFF_AFTER)
    return sum(not _delete_part(circle) for circle in cut_off)


def delete_unfinished(circle: Circle) -> None:
    """Part by part: nobody sees it, so it need not go at once."""
    while _delete_part(circle):
        pass


@transaction.atomic
def _delete_part(circle: Circle) -> bool:
    """Is anything left? The series go first. With the circle go the accounts that the import made for its members."""
    some = list(Series.with_discarded.filter(circle=circle).values_list("pk", flat=True)[:AT_A_TIME])
    if some:
        Series.with_discarded.filter(pk__in=some).delete()
        return True
    accounts = list(User.objects.filter(memberships__circle=circle, is_active=False).values_list("pk", flat=True))
    Circle.with_unfinished.filter(pk=circle.pk).delete()
    User.objects.filter(pk__in=accounts).delete()
    return False
