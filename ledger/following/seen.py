"""What a phone was shown of a series, and whether the record still contains it.

Each series page carries the code of the seal of what it shows. A phone keeps it (static/js/seen.js) and sends it along
when it asks for news. A phone without signal does neither: nothing is signed there.
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
from ledger.signing.keys import has_key

HEADER = "X-Seen"
CLOCKS_DIFFER = timedelta(minutes=10)
_SENT = re.compile(r"([-_A-Za-z0-9]{1,2000})\.([0-9]{1,11})", re.ASCII)


@dataclass(frozen=True)
class Seen:
    """What the phone was shown, which the record does not contain."""

    code: str
    version: int
    totals: Sequence[tuple[str, Fraction]]  # by name; a seat that is not there any more has none
    at: datetime  # by the phone's clock
    backup_made_at: datetime | None  # a backup was restored since
    restored_at: datetime | None


def code_of(state: SeriesState) -> str:
    """For the phone to keep; empty in a phone without signal."""
    if not has_key():
        return ""
    from ledger.checking.seals import seal_of

    return seal_of(state, payments=False).code


def what_was_changed(request: HttpRequest, state: SeriesState) -> Seen | None:
    """None unless the phone proves that it was shown what the record does not contain."""
    sent = _SENT.fullmatch(request.headers.get(HEADER, ""))
    if sent is None or not has_key():
        return None
    from ledger.checking.contradictions import contradicts, latest_restore
    from ledger.checking.seals import read_code

    seal = read_code(sent[1])
    if seal is None or not contradicts(seal, state.series):
        return None
    at = min(datetime.fromtimestamp(int(sent[2]), UTC), timezone.now())
    figures, restore = seal.figures, latest_restore()
    if restore and not restore.made_at - CLOCKS_DIFFER <= at <= restore.at:  # the backup had it, or it came later
        restore = None
    names = dict(enumerate(state.names))
    return Seen(
        code=seal.code,
        version=figures.version,
        totals=[(names.get(seat, ""), total) for seat, total in enumerate(figures.totals)],
        at=at,
        backup_made_at=restore.made_at if restore else None,
        restored_at=restore.at if restore else None,
    )


def contradictions_of(series: Series) -> Sequence[object]:
    """What phones have said of the series, for its history."""
    if not has_key():
        return ()
    from ledger.checking.models import Contradiction

    return list(Contradiction.objects.filter(series=series))
