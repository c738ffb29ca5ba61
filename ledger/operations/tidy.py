"""Delete rows and files that are no longer needed: all with `manage.py tidy`, some each hour while the site runs."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.api.idempotency import KEPT_FOR
from ledger.api.models import Receipt
from ledger.circles.models import Invite, Member, User
from ledger.money.models import Entry
from ledger.series.models import Draft, Event, SeriesLink
from ledger.sheets.cache import delete_old_sheets
from ledger.transfer.unfinished import delete_interrupted_circles

logger = logging.getLogger(__name__)

EVERY, IF_MORE_ARE_LEFT = 3600.0, 60.0  # seconds, for each process
AT_ONCE = 500  # most rows of one kind that are deleted together, so that no writer waits long
GUESTS_STAY = timedelta(days=30)
STEADY_DAYS = 7  # an expired session is deleted after the site has tidied on so many days
TIDIED_ON = "tidied-on"  # the key in the cache of the latest STEADY_DAYS days on which the site tidied


def tidy() -> dict[str, int]:
    """Delete at most AT_ONCE rows of each kind. Return the number for each kind.

    Of each circle whose import or deletion was interrupted, one part is deleted. It counts when its last part is gone.
    """
    return {
        "idempotency receipts": delete_old_receipts(),
        "expired sessions": delete_expired_sessions(),
        "guests without a circle": delete_stale_guests(),
        "expired rows of the cache": delete_expired_cache_rows(),
        "old sheets": delete_old_sheets(),
        "interrupted circles": delete_interrupted_circles(),
    }


def delete_old_receipts() -> int:
    old = Receipt.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).order_by("made_at")
    return Receipt.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:AT_ONCE])).delete()[0]


def delete_expired_sessions() -> int:
    """Delete the sessions that had expired before each of the latest STEADY_DAYS days on which the site tidied.

    So no valid session is deleted if the clock of the machine is ahead on some of these days. A guest who loses the
    session cannot sign in again.
    """
    today = timezone.now().date().isoformat()
    days: list[str] = cache.get(TIDIED_ON, [])
    if today not in days:
        days = [*days, today][-STEADY_DAYS:]  # if the clock went back, a later day comes before an earlier one
        cache.set(TIDIED_ON, days, timeout=None)
    if len(days) < STEADY_DAYS:
        return 0
    expired = Session.objects.filter(expire_date__date__lt=min(days)).values_list("pk", flat=True)
    return Session.objects.filter(pk__in=list(expired[:AT_ONCE])).delete()[0]


def delete_stale_guests() -> int:
    """Delete guests who are in no circle, have recorded and made nothing, and were not seen for GUESTS_STAY.

    A guest was seen when the guest was made and at each login.
    """
    before, this_user = timezone.now() - GUESTS_STAY, OuterRef("pk")
    stale = User.objects.filter(
        Q(last_login=None) | Q(last_login__lt=before),
        ~Exists(Member.objects.filter(user=this_user)),
        ~Exists(Event.objects.filter(by=this_user)),
        ~Exists(Entry.objects.filter(by=this_user)),
        ~Exists(Draft.objects.filter(by=this_user)),
        ~Exists(Invite.objects.filter(created_by=this_user)),
        ~Exists(SeriesLink.objects.filter(created_by=this_user)),
        is_guest=True,
        date_joined__lt=before,
    )
    with transaction.atomic():
        locked = list(stale.select_for_update().values_list("pk", flat=True)[:AT_ONCE])
        # Asked again under the lock: a guest may just have joined a circle.
        still_stale = list(stale.filter(pk__in=locked).values_list("pk", flat=True))
        User.objects.filter(pk__in=still_stale).delete()
    return len(still_stale)


def delete_expired_cache_rows() -> int:
    """Delete the expired rows of Django's cache: counts of rate limits, and files that were sent and never imported.

    Django itself deletes expired rows only when the cache has more than 300 rows.
    """
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_cache WHERE expires < CURRENT_TIMESTAMP")
        return int(cursor.rowcount)


class TidyMiddleware:
    """Tidies after a view has answered a POST, at most once an hour in each process, and not in its first hour.

    If more than AT_ONCE rows of a kind can be deleted, it tidies again after a minute.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.due = time.monotonic() + EVERY

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and time.monotonic() >= self.due:
            self.due = time.monotonic() + EVERY
            try:
                if max(tidy().values()) >= AT_ONCE:
                    self.due = time.monotonic() + IF_MORE_ARE_LEFT
            except Exception:  # the answer is ready, and an error here must not lose it
                logger.exception("the site could not tidy up; it tries again in an hour")
        return response
