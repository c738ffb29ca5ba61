"""The time of the last request of a prepared phone. Readers see how long ago that was, because the score may be old."""

from django.utils import timezone

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import LastHeard, Series

WRITTEN_EVERY = 60  # seconds between two writes


def heard(series: Series, member: Member) -> None:
    """Note that the member's phone asks about this series. Only a scorer's phone is noted: no other phone can hold back
    changes."""
    now = int(timezone.now().timestamp())
    noted = {"version": series.version, "by_name": member.name}
    is_noted = LastHeard.objects.filter(series=series, at__gt=now - WRITTEN_EVERY, **noted).exists()
    if series.is_open and member.may(Role.SCORER) and not is_noted:
        LastHeard.objects.update_or_create(series=series, defaults=noted | {"at": now})
