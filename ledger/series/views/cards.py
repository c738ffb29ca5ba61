"""Writing a hand down card by card. Every tap is one small POST; the answer is the table as it is then.

With a script the answer replaces the table; without one it is a redirect to the page, which shows the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from games.contract import IllegalPlay
from ledger.circles.roles import Role
from ledger.series import drafts
from ledger.series.access import Entrance, enter_series
from ledger.series.drafts import StaleDraftError, Tap
from ledger.series.forms_cards import StartForm, TapForm
from ledger.series.forms_totals import ThrowInForm
from ledger.series.models import Draft
from ledger.series.pages import telling
from ledger.series.pages.cards import CardsPage, RightingPage, dealing_page, righting_page
from ledger.series.selectors import SeriesState, events_since, series_state
from ledger.series.services import OutOfDateError, RefusedError, Submit, record_hand
from ledger.series.submits import new_key, read_submit
from ledger.series.views.kit import HtmxRequest
from ledger.series.wording import in_words

PAGE = "series/cards.html"


@dataclass(frozen=True)
class Desk:
    """The series whose hand is written down, and the person who does it."""

    entrance: Entrance
    state: SeriesState

    @property
    def id(self) -> str:
        return self.state.series.pk


def _enter(request: HtmxRequest, series_id: str) -> Desk:
    """404 for a game whose hands cannot be written down card by card."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if state.game.shape is None:
        raise Http404
    return Desk(entrance, state)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def cards(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The table, or the choice of direction and first leader before there is one."""
    desk = _enter(request, series_id)
    if not desk.state.takes_hands:
        return redirect("series:totals", series_id)
    draft = drafts.find_draft(desk.state.series)
    if draft:
        return _table(request, desk, draft, righting=request.GET.get("put-right", ""))
    form = StartForm(desk.state, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _begin(request, desk, form)
    context = {"series": desk.state.series, "state": desk.state, "form": form}
    return render(request, "series/cards_start.html", context, status=422 if form.is_bound else 200)


def _begin(request: HtmxRequest, desk: Desk, form: StartForm) -> HttpResponse:
    try:
        with_holdings = form.cleaned_data["with_holdings"]
        drafts.begin(state=desk.state, me=desk.entrance.me, start=form.start(), with_holdings=with_holdings)
    except RefusedError as refused:
        return _needs_totals(request, desk, refused)
    return redirect("series:cards", desk.id)


def _needs_totals(request: HtmxRequest, desk: Desk, refused: RefusedError) -> HttpResponse:
    messages.error(request, " ".join(in_words(problem.message, desk.state.names) for problem in refused.problems))
    return redirect("series:totals", desk.id)


# --- Taps ------------------------------------------------------------------------------------------------------------

Change = Callable[[SeriesState, Tap, dict[str, Any]], Draft]
CHANGES: dict[str, Change] = {
    "lay": lambda state, tap, sent: drafts.lay(state=state, tap=tap, card=sent["card"]),
    "back": lambda state, tap, _sent: drafts.take_card_back(state=state, tap=tap),
    "turn": lambda state, tap, sent: drafts.turn(state=state, tap=tap, direction=sent["direction"]),
    "lead": lambda state, tap, sent: drafts.lead_from(state=state, tap=tap, leader=sent["leader"]),
    "deal": lambda state, tap, sent: drafts.deal(state=state, tap=tap, cards=sent["cards"]),
    "skip_deal": lambda state, tap, _sent: drafts.deal_nothing(state=state, tap=tap),
    "put_right": lambda state, tap, sent: drafts.put_right(
        state=state, tap=tap, trick=sent["trick"], seat=sent["seat"], card=sent["card"]
    ),
}


@require_POST
def tap(request: HtmxRequest, series_id: str) -> HttpResponse:
    """One change of the draft. It is written before it is answered."""
    desk = _enter(request, series_id)
    form = TapForm(request.POST)
    if not form.is_valid():
        return _told(request, desk, [str(text) for texts in form.errors.values() for text in texts], status=422)
    before = _illegal_plays(desk)
    sent = form.cleaned_data
    try:
        draft = CHANGES[sent["do"]](desk.state, Tap(desk.entrance.me, sent["steps"], sent["key"]), sent)
    except RefusedError as refused:
        told = [in_words(problem.message, desk.state.names) for problem in refused.problems]
        return _told(request, desk, told, status=422)
    except StaleDraftError:
        moved_on = _("Somebody else has gone on with this hand meanwhile. This is the table as it is now.")
        return _told(request, desk, [moved_on], status=409)
    return _table(request, desk, draft, known=before) if request.htmx else redirect("series:cards", series_id)


def _illegal_plays(desk: Desk) -> Sequence[IllegalPlay]:
    draft = drafts.find_draft(desk.state.series)
    if draft is None or drafts.seat_to_deal(desk.state, draft) is not None:
        return ()
    return drafts.table_of(desk.state, draft).score.illegal_plays


def _told(request: HtmxRequest, desk: Desk, told: list[str], status: int) -> HttpResponse:
    """The table as it is, and why it is not as it was asked to be."""
    draft = drafts.find_draft(desk.state.series)
    if draft is None:
        messages.warning(request, _("This hand is no longer being written down card by card."))
        return _moved_to(request, "series:totals", desk.id)
    return _table(request, desk, draft, told=told, status=status)


def _moved_to(request: HtmxRequest, name: str, series_id: str) -> HttpResponse:
    return HttpResponseClientRedirect(reverse(name, args=[series_id])) if request.htmx else redirect(name, series_id)


def _table(
    request: HtmxRequest,
    desk: Desk,
    draft: Draft,
    *,
    known: Sequence[IllegalPlay] | None = None,
    told: Sequence[str] = (),
    status: int = 200,
    righting: str = "",
) -> HttpResponse:
    context: dict[str, Any] = {"series": desk.state.series, "state": desk.state, "draft": draft, "told": told}
    context["submit"] = {"base_version": desk.state.series.version, "key": new_key()}
    seat = drafts.seat_to_deal(desk.state, draft)
    if seat is not None:
        context |= {"dealing": dealing_page(desk.state, draft, seat), "part": "series/cards_dealing.html"}
    else:
        table = drafts.table_of(desk.state, draft)
        page = CardsPage(desk.state, table, table.score.illegal_plays if known is None else known)
        context |= {"page": page, "part": "series/cards_table.html"}
        if wrong := _righting(desk, table, righting):
            context |= {"righting": wrong, "part": "series/cards_put_right.html"}
    return render(request, f"{PAGE}#table" if request.htmx else PAGE, context, status=status)


def _righting(desk: Desk, table: drafts.Table, asked: str) -> RightingPage | None:
    """`?put-right=3-1`: the card of trick 3 at seat 1."""
    trick, _dash, seat = asked.partition("-")
    if not (trick.isdecimal() and seat.isdecimal() and len(asked) <= len("13-23")):
        return None
    return righting_page(desk.state, table, int(trick), int(seat))


# --- The end of it ---------------------------------------------------------------------------------------------------


@require_POST
def save(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The finished hand goes into the books; until then it counted for nothing."""
    desk = _enter(request, series_id)
    draft = drafts.find_draft(desk.state.series)
    if draft is None:
        return redirect("series:totals", series_id)
    return _record(request, desk, draft.record)


@require_http_methods(["GET", "HEAD", "POST"])
def throw_in(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The table gives the deal up. What had been played is kept with it."""
    desk = _enter(request, series_id)
    draft = drafts.find_draft(desk.state.series)
    if draft is None or desk.state.game.throw_in is None:
        return redirect("series:totals", series_id)
    form = ThrowInForm(request.POST or None)
    if form.is_valid():
        return _record(request, desk, desk.state.game.throw_in(form.cleaned_data["reason"], draft.record))
    context = {"series": desk.state.series, "state": desk.state, "form": form}
    return render(request, "series/totals_throw_in.html", context, status=422 if form.is_bound else 200)


def _record(request: HtmxRequest, desk: Desk, record: Any) -> HttpResponse:
    submit = read_submit(request, desk.entrance.me)
    try:
        record_hand(series=desk.state.series, submit=submit, record=record)
    except OutOfDateError as late:
        return _conflict(request, late.state, submit)
    except RefusedError as refused:
        return _told(request, desk, [in_words(p.message, desk.state.names) for p in refused.problems], status=422)
    drafts.discard(desk.state.series)
    return redirect("series:totals", desk.id)


def _conflict(request: HtmxRequest, state: SeriesState, submit: Submit) -> HttpResponse:
    """Somebody else has added a hand: is it this one, or is this one the next?"""
    context = {
        "series": state.series,
        "state": state,
        "meanwhile": [telling.tell(event) for event in events_since(state.series, submit.base_version)],
        "submit": {"base_version": state.series.version, "key": new_key()},
    }
    return render(request, "series/cards_conflict.html", context, status=409)


@require_http_methods(["GET", "HEAD", "POST"])
def discard(request: HtmxRequest, series_id: str) -> HttpResponse:
    desk = _enter(request, series_id)
    if request.method == "POST":
        drafts.discard(desk.state.series)
        messages.success(request, _("The cards written down so far are gone."))
        return redirect("series:totals", series_id)
    context = {"series": desk.state.series, "state": desk.state, "draft": drafts.find_draft(desk.state.series)}
    return render(request, "series/cards_discard.html", context)
