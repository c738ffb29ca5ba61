"""A series that is over is reopened. It stays open until a hand is recorded or the series is stopped."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from django.utils.translation import gettext_lazy as _

from games.kit.sentences import say
from ledger.circles.roles import Role
from ledger.lib.stored import Stored
from ledger.series.changes.change import Address, Change, Effect, ReasonText
from ledger.series.changes.recorded import Recorded
from ledger.series.changes.stopped import Stopped
from ledger.series.models import Event, Series, Status
from ledger.series.requirements import refusal, require_reason
from ledger.series.state import SeriesState

# Events of early versions of Khata have no content. After such an event the series does not stay open: a correction
# closes it again if its hands have reached the end.
STAYS_OPEN = {"stays_open": True}


class ReopenedContent(Stored):
    stays_open: Literal[True] = True


@dataclass(frozen=True, kw_only=True)
class Reopened(Change):
    kind: ClassVar[str] = "reopened"
    sentence: ClassVar = _("%(who)s reopened the series.")
    content: ClassVar = ReopenedContent
    role: ClassVar = Role.OWNER
    is_on_sheet: ClassVar = True
    address: ClassVar = Address(
        "POST",
        "reopen",
        "reopen_series",
        "Open a series again (owner)",
        "Posts the reversal of the settlement. The series stays open until another hand is recorded or the series is "
        "stopped, even if a correction reaches the target.",
        body="ReopenInput",
    )

    reason: ReasonText

    def refuse(self, state: SeriesState) -> None:
        require_reason(self.reason)
        if state.series.is_open:
            raise refusal("already_open", say("The series is open."))

    def effect(self, state: SeriesState) -> Effect:
        return Effect(state, STAYS_OPEN, reason=self.reason.strip(), status=Status.OPEN)

    def repeats(self, first: Event, _state: SeriesState) -> bool:
        return first.reason == self.reason.strip()

    @classmethod
    def of_event(cls, event: Event) -> "Reopened":
        return cls.read({"reason": event.reason})


def is_reopened(series: Series) -> bool:
    """Return whether the series was reopened, and since then neither was a hand recorded nor the series stopped."""
    kinds = [Reopened.kind, Recorded.kind, Stopped.kind]
    latest = Event.objects.filter(series=series, kind__in=kinds).order_by("number").last()
    return latest is not None and latest.kind == Reopened.kind and latest.content == STAYS_OPEN
