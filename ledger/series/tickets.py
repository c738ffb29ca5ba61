"""Following a series costs next to nothing while nothing happens.

A page that is open asks every two seconds. Its *ticket*, signed and good for an hour, says which membership it was
made for, so that no session and no user need be read; whether that membership still exists is asked of the database
each time, in the same query that brings the series' version.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db.models import F
from django.utils.translation import get_language

from ledger.circles.roles import Role
from ledger.series.access import Entrance
from ledger.series.models import Draft, Series

LASTS = timedelta(hours=1)

_signer = signing.TimestampSigner(salt="ledger.series.tickets")


@dataclass(frozen=True)
class Glimpse:
    """As little of a series as tells whether a page is still true, for this reader."""

    version: int
    role: Role
    writer: str = ""  # who is writing the next hand down card by card, if anybody is

    @property
    def etag(self) -> str:
        return f'"{self.version}.{self.role}.{get_language()}.{"writing" if self.writer else ""}"'


def glimpse_of(entrance: Entrance) -> Glimpse:
    """To be taken before the rest of the page is read: a page may be newer than it says, never older."""
    writers = Draft.objects.filter(series=entrance.series).values_list("by_name", flat=True)
    return Glimpse(entrance.series.version, Role(entrance.me.role), next(iter(writers), ""))


def issue(entrance: Entrance) -> str:
    return _signer.sign(f"{entrance.series.pk}.{entrance.me.pk}")


def member_of(ticket: str, series_id: str) -> str | None:
    """Whose ticket this is; None for one that is forged, worn out, or of another series."""
    try:
        series, member = _signer.unsign(ticket, max_age=LASTS).split(".")
    except signing.BadSignature:
        return None
    return member if series == series_id else None


def glimpse(series_id: str, member_id: str) -> Glimpse | None:
    """One query by two primary keys. None where the membership is gone."""
    series = Series.objects.filter(pk=series_id, circle__members=member_id)
    row = series.values_list("version", F("circle__members__role"), F("draft__by_name")).first()
    return Glimpse(row[0], Role(row[1]), row[2] or "") if row else None
