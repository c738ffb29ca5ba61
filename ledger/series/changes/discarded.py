"""A series that was started by mistake is discarded.

No page shows the series, and its links end. Its row and events stay for the audit and for the circle's file.
"""

from dataclasses import dataclass
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.lib.refusals import InTheWay
from ledger.series.changes.change import Address, Change, Effect
from ledger.series.changes.recorded import Recorded
from ledger.series.models import Draft, Event, NotedBids, Series, SeriesLink, Status
from ledger.series.state import SeriesState


@dataclass(frozen=True, kw_only=True)
class Discarded(Change):
    kind: ClassVar[str] = "discarded"
    sentence: ClassVar = _("%(who)s discarded the series.")
    is_limited: ClassVar = False
    address: ClassVar = Address(
        "DELETE",
        "",
        "discard_series",
        "Discard a series in which no hand was ever recorded (scorer)",
        "The series is then in no list, 404 for everybody, and its links end; the audit and the circle's file keep it. "
        "409 (`has_hands`) if a hand was recorded, also one that was thrown in or withdrawn.",
        status=204,
    )

    def refuse(self, _state: SeriesState) -> None:
        """Allow stopped series too: a series can be stopped before its first hand."""

    def effect(self, state: SeriesState) -> Effect:
        if not may_be_discarded(state.series):
            raise InTheWay(Problem("", "has_hands", say("A hand was recorded in this series: it can only be stopped.")))
        return Effect(state, status=Status.DISCARDED)

    def store(self, _before: SeriesState, effect: Effect, _event: Event) -> SeriesState:
        series = effect.state.series
        SeriesLink.objects.filter(series=series, revoked_at=None).update(revoked_at=timezone.now())
        Draft.objects.filter(series=series).delete()
        NotedBids.objects.filter(series=series).delete()
        return effect.state


def may_be_discarded(series: Series) -> bool:
    """Return whether no hand was ever recorded."""
    return not Event.objects.filter(series=series, kind=Recorded.kind).exists()
