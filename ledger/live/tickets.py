"""Tickets: an open page of a series asks for news without a session or a user.

An open page asks every few seconds (polling.py). Its *ticket*, signed and valid for an hour, names the series and the
membership. One query reads the series' version and checks that the membership still exists. While nothing is new,
`middleware.py` answers 304.

The ticket of a page that was opened by a link names the link and the language of the page: a visitor who has chosen no
language reads the circle's.
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

from ledger.live.links import LinkEntrance, token_of
from ledger.series.access import Entrance
from ledger.series.descriptions import silence_text
from ledger.series.models import Series, SeriesLink
from ledger.series.selectors import silent_since

LIFETIME = timedelta(hours=1)
SHARED_FOR = LIFETIME / 2  # a cached page gives all readers one ticket, which is valid for at least this time

LINK_TICKET_PARTS = 6  # tickets that an older version of Khata has signed have fewer

_signer = signing.TimestampSigner(salt="ledger.live.tickets")


@dataclass(frozen=True)
class PageSummary:
    """The facts that decide whether an open page is out of date for its reader."""

    version: int
    latest_hash: str  # differs if the events were replaced by as many other events
    rights: str  # a member's role, or the rights of a link
    notes_hash: str  # of the notes and of where the series is played, which change without a new version
    writer: str  # the name of the scorer who is writing the next hand card by card; empty if nobody is
    bids: int  # grows with every change of the bids for the next hand; 0 without bids
    book: int  # the version of the circle's book, once the series is over: payments change its page
    points_only: bool  # of the circle
    time_zone: str  # of the circle
    next_series: str  # once this series is over, the id of the one that continues it; only for readers with a link
    phone: str  # the name of the scorer whose phone can write the open series without signal; empty if there is none
    heard_at: int  # when the site last heard of this phone, in seconds since 1970
    verdicts: int  # how many verdicts and waivers there are; 0 for a link whose readers give none

    @property
    def etag(self) -> str:
        return self.etag_in(get_language())

    def etag_in(self, language: str | None) -> str:
        # A name may hold characters that a header cannot.
        writer = hashlib.sha256(self.writer.encode()).hexdigest()[:8] if self.writer else ""
        book = "points" if self.points_only else self.book
        silent_from = int(self.silent_since.timestamp()) if self.silent_since else ""
        facts = [self.version, self.latest_hash[:8], self.rights, language, writer]
        facts += [self.notes_hash[:8], self.bids, book, self.time_zone, self.next_series, silent_from, self.verdicts]
        return f'"{".".join(map(str, facts))}"'

    @property
    def silent_since(self) -> datetime | None:
        """When the site last heard of the phone that can write without signal. None if that was a short time ago, or if
        there is no such phone."""
        return silent_since(self.heard_at) if self.phone else None

    @property
    def silence(self) -> str:
        """The sentence that says whose phone the site has not heard of, and since when; else empty."""
        return silence_text(self.phone, self.silent_since) if self.silent_since else ""


# The query behind each request for news: one row with the fields of `PageSummary`, in their order. It is SQL, because
# the ORM would take longer to compile the query than the database to run it.
_SUMMARY = """
    SELECT
        series_series.version,
        series_series.latest_hash,
        {reader},
        series_series.notes_hash,
        COALESCE(series_draft.by_name, ''),
        COALESCE(series_notedbids.steps, 0),
        CASE WHEN series_series.status = 'open' THEN 0 ELSE COALESCE(money_book.version, 0) END,
        circles_circle.points_only,
        circles_circle.time_zone,
        {next_series},
        CASE WHEN series_series.status = 'open' THEN COALESCE(series_lastheard.by_name, '') ELSE '' END,
        COALESCE(series_lastheard.at, 0),
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

_SUMMARY_FOR_MEMBER = _SUMMARY.format(
    reader="circles_member.role",
    next_series="''",
    verdicts="COALESCE(agreeing_verdictbook.version, 0)",
    opened_by="INNER JOIN circles_member ON circles_member.circle_id = series_series.circle_id",
    condition="circles_member.id = %s",
)

# The first series that continues this one and has changed since its start; if none has changed, the latest.
_CONTINUED_BY = """
    SELECT later.id
    FROM series_series_continues
    INNER JOIN series_series AS later ON later.id = series_series_continues.from_series_id
    WHERE series_series_continues.to_series_id = series_series.id AND later.status <> 'discarded'
    ORDER BY
        CASE WHEN later.version > 1 THEN 0 ELSE 1 END,
        CASE WHEN later.version > 1 THEN later.started_at END,
        later.started_at DESC,
        later.id
    LIMIT 1
"""

# The table of ledger/verdicts has the former name of that room, `agreeing`.
# `own` is the series that the link was made for. The page may show a series that continues `own`.
_SUMMARY_BY_LINK = _SUMMARY.format(
    reader="""
        CASE WHEN series_serieslink.shows_payments THEN 'link-with-money' ELSE 'link' END
        || CASE WHEN series_serieslink.may_agree THEN '-agrees' ELSE '' END
    """,
    next_series=f"""
        CASE
            WHEN series_series.status = 'open' OR series_serieslink.this_series_only THEN ''
            ELSE COALESCE(({_CONTINUED_BY}), '')
        END
    """,
    verdicts="CASE WHEN series_serieslink.may_agree THEN COALESCE(agreeing_verdictbook.version, 0) ELSE 0 END",
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
    """The ticket of a page that a member has opened."""

    series_id: str
    member_id: str

    @classmethod
    def of(cls, entrance: Entrance) -> "Ticket":
        return cls(entrance.series.pk, entrance.me.pk)

    @property
    def language(self) -> None:
        """None: the page has the language of the request."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the page of the series, and the verdicts on the entry screen, ask for news."""
        return reverse("series:live", args=[self.series_id]), reverse("series:marks", args=[self.series_id])

    def current_summary(self) -> PageSummary | None:
        """Return the summary by one query, or None if the membership no longer exists."""
        return _read_summary(_SUMMARY_FOR_MEMBER, [self.series_id, self.member_id])

    def sign(self) -> str:
        return _signer.sign(f"{self.series_id}.{self.member_id}")


@dataclass(frozen=True)
class LinkTicket:
    """The ticket of a page that a link has opened, in the language of the page."""

    link_id: str
    own_series_id: str  # the series that the link was made for
    series_id: str
    language: str
    expires_at: int  # in seconds since 1970; 0: the link does not expire

    @classmethod
    def of(cls, entrance: LinkEntrance) -> "LinkTicket":
        link = entrance.link
        expires_at = int(link.expires_at.timestamp()) if link.expires_at else 0
        return cls(link.pk, link.series_id, entrance.series.pk, get_language() or "", expires_at)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the page of the series, and the page for a large screen, ask for news."""
        link = SeriesLink(pk=self.link_id, series_id=self.own_series_id)
        return tuple(reverse(name, args=[token_of(link, self.series_id)]) for name in ("follow:live", "follow:screen"))

    def current_summary(self) -> PageSummary | None:
        """Return the summary, or None if the link was revoked, has expired, or no longer opens this series."""
        if self.expires_at and self.expires_at <= timezone.now().timestamp():
            return None
        return _read_summary(_SUMMARY_BY_LINK, [self.series_id, self.link_id])

    def sign(self) -> str:
        parts = (self.link_id, self.own_series_id, self.series_id, self.language, str(self.expires_at))
        return _signer.sign(f"link.{'.'.join(parts)}")


def summary_of_page(ticket: Ticket | LinkTicket, series: Series, role: str = "") -> PageSummary:
    """Return the summary of a page that shows `series`, to a member with `role`, or to a reader with a link.

    The answer is 404 if the reader has lost access.

    `series` was loaded before the summary and may be older. The summary takes over the values of `series`, so that a
    page with old values does not count as up to date.
    """
    current = ticket.current_summary()
    if current is None:
        raise Http404
    return replace(
        current,
        version=series.version,
        latest_hash=series.latest_hash,
        rights=role or current.rights,
        notes_hash=series.notes_hash,
        points_only=series.circle.points_only,
        time_zone=series.circle.time_zone,
    )


def _read_summary(query: str, ids: list[str]) -> PageSummary | None:
    with connection.cursor() as cursor:
        cursor.execute(query, ids)
        row = cursor.fetchone()
    return PageSummary(*row) if row else None


def current_half_hour() -> int:
    """Return the number of the current half hour, counted from 1970.

    A ticket that is issued in it is valid for the whole next one.
    """
    return int(time.time() // SHARED_FOR.total_seconds())


def read_ticket(text: str) -> Ticket | LinkTicket | None:
    """Return the ticket, or None if it is forged or has expired."""
    try:
        parts = _signer.unsign(text, max_age=LIFETIME).split(".")
    except signing.BadSignature:
        return None
    if parts[0] == "link":  # no series has this id: ids are longer
        if len(parts) != LINK_TICKET_PARTS:
            return None
        _kind, link, own_series, series, language, expires_at = parts
        return LinkTicket(link, own_series, series, language, int(expires_at))
    return Ticket(*parts)
