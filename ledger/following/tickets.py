"""Following a series costs next to nothing while nothing happens.

A page that is open asks every two seconds. Its *ticket*, signed and good for an hour, says which membership it was
made for, so that no session and no user need be read; whether that membership still exists is asked of the database
each time, in the same query that brings the series' version. `middleware.py` answers as long as nothing is new.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import connection
from django.urls import reverse
from django.utils.translation import get_language

from ledger.circles.roles import Role
from ledger.series.access import Entrance
from ledger.series.models import Draft

LASTS = timedelta(hours=1)

_signer = signing.TimestampSigner(salt="ledger.following.tickets")


@dataclass(frozen=True)
class Glimpse:
    """As little of a series as tells whether a page is still true, for this reader."""

    version: int
    role: Role
    writer: str = ""  # who is writing the next hand down card by card, if anybody is

    @property
    def etag(self) -> str:
        return self.etag_in(get_language())

    def etag_in(self, language: str | None) -> str:
        return f'"{self.version}.{self.role}.{language}.{"writing" if self.writer else ""}"'


def glimpse_of(entrance: Entrance) -> Glimpse:
    """To be taken before the rest of the page is read: a page may be newer than it says, never older."""
    writers = Draft.objects.filter(series=entrance.series).values_list("by_name", flat=True)
    return Glimpse(entrance.series.version, Role(entrance.me.role), next(iter(writers), ""))


def issue(entrance: Entrance) -> str:
    return _signer.sign(f"{entrance.series.pk}.{entrance.me.pk}")


@dataclass(frozen=True)
class Shown:
    """What a page that has a ticket shows, and to whom."""

    series_id: str
    member_id: str

    @property
    def address(self) -> str:
        """Where the page asks for news."""
        return reverse("series:live", args=[self.series_id])


def shown_on(ticket: str) -> Shown | None:
    """None for a ticket that is forged or worn out."""
    try:
        series_id, member_id = _signer.unsign(ticket, max_age=LASTS).split(".")
    except signing.BadSignature:
        return None
    return Shown(series_id, member_id)


# Asked every two seconds by every phone that follows: to have it put together each time would take longer than to ask.
_GLIMPSE = """
    SELECT series_series.version, circles_member.role, series_draft.by_name
    FROM series_series
    INNER JOIN circles_member ON circles_member.circle_id = series_series.circle_id
    LEFT JOIN series_draft ON series_draft.series_id = series_series.id
    WHERE series_series.id = %s AND circles_member.id = %s
"""


def glimpse(shown: Shown) -> Glimpse | None:
    """One query by two primary keys. None where the membership is gone."""
    with connection.cursor() as cursor:
        cursor.execute(_GLIMPSE, (shown.series_id, shown.member_id))
        row = cursor.fetchone()
    return Glimpse(row[0], Role(row[1]), row[2] or "") if row else None
