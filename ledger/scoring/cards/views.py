"""Writing a hand down card by card. Every tap is one small POST; the answer is the table as it is then.

With a script the answer replaces the table; without one it is a redirect to the page, which shows the same.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.contract import IllegalPlay
from ledger.circles.roles import Role
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.scoring.cards import drafts
from ledger.scoring.cards.desk import Desk, Said, draw, enter_desk, moved_to, tell, tell_of_other
from ledger.scoring.cards.drafts import StaleDraftError, TakenOverError, Tap
from ledger.scoring.cards.forms import AnswersForm, StartForm, TapForm
from ledger.series.access import enter_series
from ledger.series.models import Draft
from ledger.series.state import SeriesState


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def cards(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The table, or the choice of direction and first leader before there is one."""
    if request.htmx and _is_unchanged(request, series_id):
        return HttpResponse(status=204)
    desk = enter_desk(request, series_id)
    draft = drafts.find_draft(desk.series)
    if draft:
        return draw(request, desk, draft)
    if request.htmx:
        return tell(request, desk, [], status=200)
    if not desk.state.takes_hands:
        return redirect("series:totals", series_id)
    form = StartForm(desk.state, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _begin(desk, form):
        return redirect("series:cards", desk.id)
    context = {"series": desk.series, "state": desk.state, "form": form}
    return render(request, "scoring/cards/start.html", context, status=422 if form.is_bound else 200)


def _is_unchanged(request: HtmxRequest, series_id: str) -> bool:
    """A phone that has the table open asks every few seconds whether another one has gone on with it."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    return drafts.is_unchanged(entrance.series, request.GET.get("seen", ""))


def _begin(desk: Desk, form: StartForm) -> bool:
    try:
        with_holdings = form.cleaned_data["with_holdings"]
        drafts.begin(state=desk.state, me=desk.me, start=form.start(), with_holdings=with_holdings)
    except Refused as refused:
        form.refuse(refused.problems)
        return False
    return True


# --- Taps ------------------------------------------------------------------------------------------------------------

Change = Callable[[SeriesState, Tap, dict[str, Any]], Draft]
CHANGES: dict[str, Change] = {
    "lay": lambda state, tap, sent: drafts.lay(state=state, tap=tap, card=sent["card"]),
    "back": lambda state, tap, _sent: drafts.take_card_back(state=state, tap=tap),
    "turn": lambda state, tap, sent: drafts.turn(state=state, tap=tap, direction=sent["direction"]),
    "lead": lambda state, tap, sent: drafts.lead_from(state=state, tap=tap, leader=sent["leader"]),
    "keep": lambda state, tap, sent: drafts.keep(state=state, tap=tap, trick=sent["trick"], seat=sent["seat"]),
    "deal": lambda state, tap, sent: drafts.deal(state=state, tap=tap, cards=sent["cards"]),
    "skip_deal": lambda state, tap, _sent: drafts.deal_nothing(state=state, tap=tap),
    "put_right": lambda state, tap, sent: drafts.put_right(
        state=state, tap=tap, trick=sent["trick"], seat=sent["seat"], card=sent["card"]
    ),
    "take_over": lambda state, tap, _sent: drafts.take_over(state=state, me=tap.me),
}


@require_POST
def tap(request: HtmxRequest, series_id: str) -> HttpResponse:
    """One change of the draft. It is written before it is answered."""
    desk = enter_desk(request, series_id)
    form = TapForm(request.POST)
    if not form.is_valid():
        return tell(request, desk, [str(text) for texts in form.errors.values() for text in texts], status=422)
    before = _wrong_cards(desk)
    sent = form.cleaned_data
    meant = Tap(desk.me, sent["steps"], sent["key"])
    try:
        if sent["do"] == "answer":
            return _answer(request, desk, meant)
        draft = CHANGES[sent["do"]](desk.state, meant, sent)
    except Refused as refused:
        return tell(request, desk, desk.in_words(refused), status=422)
    except TakenOverError as taken:
        return tell_of_other(request, desk, taken.draft)
    except StaleDraftError:
        moved_on = _("This hand has moved on meanwhile. This is the table as it is now.")
        return tell(request, desk, [moved_on], status=409)
    return _changed(request, desk, draft, Said(known=before))


def _answer(request: HtmxRequest, desk: Desk, meant: Tap) -> HttpResponse:
    """What the game asks besides the cards. What cannot be is said beside its field, and not written down yet."""
    draft = drafts.find_draft(desk.series)
    if draft is None:
        raise StaleDraftError
    form = AnswersForm(desk.state, draft.record, request.POST)
    if form.is_valid():
        try:
            return _changed(
                request, desk, drafts.answer(state=desk.state, tap=meant, cleaned=form.cleaned_data), Said()
            )
        except Refused as refused:
            form.refuse(refused.problems)
    return draw(request, desk, draft, Said(answers=form, status=422))


def _changed(request: HtmxRequest, desk: Desk, draft: Draft, said: Said) -> HttpResponse:
    return draw(request, desk, draft, said) if request.htmx else moved_to(request, "series:cards", desk.id)


def _wrong_cards(desk: Desk) -> Sequence[IllegalPlay]:
    draft = drafts.find_draft(desk.series)
    if draft is None or drafts.seat_to_deal(desk.state, draft) is not None:
        return ()
    return drafts.table_of(desk.state, draft).score.illegal_plays
