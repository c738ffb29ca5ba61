"""The reader of a series: a member of its circle, or a person who has a link. Both see the same page."""

from dataclasses import dataclass

from django.urls import reverse

from ledger.circles.models import Member
from ledger.live.links import LinkEntrance
from ledger.live.tickets import LinkTicket, Ticket
from ledger.series.access import Entrance
from ledger.series.models import Series
from ledger.series.state import SeriesState
from ledger.verdicts.page import seat_of


@dataclass(frozen=True)
class Reader:
    """The rights of a reader, and the addresses of the reader's pages and requests."""

    series: Series
    ticket: Ticket | LinkTicket  # with which the page asks for news
    page_url: str
    live_url: str  # where the page asks for news
    verdict_url: str  # where a verdict is sent
    me: Member | None = None  # None: the reader has a link
    token: str = ""  # of the link; empty for a member
    chosen_seat: str = ""  # the seat that a reader with a link has chosen, as the browser sent it
    can_score: bool = False
    is_owner: bool = False
    shows_payments: bool = True
    gives_verdicts: bool = True

    def seat_in(self, state: SeriesState) -> int | None:
        """Return the seat of the member's own player, or the seat that a reader with a link has chosen."""
        return seat_of(state, self.me) if self.me else read_seat(self.chosen_seat, len(state.players))

    def hand_url(self, number: int) -> str:
        """Return the address of a hand; empty for a reader with a link, because no link shows the page of a hand."""
        return reverse("series:hand", args=[self.series.pk, number]) if self.me else ""


def reader_of_member(entrance: Entrance) -> Reader:
    series = entrance.series
    page_url, live_url, verdict_url = (
        reverse(f"series:{name}", args=[series.pk]) for name in ("page", "live", "verdict")
    )
    return Reader(
        series,
        Ticket.of(entrance),
        page_url,
        live_url,
        verdict_url,
        me=entrance.me,
        can_score=entrance.can_score,
        is_owner=entrance.is_owner,
    )


def reader_of_link(entrance: LinkEntrance, chosen_seat: str) -> Reader:
    link, token = entrance.link, entrance.token
    page_url, live_url, verdict_url = (reverse(f"follow:{name}", args=[token]) for name in ("page", "live", "verdict"))
    return Reader(
        entrance.series,
        LinkTicket.of(entrance),
        page_url,
        live_url,
        verdict_url,
        token=token,
        chosen_seat=chosen_seat,
        shows_payments=link.shows_payments,
        gives_verdicts=link.may_agree,
    )


def read_seat(text: str, count: int) -> int | None:
    """Return the seat that the text names, or None if it names none of the `count` seats."""
    seats = {str(seat): seat for seat in range(count)}
    return seats.get(text)
