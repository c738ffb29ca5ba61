"""Verdicts of players on a hand or the settlement, each given by one tap, and the open disputes of a circle."""

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

from ledger.circles.access import enter_circle
from ledger.circles.roles import Role
from ledger.following.reader import Reader, reader_of_member
from ledger.following.score_page import score_page
from ledger.lib.refusals import InTheWay, OutOfDate, Refused
from ledger.series.access import enter_series
from ledger.series.models import Series
from ledger.series.state import series_state
from ledger.series.wording import refusal_in_words
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.models import Verdict
from ledger.verdicts.selectors import open_disputes
from ledger.verdicts.services import Speaker, give_verdict

DISPUTES_A_PAGE = 50


class VerdictForm(forms.Form):
    """The fields of one tap. All but the note are hidden fields or buttons."""

    player = forms.CharField(max_length=200)
    hand = forms.IntegerField(min_value=1, required=False)  # empty: the settlement
    seen = forms.IntegerField(min_value=0)
    verdict = forms.CharField(max_length=20)
    reason = forms.CharField(max_length=20, required=False)
    note = forms.CharField(required=False)
    anyway = forms.BooleanField(required=False)  # a scorer has asked the player again
    also = forms.CharField(required=False)  # hand:revision pairs, sent with the settlement: "2:1 4:1"

    def clean_also(self) -> dict[int, int]:
        try:
            pairs = [pair.split(":") for pair in self.cleaned_data["also"].split()]
            return {int(hand): int(seen) for hand, seen in pairs}
        except ValueError as error:
            raise forms.ValidationError("not hands and revisions") from error


class TakenVerdict(NamedTuple):
    """The HTTP status of the answer to a tap, and if nothing was written, the reason in words."""

    status: int
    notice: str = ""


def take_verdict(speaker: Speaker, series: Series, data: QueryDict) -> TakenVerdict:
    """Store all verdicts of a tap, or none. 400 for a form that this site did not make."""
    form = VerdictForm(data)
    if not form.is_valid():
        raise BadRequest("not a verdict")
    sent: dict[str, Any] = form.cleaned_data
    said = {"speaker": speaker, "series": series, "player_id": sent["player"], "verdict": sent["verdict"]}
    series_state(series)  # computed and cached before the transaction locks the database
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
        return TakenVerdict(HTTPStatus.CONFLICT, moved_on if sent["hand"] is None else corrected)
    except Refused as refused:
        status = HTTPStatus.CONFLICT if isinstance(refused, InTheWay) else HTTPStatus.UNPROCESSABLE_ENTITY
        return TakenVerdict(status, refusal_in_words(refused))
    return TakenVerdict(HTTPStatus.OK)


def hands_left_open(series: Series, player_id: str) -> set[int]:
    """Return the hands that this player has not answered."""
    state = series_state(series)
    seats = [seat for seat, player in enumerate(state.players) if player.pk == player_id]
    return {number for seat in seats for number in verdicts_of(state).hands_unanswered_by(seat)}


@require_safe
def disputes(request: HttpRequest, circle_id: str) -> HttpResponse:
    """For owners: everything in the circle that a player says is not right."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    page = Paginator(open_disputes(me.circle), DISPUTES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "verdicts/circle.html", {"me": me, "circle": me.circle, "page": page})


@require_POST
def verdict(request: HttpRequest, series_id: str) -> HttpResponse:
    """A member's verdict, given on the page of the series or of a hand."""
    entrance = enter_series(request.user, series_id)
    taken = take_verdict(Speaker(me=entrance.me), entrance.series, request.POST)
    return after_verdict(request, reader_of_member(entrance), taken)


def after_verdict(request: HttpRequest, reader: Reader, taken: TakenVerdict) -> HttpResponse:
    """Show the page on which the verdict was given, with the reason if the verdict was refused."""
    in_place = "HX-Request" in request.headers
    if reader.me and "on_hand" in request.POST and request.POST.get("hand", "").isdecimal():
        if taken.notice:
            messages.warning(request, taken.notice)
        return redirect(reader.hand_url(int(request.POST["hand"])))
    if in_place or taken.notice:
        return score_page(request, reader, in_place=in_place, notice=taken.notice, status=taken.status)
    return redirect(reader.page_url)
