"""Following a series costs next to nothing while nothing happens.

An open page asks every two seconds. Its *ticket*, signed and valid for an hour, names the series and the membership, so
that no session and no user has to be read. The database is asked each time whether that membership still exists, in the
same query that reads the series' version. `middleware.py` answers while nothing is new.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import connection
from django.urls import reverse
from django.utils.translation import get_language

from ledger.circles.roles import Role
from ledger.series.access import Entrance
from ledger.series.models import Draft

LIFETIME = timedelta(hours=1)

_signer = signing.TimestampSigner(salt="ledger.following.tickets")


@dataclass(frozen=True)
class PageSummary:
    """The facts that decide whether an open page is out of date for its reader."""

    version: int
    role: Role
    writer: str = ""  # the scorer who is writing the next hand card by card

    @property
    def etag(self) -> str:
        return self.etag_in(get_language())

    def etag_in(self, language: str | None) -> str:
        # A name may hold characters that a header cannot.
        writer = hashlib.sha256(self.writer.encode()).hexdigest()[:8] if self.writer else ""
        return f'"{self.version}.{self.role}.{language}.{writer}"'


def summary_of(entrance: Entrance) -> PageSummary:
    writer = Draft.objects.filter(series=entrance.series).values_list("by_name", flat=True).first()
    return PageSummary(entrance.series.version, Role(entrance.me.role), writer or "")


def issue(entrance: Entrance) -> str:
    return _signer.sign(f"{entrance.series.pk}.{entrance.me.pk}")


@dataclass(frozen=True)
class Ticket:
    series_id: str
    member_id: str

    @property
    def address(self) -> str:
        """Where the page asks for news."""
        return reverse("series:live", args=[self.series_id])


def read_ticket(text: str) -> Ticket | None:
    """None for a ticket that is forged or has expired."""
    try:
        series_id, member_id = _signer.unsign(text, max_age=LIFETIME).split(".")
    except signing.BadSignature:
        return None
    return Ticket(series_id, member_id)


# Every open page asks for this every two seconds. The ORM would take longer to compile it than the database to run it.
_SUMMARY = """
    SELECT series_series.version, circles_member.role, series_draft.by_name
    FROM series_series
    INNER JOIN circles_member ON circles_member.circle_id = series_series.circle_id
    LEFT JOIN series_draft ON series_draft.series_id = series_series.id
    WHERE series_series.id = %s AND circles_member.id = %s
"""


def current_summary(ticket: Ticket) -> PageSummary | None:
    """One query by two primary keys. None where the membership is gone."""
    with connection.cursor() as cursor:
        cursor.execute(_SUMMARY, (ticket.series_id, ticket.member_id))
        row = cursor.fetchone()
    return PageSummary(row[0], Role(row[1]), row[2] or "") if row else None
