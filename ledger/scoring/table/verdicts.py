"""The marks of the verdicts on the entry screen, a scorer's verdicts for players, and an owner's waiver."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ledger.circles.models import Verdicts
from ledger.circles.roles import Role
from ledger.following.reader import reader_of_member
from ledger.following.verdicts import after_verdict, take_verdict
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.lib.typed import read_whole
from ledger.live.tickets import Ticket, summary_of_page
from ledger.scoring.submits import ReasonForm, answers_out_of_date, read_submit
from ledger.series.access import Entrance, enter_series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words
from ledger.verdicts.page import page_verdicts, seat_of
from ledger.verdicts.services import Speaker
from ledger.verdicts.services import waive as waive_what_is_missing

MARKS = "marks"  # the id of the HTML element that holds the marks of the verdicts on the entry screen


def marks_context(entrance: Entrance, *, notice: str = "") -> dict[str, Any]:
    """Return the context of the marks of the verdicts, beside the menu of the entry screen. Empty if no player is asked
    for verdicts."""
    if entrance.series.verdicts == Verdicts.OFF:
        return {}
    ticket = Ticket.of(entrance)
    summary = summary_of_page(ticket, entrance.series, entrance.me.role)
    state = series_state(entrance.series)
    answer_url = reverse("series:verdict_for_player", args=[state.series.pk])
    verdicts = page_verdicts(state, answer_url, seat=seat_of(state, entrance.me), notice=notice)
    headers = {"X-Ticket": ticket.sign(), "If-None-Match": summary.etag}
    return {
        "verdicts": verdicts,
        "reader": reader_of_member(entrance),
        "series": state.series,
        "live_headers": json.dumps(headers),
        "beside_title": "verdicts/marks.html",
    }


@require_safe
def marks(request: HttpRequest, series_id: str) -> HttpResponse:
    """The marks, with a new ticket, for an open entry screen that asks for news. If there is none, the middleware
    answers 304."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    context = marks_context(entrance)
    if not context:
        raise Http404
    return render(request, "verdicts/marks_news.html", context)


@require_POST
def verdict_for_player(request: HtmxRequest, series_id: str) -> HttpResponse:
    """Store a scorer's verdict for a player. A scorer who has claimed the player gives the player's own verdict."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    taken = take_verdict(Speaker(me=entrance.me), entrance.series, request.POST)
    if request.htmx.target == MARKS:
        context = marks_context(entrance, notice=taken.notice)
        return render(request, "verdicts/marks_news.html", context, status=taken.status)
    if not request.htmx:
        if taken.notice:
            messages.warning(request, taken.notice)
        return redirect("series:enter_hand" if "on_entry" in request.POST else "series:page", series_id)
    return after_verdict(request, reader_of_member(entrance), taken)


@require_safe
def ask_again(request: HttpRequest, series_id: str) -> HttpResponse:
    """The page on which a scorer asks a player once more, whose verdict was given by a link."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state, hand = series_state(entrance.series), request.GET.get("hand", "")  # no hand: the settlement
    number = read_whole(hand, digits=5)
    verdicts = page_verdicts(state, reverse("series:verdict_for_player", args=[state.series.pk]))
    seats = [seat for seat, player in enumerate(state.players) if player.pk == request.GET.get("player")]
    if verdicts is None or not seats or (number is None) != (not hand):
        raise Http404
    if number is not None and number not in verdicts.revisions:
        raise Http404
    ask = verdicts.question(seats[0], number)
    if ask.given is None or not ask.given.by_link:  # the verdict was taken back or replaced meanwhile
        return redirect("series:page", series_id)
    context = {"series": entrance.series, "ask": ask, "verdicts": verdicts, "on_hand": False}
    return render(request, "verdicts/ask_again.html", context)


@require_POST
@answers_out_of_date
def waive(request: HtmxRequest, series_id: str) -> HttpResponse:
    """An owner waives the missing verdicts, with a reason that every reader sees."""
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
