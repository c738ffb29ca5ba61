"""Following a series costs next to nothing while nothing happens.

An open page asks every two seconds. Its *ticket*, signed and valid for an hour, names the series and the membership, so
that no session and no user has to be read. The database is asked each time whether that membership still exists, in the
same query that reads the series' version. `middleware.py` answers while nothing is new.

A page that was opened by a link has a ticket that names the link, and the language of the page: a visitor who has
chosen none reads the circle's.
"""

import hashlib
import time
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.core import signing
from django.db import connection
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from ledger.series.access import Entrance, LinkEntrance, token_of
from ledger.series.descriptions import silence_text
from ledger.series.models import SeriesLink
from ledger.series.selectors import silent_since

LIFETIME = timedelta(hours=1)
SHARED_FOR = LIFETIME / 2  # a kept page gives its ticket to all its readers, who then have as long again

LINK_TICKET_PARTS = 6  # one from before an update has fewer

_signer = signing.TimestampSigner(salt="ledger.following.tickets")


@dataclass(frozen=True)
class PageSummary:
    """The facts that decide whether an open page is out of date for its reader."""

    version: int
    latest_hash: str  # a chain that was written anew may be as long as before
    reader: str  # a member's role, or how else the page was opened
    notes_hash: str = ""  # of the place and the notes, which change without a new version
    writer: str = ""  # the scorer who is writing the next hand card by card
    bids: int = 0  # the step of the bids that are written down
    book: int = 0  # the version of the circle's book, once the series is over: payments change its page
    points_only: bool = False  # the circle
    time_zone: str = ""  # the circle's own
    next_series: str = ""  # the id of the one that continues it, once it is over; only for the reader of a link
    phone: str = ""  # whose phone is silent, of those that can go on without signal
    silent_since: datetime | None = None
    verdicts: int = 0  # how many verdicts and waivers there are

    @property
    def etag(self) -> str:
        return self.etag_in(get_language())

    def etag_in(self, language: str | None) -> str:
        # A name may hold characters that a header cannot.
        writer = hashlib.sha256(self.writer.encode()).hexdigest()[:8] if self.writer else ""
        book = "points" if self.points_only else self.book
        silence = int(self.silent_since.timestamp()) if self.silent_since else ""
        others = (
            f"{self.notes_hash[:8]}.{self.bids}.{book}.{self.time_zone}.{self.next_series}.{silence}.{self.verdicts}"
        )
        return f'"{self.version}.{self.latest_hash[:8]}.{self.reader}.{language}.{writer}.{others}"'

    @property
    def silence(self) -> str:
        return silence_text(self.phone, self.silent_since) if self.silent_since else ""


def summary_of(entrance: Entrance) -> PageSummary:
    """What is loaded already is as old as the page: it may be newer than its ETag, never older."""
    series, me = entrance.series, entrance.me
    current = Ticket(series.pk, me.pk).current_summary()
    if current is None:
        raise Http404
    return replace(
        current,
        version=series.version,
        latest_hash=series.latest_hash,
        reader=me.role,
        notes_hash=series.notes_hash,
        points_only=series.circle.points_only,
        time_zone=series.circle.time_zone,
    )


# Every open page asks for this every two seconds. The ORM would take longer to compile it than the database to run it.
# One row of the fields of `PageSummary`, in their order.
_SUMMARY = """
    SELECT
        series_series.version,
        series_series.latest_hash,
        {reader},
        series_series.notes_hash,
        series_draft.by_name,
        series_notedbids.steps,
        CASE WHEN series_series.status = 'open' THEN 0 ELSE money_book.version END,
        circles_circle.points_only,
        circles_circle.time_zone,
        {next_series},
        CASE WHEN series_series.status = 'open' THEN series_lastheard.by_name END,
        series_lastheard.at,
        {verdicts}
    FROM series_series
    {opened_by}
    INNER JOIN circles_circle ON circles_circle.id = series_series.circle_id
    LEFT JOIN series_draft ON series_draft.series_id = series_series.id
    LEFT JOIN series_notedbids ON series_notedbids.series_id = series_series.id
    LEFT JOIN money_book ON money_book.circle_id = series_series.circle_id
    LEFT JOIN series_lastheard
        ON series_lastheard.series_id = series_series.id AND series_lastheard.version = series_series.version
    LEFT JOIN agreeing_verdictbook ON agreeing_verdictbook.series_id = series_series.id
    WHERE series_series.id = %s AND {condition}
"""

_OF_MEMBER = _SUMMARY.format(
    reader="circles_member.role",
    next_series="''",
    verdicts="agreeing_verdictbook.version",
    opened_by="INNER JOIN circles_member ON circles_member.circle_id = series_series.circle_id",
    condition="circles_member.id = %s",
)

# Of several series that continue it, the first one that has changed since its start.
_FIRST_CHANGED = """
    SELECT later.id
    FROM series_series_continues
    INNER JOIN series_series AS later ON later.id = series_series_continues.from_series_id
    WHERE series_series_continues.to_series_id = series_series.id
        AND later.version > 1 AND later.status <> 'discarded'
    ORDER BY later.started_at, later.id
    LIMIT 1
"""
# If none has, the latest.
_LATEST_UNCHANGED = """
    SELECT later.id
    FROM series_series_continues
    INNER JOIN series_series AS later ON later.id = series_series_continues.from_series_id
    WHERE series_series_continues.to_series_id = series_series.id
        AND later.version = 1
    ORDER BY later.started_at DESC, later.id
    LIMIT 1
"""

# `own` is the series that the link was made for; the reader may have one open that continues it.
_OF_LINK = _SUMMARY.format(
    reader="""
        CASE WHEN series_serieslink.shows_payments THEN 'link-with-money' ELSE 'link' END
        || CASE WHEN series_serieslink.may_agree THEN '-agrees' ELSE '' END
    """,
    next_series=f"""
        CASE
            WHEN series_series.status = 'open' OR series_serieslink.this_series_only THEN ''
            ELSE COALESCE(({_FIRST_CHANGED}), ({_LATEST_UNCHANGED}))
        END
    """,
    verdicts="CASE WHEN series_serieslink.may_agree THEN agreeing_verdictbook.version END",
    opened_by="""
        INNER JOIN series_series AS own ON own.circle_id = series_series.circle_id
        INNER JOIN series_serieslink ON series_serieslink.series_id = own.id
    """,
    condition="""
        series_serieslink.id = %s
        AND series_serieslink.revoked_at IS NULL
        AND (series_series.id = own.id OR NOT series_serieslink.this_series_only)
    """,
)


@dataclass(frozen=True)
class Ticket:
    series_id: str
    member_id: str

    @property
    def language(self) -> None:
        """Any: the request says in which language the page is."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where the page of the series asks for news, and the entry screen for its marks."""
        return reverse("series:live", args=[self.series_id]), reverse("series:marks", args=[self.series_id])

    def current_summary(self) -> PageSummary | None:
        """One query by two primary keys. None where the membership is gone."""
        return _read_summary(_OF_MEMBER, [self.series_id, self.member_id])


@dataclass(frozen=True)
class LinkTicket:
    link_id: str
    own_series_id: str
    series_id: str
    language: str
    expires_at: int  # in seconds since 1970; 0: the link does not expire

    @property
    def addresses(self) -> tuple[str, ...]:
        link = SeriesLink(pk=self.link_id, series_id=self.own_series_id)
        return (reverse("follow:live", args=[token_of(link, self.series_id)]),)

    def current_summary(self) -> PageSummary | None:
        """None where the link was revoked or has expired."""
        if self.expires_at and self.expires_at <= timezone.now().timestamp():
            return None
        return summary_of_link(self.link_id, self.series_id)


def summary_of_link(link_id: str, series_id: str) -> PageSummary | None:
    """None where the link was revoked, or no longer opens this series."""
    return _read_summary(_OF_LINK, [series_id, link_id])


def _read_summary(query: str, ids: list[str]) -> PageSummary | None:
    with connection.cursor() as cursor:
        cursor.execute(query, ids)
        row = cursor.fetchone()
    if row is None:
        return None
    version, latest_hash, reader, notes_hash, writer, bids, book, points_only, *others, verdicts = row
    time_zone, next_series, phone, last_heard_at = others
    return PageSummary(
        version,
        latest_hash,
        reader,
        notes_hash,
        writer or "",
        bids or 0,
        book or 0,
        bool(points_only),
        time_zone,
        next_series or "",
        phone or "",
        silent_since(last_heard_at) if phone else None,
        verdicts or 0,
    )


def issue(entrance: Entrance) -> str:
    return _signer.sign(f"{entrance.series.pk}.{entrance.me.pk}")


def period() -> int:
    """The number of the half hour: a ticket that was issued in it is good for as long again."""
    return int(time.time() // SHARED_FOR.total_seconds())


def issue_for_link(entrance: LinkEntrance) -> str:
    """In the language that is active."""
    link = entrance.link
    expires_at = int(link.expires_at.timestamp()) if link.expires_at else 0
    return _signer.sign(f"link.{link.pk}.{link.series_id}.{entrance.series.pk}.{get_language()}.{expires_at}")


def read_ticket(text: str) -> Ticket | LinkTicket | None:
    """None for a ticket that is forged or has expired."""
    try:
        parts = _signer.unsign(text, max_age=LIFETIME).split(".")
    except signing.BadSignature:
        return None
    if parts[0] == "link":  # an id of a series is longer
        if len(parts) != LINK_TICKET_PARTS:
            return None
        _kind, link, own_series, series, language, expires_at = parts
        return LinkTicket(link, own_series, series, language, int(expires_at))
    return Ticket(*parts)
