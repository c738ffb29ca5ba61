"""Is a seal true, and what has become of its series since?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ledger.checking.figures import Figures
from ledger.checking.models import ShortCode
from ledger.checking.seals import SHORT_LETTERS, Seal, read_code
from ledger.circles.access import Visitor
from ledger.circles.models import Member
from ledger.lib.ids import ALPHABET
from ledger.series.models import Event, Series
from ledger.series.selectors import events_since

SPACES = " \t\r\n-–—_.·"  # what people put between the groups of a short code


class Standing(StrEnum):
    CURRENT = "current"
    MOVED_ON = "moved_on"
    UNKNOWN = "unknown"  # the series is not here, or it does not contain this state


@dataclass(frozen=True)
class Answer:
    """`seal` is there if it could be read, `series` and what has changed for members of its circle alone."""

    is_true: bool = False
    standing: Standing = Standing.UNKNOWN
    seal: Seal | None = None
    series: Series | None = None
    changed: Sequence[Event] = ()
    points_only: bool = False  # the circle, by now: its payments are shown no more


def hand_out(seal: Seal) -> Seal:
    """Store its short code, once. A reader of the database alone writes nothing."""
    if not ShortCode.objects.filter(short=seal.short).exists():
        row = ShortCode(short=seal.short, code=seal.code, series_id=seal.figures.series)
        ShortCode.objects.bulk_create([row], ignore_conflicts=True)
    return seal


def find_short(typed: str) -> Seal | None:
    """The seal of a short code as people type it: in any case, with spaces and dashes."""
    short = "".join(letter for letter in typed[:100].lower() if letter not in SPACES)
    if len(short) != SHORT_LETTERS or not set(short) <= set(ALPHABET):
        return None
    found = ShortCode.objects.filter(short=short).first()
    return read_code(found.code) if found else None


def check(seal: Seal | None, reader: Visitor) -> Answer:
    """The signature first. Nothing is said of the series of a seal that is not true."""
    if seal is None or not seal.is_true:
        return Answer(seal=seal)
    series, standing = look_up(seal.figures)
    if series is None:
        return Answer(is_true=True, seal=seal)
    known = Answer(is_true=True, standing=standing, seal=seal, points_only=series.circle.points_only)
    is_member = reader.is_authenticated and Member.objects.filter(user=reader, circle=series.circle_id).exists()
    if not is_member:
        return known
    changed = events_since(series, seal.figures.version) if standing == Standing.MOVED_ON else ()
    return replace(known, series=series, changed=changed)


def look_up(figures: Figures) -> tuple[Series | None, Standing]:
    """The series of these figures with its circle, if it is here, and whether it still looks so."""
    series = Series.objects.select_related("circle").filter(pk=figures.series).first()
    if series is None:
        return None, Standing.UNKNOWN
    if not Event.objects.filter(series=series, number=figures.version, hash__startswith=figures.head).exists():
        return series, Standing.UNKNOWN
    return series, Standing.CURRENT if series.version == figures.version else Standing.MOVED_ON
