"""The changes of a series. Each kind of change is a class in its own file."""

from typing import Annotated

from pydantic import AfterValidator

from games.kit.problems import Unreadable
from games.kit.reading import read
from games.kit.sentences import say
from ledger.lib.refusals import Refused
from ledger.series.changes.change import Change, adapter_of
from ledger.series.changes.corrected import Corrected
from ledger.series.changes.dealer_named import DealerNamed
from ledger.series.changes.discarded import Discarded
from ledger.series.changes.joined import Joined
from ledger.series.changes.recorded import Recorded
from ledger.series.changes.reopened import Reopened
from ledger.series.changes.started import Started
from ledger.series.changes.stopped import Stopped
from ledger.series.changes.unseated import Unseated
from ledger.series.changes.withdrawn import Withdrawn
from ledger.series.models import Event
from ledger.series.state import SeriesState

# By `Event.kind`.
CHANGES: dict[str, type[Change]] = {
    change.kind: change
    for change in (
        Started,
        Recorded,
        Corrected,
        Withdrawn,
        Stopped,
        Reopened,
        Joined,
        Unseated,
        DealerNamed,
        Discarded,
    )
}


def read_kind(kind: str) -> str:
    if kind not in CHANGES:
        raise Unreadable.because("not_a_choice", say("This is not one of the choices."))
    return kind


KindName = Annotated[str, AfterValidator(read_kind)]


def change_of(event: Event) -> Change:
    """Return the change that made the event. Raise ValueError if the event cannot be read."""
    return CHANGES[event.kind].of_event(event)


def is_possible(state: SeriesState, event: Event) -> bool:
    """Return whether an imported event can be the next event of the series.

    The record of a hand is not judged here, but when the event is applied (ledger/series/audit/rebuilding.py).
    """
    change = CHANGES[event.kind]
    has_reason, has_hand = bool(event.reason.strip()), event.hand_number is not None
    if has_reason != ("reason" in change.field_names()) or has_hand != change.of_a_hand:
        return False
    if read(adapter_of(change.content), event.content).problems:
        return False
    try:
        change.of_event(event).refuse(state)
    except (Refused, ValueError):
        return False
    return True
