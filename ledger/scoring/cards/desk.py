"""Where a hand is written down card by card: who sits there, and the answers that every request can have."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from games.contract import IllegalPlay
from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.lib.htmx import HtmxRequest
from ledger.lib.ids import new_key
from ledger.lib.refusals import Refused
from ledger.scoring.cards import drafts
from ledger.scoring.cards.forms import AnswersForm
from ledger.scoring.cards.page import CardsPage, conflict_of, dealing_page, far, righting_page
from ledger.series.access import Entrance, enter_series
from ledger.series.models import Draft, Event, Series
from ledger.series.selectors import events_since
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import in_words

PAGE = "scoring/cards/cards.html"


@dataclass(frozen=True)
class Desk:
    """The series whose hand is written down, and the person who does it."""

    entrance: Entrance
    state: SeriesState

    @property
    def id(self) -> str:
        return self.series.pk

    @property
    def me(self) -> Member:
        return self.entrance.me

    @property
    def series(self) -> Series:
        return self.state.series

    def is_written_by_me(self, draft: Draft) -> bool:
        return draft.by_id == self.me.user_id

    def since(self, draft: Draft) -> list[Event]:
        """What has happened to the series since the hand began."""
        if self.series.version == draft.base_version:
            return []
        return events_since(self.series, draft.base_version)

    def in_words(self, refused: Refused) -> list[str]:
        return [in_words(problem.message, self.state.names) for problem in refused.problems]


def enter_desk(request: HttpRequest, series_id: str) -> Desk:
    """404 for a game whose hands cannot be written down card by card."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if state.game.shape is None:
        raise Http404
    return Desk(entrance, state)


@dataclass(frozen=True)
class Said:
    """What there is to say besides the table as it is."""

    told: Sequence[str] = ()
    known: Sequence[IllegalPlay] | None = None  # the illegal plays that were there before the latest card
    answers: AnswersForm | None = None  # as it was sent, with its faults
    status: int = 200


NOTHING = Said()


def draw(request: HtmxRequest, desk: Desk, draft: Draft, said: Said = NOTHING) -> HttpResponse:
    """The screen as it is for this person: the deal, the table, the result, or that somebody else is writing."""
    context: dict[str, Any] = {"series": desk.series, "state": desk.state, "draft": draft, "told": said.told}
    context["seen"] = drafts.seen_by(desk.state, draft)
    context |= _part(request, desk, draft, said)
    return render(request, f"{PAGE}#table" if request.htmx else PAGE, context, status=said.status)


def _part(request: HtmxRequest, desk: Desk, draft: Draft, said: Said) -> dict[str, Any]:
    if not desk.is_written_by_me(draft):
        return {"part": "scoring/cards/handover.html", "far": far(draft)}
    seat = drafts.seat_to_deal(desk.state, draft)
    if seat is not None:
        return {"part": "scoring/cards/dealing.html", "dealing": dealing_page(desk.state, draft, seat)}
    table = drafts.table_of(desk.state, draft)
    meanwhile = desk.since(draft)
    if not desk.state.takes_hands or (meanwhile and table.is_complete and not table.problems):
        return compared(desk.state, draft, meanwhile)
    known = table.undecided if said.known is None else said.known
    page = CardsPage(desk.state, table, known=known, meanwhile=meanwhile)
    context = {"page": page, "part": "scoring/cards/table.html", "answers": said.answers}
    context["submit"] = {"base_version": draft.base_version, "key": new_key()}
    return context | _asked_for(request, desk, table, said)


def compared(state: SeriesState, draft: Draft, meanwhile: list[Event]) -> dict[str, Any]:
    """Side by side: what others recorded since the hand began, and what it comes to."""
    return {
        "part": "scoring/cards/conflict.html",
        "conflict": conflict_of(state, draft, meanwhile),
        "submit": {"base_version": state.series.version, "key": new_key()},
    }


def _asked_for(request: HtmxRequest, desk: Desk, table: drafts.Table, said: Said) -> dict[str, Any]:
    """`?put-right=3-1`: the card of trick 3 at seat 1. `?answers`: what the game asks besides the cards."""
    asks = bool(drafts.questions(desk.state))
    form = said.answers or AnswersForm(desk.state, table.draft.record)
    if table.is_complete:
        return {"answers": form} if asks else {}
    if asks and ("answers" in request.GET or said.answers):
        return {"answers": form, "part": "scoring/cards/answers.html"}
    trick, _dash, seat = request.GET.get("put-right", "").partition("-")
    if not (trick.isdecimal() and seat.isdecimal() and len(trick + seat) <= len("1323")):
        return {}
    righting = righting_page(desk.state, table, int(trick), int(seat))
    return {"righting": righting, "part": "scoring/cards/put_right.html"} if righting else {}


def tell(request: HtmxRequest, desk: Desk, told: Sequence[str], status: int) -> HttpResponse:
    """The table as it is, and why it is not as it was asked to be."""
    draft = drafts.find_draft(desk.series)
    if draft is None:
        messages.warning(request, _("This hand is no longer being written down card by card."))
        return moved_to(request, "series:totals", desk.id)
    return draw(request, desk, draft, Said(told=told, status=status))


def tell_of_other(request: HtmxRequest, desk: Desk, draft: Draft) -> HttpResponse:
    told = _("%(name)s has gone on with this hand. What you tapped last was not written down.") % {
        "name": draft.by_name
    }
    return tell(request, desk, [told], status=409)


def moved_to(request: HtmxRequest, name: str, series_id: str) -> HttpResponse:
    return HttpResponseClientRedirect(reverse(name, args=[series_id])) if request.htmx else redirect(name, series_id)
