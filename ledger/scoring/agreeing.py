"""What a scorer sees of the players' verdicts, says for them, and what an owner waives."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger.agreeing.services import Speaker
from ledger.agreeing.services import waive as waive_what_is_missing
from ledger.circles.models import Verdicts
from ledger.circles.roles import Role
from ledger.following import tickets
from ledger.following.agreeing import give_answer
from ledger.following.agreement import Ask, agreement_part, seat_of
from ledger.following.views import score_page
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.scoring.submits import ReasonForm, answers_out_of_date, read_submit
from ledger.series.access import Entrance, enter_series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words

MARKS = "marks"  # the id of the marks on the entry screen


def marks_context(entrance: Entrance, *, notice: str = "") -> dict[str, Any]:
    """For the marks beside the menu of the entry screen. Empty where nobody is asked."""
    if entrance.series.verdicts == Verdicts.OFF:
        return {}
    summary = tickets.summary_of(entrance)  # first: the marks may be newer than their ETag, never older
    state = series_state(entrance.series)
    here = reverse("series:said_so", args=[state.series.pk])
    part = agreement_part(state, here, seat=seat_of(state, entrance.me), notice=notice)
    headers = {"X-Ticket": tickets.issue(entrance), "If-None-Match": summary.etag}
    return {
        "agreement": part,
        "entrance": entrance,
        "series": state.series,
        "live_headers": json.dumps(headers),
        "beside_title": "scoring/agreeing/marks.html",
    }


@require_safe
def marks(request: HttpRequest, series_id: str) -> HttpResponse:
    """The marks again, with a new ticket. While nothing is new, the middleware answers 304."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    context = marks_context(entrance)
    if not context:
        raise Http404
    return render(request, "scoring/agreeing/marks_news.html", context)


@require_POST
def said_so(request: HtmxRequest, series_id: str) -> HttpResponse:
    """A scorer says for a player that a hand, or the settlement, is right. For the scorer's own seat it is their own
    word."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    outcome = give_answer(Speaker(me=entrance.me), entrance.series, request.POST)
    if request.htmx.target == MARKS:
        context = marks_context(entrance, notice=outcome.notice)
        return render(request, "scoring/agreeing/marks_news.html", context, status=outcome.status)
    if request.htmx:
        template = "following/page.html#score"
        return score_page(request, entrance, template, notice=outcome.notice, status=outcome.status)
    if outcome.notice:
        messages.warning(request, outcome.notice)
    if "on_entry" in request.POST:
        return redirect("series:enter_hand", series_id)
    return redirect("series:page", series_id)


@require_safe
def ask_again(request: HttpRequest, series_id: str) -> HttpResponse:
    """What was said by the link for a player, and what the player says when a scorer asks."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state, asked_of = series_state(entrance.series), request.GET.get("hand", "")
    number = int(asked_of) if asked_of.isdecimal() and len(asked_of) < len("100000") else None
    part = agreement_part(state, reverse("series:said_so", args=[state.series.pk]))
    seats = [seat for seat, player in enumerate(state.players) if player.pk == request.GET.get("player")]
    if part is None or not seats or (number is None) != (not asked_of):
        raise Http404
    if number is not None and number not in part.revisions:
        raise Http404
    ask = Ask(state, part.agreement, seats[0], number, part.revisions)
    if ask.held is None or not ask.held.by_link:  # it was taken back, or answered meanwhile
        return redirect("series:page", series_id)
    context = {"series": entrance.series, "ask": ask, "agreement": part, "on_hand": False}
    return render(request, "scoring/agreeing/ask_again.html", context)


@require_POST
@answers_out_of_date
def waive(request: HtmxRequest, series_id: str) -> HttpResponse:
    """An owner lets the series count as agreed to, with a reason that everybody reads."""
    entrance = enter_series(request.user, series_id, at_least=Role.OWNER)
    form = ReasonForm(request.POST)
    submit = read_submit(request, entrance.me)
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            waive_what_is_missing(
                me=entrance.me, series=entrance.series, version=submit.base_version, reason=reason, key=submit.key
            )
        except Refused as refused:
            messages.warning(request, refusal_in_words(refused))
    else:
        messages.warning(request, " ".join(map(str, form.errors["reason"])))
    return redirect("series:page", series_id)
