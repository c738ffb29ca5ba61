"""When a scorer's phone that can work without signal last asked the site about a series.

Readers of the series see how long ago that was, because the phone may have hands that the site does not have yet.
"""

from django.utils import timezone

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.series.models import LastHeard, Series

WRITTEN_EVERY = 60  # seconds between two writes


def note_last_heard(series: Series, member: Member) -> None:
    """Note that the member's phone has asked about this series.

    Only a scorer's phone is noted, because changes cannot wait in any other phone.
    """
    now = int(timezone.now().timestamp())
    noted = {"version": series.version, "by_name": member.name}
    is_noted = LastHeard.objects.filter(series=series, at__gt=now - WRITTEN_EVERY, **noted).exists()
    if series.is_open and member.may(Role.SCORER) and not is_noted:
        LastHeard.objects.update_or_create(series=series, defaults=noted | {"at": now})
