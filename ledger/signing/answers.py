"""Checking a seal: whether this site signed it, and whether the series has changed since."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from ledger.circles.access import Visitor
from ledger.circles.models import Member
from ledger.lib.ids import ALPHABET
from ledger.series.models import Event, Series
from ledger.series.selectors import events_since
from ledger.signing.models import ShortCode
from ledger.signing.seal_figures import SealFigures
from ledger.signing.seals import SHORT_LETTERS, Seal, read_code

SEPARATORS = " \t\r\n-–—_.·"  # that people type between the groups of a short code


class SealStanding(StrEnum):
    CURRENT = "current"
    MOVED_ON = "moved_on"  # the series has had more events since
    UNKNOWN = "unknown"  # this site has no such series, or the series does not contain this state


@dataclass(frozen=True)
class SealAnswer:
    """The answer to a seal. `seal` is None if it could not be read.

    `found_in` is the series that was in the state of the seal, and `true_at` the time at which it came into this
    state. Everybody who has a true seal gets these two, because the seal already tells the figures of the series. Only
    members of the circle get `series`, and `changed`, the events since then.
    """

    is_true: bool = False
    standing: SealStanding = SealStanding.UNKNOWN
    seal: Seal | None = None
    found_in: Series | None = None
    true_at: datetime | None = None
    series: Series | None = None
    changed: Sequence[Event] = ()
    points_only: bool = False  # the circle is for points only today, so payments are hidden


def store_short_code(seal: Seal) -> Seal:
    """Store the seal's short code unless it is stored already, and return the seal."""
    if not ShortCode.objects.filter(short=seal.short).exists():
        row = ShortCode(short=seal.short, code=seal.code, series_id=seal.figures.series)
        ShortCode.objects.bulk_create([row], ignore_conflicts=True)
    return seal


def find_short(typed: str) -> Seal | None:
    """Return the seal of a short code as people type it: in any case, with spaces and dashes."""
    short = "".join(letter for letter in typed[:100].lower() if letter not in SEPARATORS)
    if len(short) != SHORT_LETTERS or not set(short) <= set(ALPHABET):
        return None
    row = ShortCode.objects.filter(short=short).first()
    return read_code(row.code) if row else None


def check(seal: Seal | None, visitor: Visitor) -> SealAnswer:
    """Check the signature, then the series. The answer to a false seal says nothing of the series."""
    if seal is None or not seal.is_true:
        return SealAnswer(seal=seal)
    series, standing = look_up(seal.figures)
    if series is None:
        return SealAnswer(is_true=True, seal=seal)
    answer = SealAnswer(is_true=True, standing=standing, seal=seal, points_only=series.circle.points_only)
    if standing != SealStanding.UNKNOWN:
        last_event = Event.objects.get(series=series, number=seal.figures.version)  # of the sealed state
        answer = replace(answer, found_in=series, true_at=last_event.entered_at)
    is_member = visitor.is_authenticated and Member.objects.filter(user=visitor, circle=series.circle_id).exists()
    if not is_member:
        return answer
    changed = events_since(series, seal.figures.version) if standing == SealStanding.MOVED_ON else ()
    return replace(answer, series=series, changed=changed)


def look_up(figures: SealFigures) -> tuple[Series | None, SealStanding]:
    """Return the series of the figures, if this site has it, and whether it is still in the state of the figures."""
    series = Series.objects.select_related("circle").filter(pk=figures.series).first()
    if series is None:
        return None, SealStanding.UNKNOWN
    if not Event.objects.filter(series=series, number=figures.version, hash__startswith=figures.head).exists():
        return series, SealStanding.UNKNOWN
    return series, SealStanding.CURRENT if series.version == figures.version else SealStanding.MOVED_ON
