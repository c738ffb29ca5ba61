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

from ledger.api.idempotency import delete_old_receipts
from ledger.circles.models import Invite, Member, User
from ledger.money.models import Entry
from ledger.series.models import Draft, Event, SeriesLink
from ledger.sheets.cache import delete_old_sheets
from ledger.transfer.unfinished import delete_what_was_cut_off

logger = logging.getLogger(__name__)

EVERY = 3600.0  # seconds, for each process
AT_ONCE = 500  # rows of a kind, so that no writer waits
GUESTS_STAY = timedelta(days=30)
STEADY_DAYS = 7  # of tidying, on each of which a session had expired before it is deleted
TIDIED_ON = "tidied-on"


def tidy() -> dict[str, int]:
    """Delete at most AT_ONCE rows of each kind. Return the number for each kind."""
    return {
        "idempotency receipts": delete_old_receipts(),
        "expired sessions": delete_expired_sessions(),
        "guests without a circle": delete_stale_guests(),
        "expired rows of the cache": delete_expired_cache_rows(),
        "old sheets": delete_old_sheets(),
        "parts of circles": delete_what_was_cut_off(),
    }


def delete_expired_sessions() -> int:
    """Delete the sessions that had expired on each of the last STEADY_DAYS days of tidying. So a clock that is ahead
    for some days deletes no valid session, which is a guest's only way back."""
    today = timezone.now().date().isoformat()
    days: list[str] = cache.get(TIDIED_ON, [])
    if today not in days:
        days = [*days, today][-STEADY_DAYS:]  # in the order in which the clock showed them
        cache.set(TIDIED_ON, days, timeout=None)
    if len(days) < STEADY_DAYS:
        return 0
    expired = Session.objects.filter(expire_date__date__lt=min(days)).values_list("pk", flat=True)
    return Session.objects.filter(pk__in=list(expired[:AT_ONCE])).delete()[0]


def delete_stale_guests() -> int:
    """Delete guests who are in no circle, came 30 days ago or earlier, and have recorded or made nothing."""
    before, theirs = timezone.now() - GUESTS_STAY, OuterRef("pk")
    stale = User.objects.filter(
        Q(last_login=None) | Q(last_login__lt=before),
        ~Exists(Member.objects.filter(user=theirs)),
        ~Exists(Event.objects.filter(by=theirs)),
        ~Exists(Entry.objects.filter(by=theirs)),
        ~Exists(Draft.objects.filter(by=theirs)),
        ~Exists(Invite.objects.filter(created_by=theirs)),
        ~Exists(SeriesLink.objects.filter(created_by=theirs)),
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
    """Delete counts of rate limits, and files that were sent and never imported. Django waits for 300 rows."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_cache WHERE expires < CURRENT_TIMESTAMP")
        return int(cursor.rowcount)


class TidyMiddleware:
    """Tidies at most once an hour, after a POST. A process does not tidy in its first hour."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.due = time.monotonic() + EVERY

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and time.monotonic() >= self.due:
            self.due = time.monotonic() + EVERY
            try:
                tidy()
            except Exception:  # the answer is ready, and an error here must not lose it
                logger.exception("the site could not tidy up; it tries again in an hour")
        return response
