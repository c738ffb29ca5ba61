"""Taking away a series that was started by mistake."""

from django.db import transaction
from django.utils import timezone

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import User
from ledger.lib.refusals import InTheWay
from ledger.series.models import Draft, Event, Kind, NotedBids, Series, SeriesLink, Status
from ledger.series.services import Submit, append_event, finish, lock_series


def may_be_discarded(series: Series) -> bool:
    """Was no hand ever recorded?"""
    return not Event.objects.filter(series=series, kind=Kind.RECORDED).exists()


def has_discarded(user: User, series_id: str, key: str | None) -> bool:
    """Has this user done it with this key? Then it is asked once more by a phone that got no answer."""
    if key is None:
        return False
    return Event.objects.filter(series=series_id, kind=Kind.DISCARDED, by=user, key=key).exists()


@transaction.atomic
def discard_series(*, series: Series, submit: Submit) -> None:
    """Take away a series in which no hand was ever recorded. Nobody sees it any more, and its links end.

    Its row and its events stay, for the audit and the circle's file.
    """
    state, _first = lock_series(series, submit)
    if not may_be_discarded(state.series):
        raise InTheWay(Problem("", "has_hands", say("A hand was recorded in this series: it can only be stopped.")))
    append_event(state.series, submit, Kind.DISCARDED, content={})
    finish(state, submit, Status.DISCARDED)
    SeriesLink.objects.filter(series=state.series, revoked_at=None).update(revoked_at=timezone.now())
    Draft.objects.filter(series=state.series).delete()
    NotedBids.objects.filter(series=state.series).delete()
