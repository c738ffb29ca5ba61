"""Compare the state that a phone was shown with the chain of the series: does the chain still contain this state?

Each series page carries the code of its seal. A phone keeps the code (static/js/seen.js) and sends it when it asks for
news. Pages that a phone makes without signal have no code, because the phone has no signing key.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from django.http import HttpRequest
from django.utils import timezone

from ledger.series.models import Series
from ledger.series.state import SeriesState
from ledger.signing.keys import can_sign

HEADER = "X-Seen"
CLOCKS_DIFFER = timedelta(minutes=10)  # by which the clock of a phone may be slow
# The code of a seal, and the time at which the phone was shown it, in seconds since 1970.
_SENT = re.compile(r"([-_A-Za-z0-9]{1,2000})\.([0-9]{1,11})", re.ASCII)


@dataclass(frozen=True)
class ShownState:
    """A state that the phone was shown, and that the chain does not contain."""

    code: str
    version: int
    totals: Sequence[tuple[str, Fraction]]  # by name; a seat that no longer exists has no name
    at: datetime  # by the phone's clock
    backup_made_at: datetime | None  # None unless the state was lost because this backup was restored
    restored_at: datetime | None


def code_of(state: SeriesState) -> str:
    """Return the code for the phone to keep; empty in a phone without signal."""
    if not can_sign():
        return ""
    from ledger.signing.seals import seal_of

    return seal_of(state, payments=False).code


def contradicting_state(request: HttpRequest, state: SeriesState) -> ShownState | None:
    """Return the state that the phone proves to have been shown, if the chain does not contain it."""
    sent = _SENT.fullmatch(request.headers.get(HEADER, ""))
    if sent is None or not can_sign():
        return None
    from ledger.signing.contradictions import contradicts
    from ledger.signing.models import Restored
    from ledger.signing.seals import read_code

    seal = read_code(sent[1])
    if seal is None or not contradicts(seal, state.series):
        return None
    at = min(datetime.fromtimestamp(int(sent[2]), UTC), timezone.now())
    figures, restore = seal.figures, Restored.objects.order_by("at", "pk").last()
    # A restored backup explains only states that a phone was shown after the backup and before it was restored.
    if restore and not restore.made_at - CLOCKS_DIFFER <= at <= restore.at:
        restore = None
    names = dict(enumerate(state.names))
    return ShownState(
        code=seal.code,
        version=figures.version,
        totals=[(names.get(seat, ""), total) for seat, total in enumerate(figures.totals)],
        at=at,
        backup_made_at=restore.made_at if restore else None,
        restored_at=restore.at if restore else None,
    )


def contradictions_of(series: Series) -> Sequence[object]:
    """Return the stored contradictions of the series, for its history."""
    if not can_sign():
        return ()
    from ledger.signing.models import Contradiction

    return list(Contradiction.objects.filter(series=series))
