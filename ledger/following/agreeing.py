"""Taps of the players: is a hand, or the settlement, right?"""

from http import HTTPStatus
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ledger.agreeing.holding import agreement_of
from ledger.agreeing.models import Verdict
from ledger.agreeing.selectors import open_disputes
from ledger.agreeing.services import Speaker, give_verdict
from ledger.circles.access import enter_circle
from ledger.circles.roles import Role
from ledger.following.views import score_page
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import InTheWay, OutOfDate, Refused
from ledger.series.access import enter_series
from ledger.series.models import Series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words

DISPUTES_A_PAGE = 50


class AnswerForm(forms.Form):
    """The fields of one tap. All but the note are hidden fields or buttons."""

    player = forms.CharField(max_length=200)
    hand = forms.IntegerField(min_value=1, required=False)  # empty: the settlement
    seen = forms.IntegerField(min_value=0)
    verdict = forms.CharField(max_length=20)
    reason = forms.CharField(max_length=20, required=False)
    note = forms.CharField(required=False)
    anyway = forms.BooleanField(required=False)  # a scorer has asked the player again
    also = forms.CharField(required=False)  # with the settlement: "2:1 4:1", hands and their revisions

    def clean_also(self) -> dict[int, int]:
        try:
            pairs = [pair.split(":") for pair in self.cleaned_data["also"].split()]
            return {int(hand): int(seen) for hand, seen in pairs}
        except ValueError as error:
            raise forms.ValidationError("not hands and revisions") from error


class Outcome(NamedTuple):
    """What became of a tap: in words only where nothing was written."""

    status: int
    notice: str = ""


def give_answer(speaker: Speaker, series: Series, data: QueryDict) -> Outcome:
    """Write down what was tapped; all of it, or nothing. 400 for a form that is not one of ours."""
    form = AnswerForm(data)
    if not form.is_valid():
        raise BadRequest("not an answer")
    sent: dict[str, Any] = form.cleaned_data
    said = {"speaker": speaker, "series": series, "player_id": sent["player"], "verdict": sent["verdict"]}
    series_state(series)  # worked out before the database is locked
    try:
        with transaction.atomic():
            if sent["verdict"] == Verdict.AGREED and sent["hand"] is None:
                for number in hands_left_open(series, sent["player"]) & sent["also"].keys():
                    give_verdict(**said, number=number, seen=sent["also"][number])
            why = {"reason": sent["reason"], "note": sent["note"]}
            give_verdict(**said, **why, number=sent["hand"], seen=sent["seen"], anyway=sent["anyway"])
    except OutOfDate:
        corrected = _("The hand was corrected meanwhile. Please look at it again.")
        moved_on = _("The series has changed meanwhile. Please look at it again.")
        return Outcome(HTTPStatus.CONFLICT, moved_on if sent["hand"] is None else corrected)
    except Refused as refused:
        status = HTTPStatus.CONFLICT if isinstance(refused, InTheWay) else HTTPStatus.UNPROCESSABLE_ENTITY
        return Outcome(status, refusal_in_words(refused))
    return Outcome(HTTPStatus.OK)


def hands_left_open(series: Series, player_id: str) -> set[int]:
    """The hands that this player has not answered."""
    state = series_state(series)
    seats = [seat for seat, player in enumerate(state.players) if player.pk == player_id]
    return {number for seat in seats for number in agreement_of(state).hands_unanswered_by(seat)}


@require_safe
def disputes(request: HttpRequest, circle_id: str) -> HttpResponse:
    """For owners: everything in the circle that a player says is not right."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    page = Paginator(open_disputes(me.circle), DISPUTES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "following/agreeing/circle.html", {"me": me, "circle": me.circle, "page": page})


@require_POST
def answer(request: HtmxRequest, series_id: str) -> HttpResponse:
    """A member's tap: on the page of the series, or on that of a hand."""
    entrance = enter_series(request.user, series_id)
    outcome = give_answer(Speaker(me=entrance.me), entrance.series, request.POST)
    if "on_hand" in request.POST and request.POST.get("hand", "").isdecimal():
        if outcome.notice:
            messages.warning(request, outcome.notice)
        return redirect("series:hand", series_id, int(request.POST["hand"]))
    if request.htmx:
        template = "following/page.html#score"
        return score_page(request, entrance, template, notice=outcome.notice, status=outcome.status)
    if outcome.notice:
        return score_page(request, entrance, "following/page.html", notice=outcome.notice, status=outcome.status)
    return redirect("series:page", series_id)
