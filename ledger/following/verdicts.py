"""Storing the verdict that a player gives by one tap, and the page of the open disputes of a circle."""

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
    """What one tap sends. All fields but the note are hidden fields or buttons."""

    player = forms.CharField(max_length=200)
    hand = forms.IntegerField(min_value=1, required=False)  # empty: the settlement
    seen = forms.IntegerField(min_value=0)  # the revision of the hand, or the version of the series
    verdict = forms.CharField(max_length=20)
    reason = forms.CharField(max_length=20, required=False)
    note = forms.CharField(required=False)
    anyway = forms.BooleanField(required=False)  # a scorer has asked the player again after an answer by link
    also = forms.CharField(required=False)  # sent with the settlement: each hand with its revision, "2:1 4:1"

    def clean_also(self) -> dict[int, int]:
        try:
            pairs = [pair.split(":") for pair in self.cleaned_data["also"].split()]
            return {int(hand): int(seen) for hand, seen in pairs}
        except ValueError as error:
            raise forms.ValidationError("not hands and revisions") from error


class TakenVerdict(NamedTuple):
    """The HTTP status of the answer to a tap. `notice` says why the verdict was refused; empty if it was not."""

    status: int
    notice: str = ""


def take_verdict(speaker: Speaker, series: Series, data: QueryDict) -> TakenVerdict:
    """Store the verdict of a tap, or say why it is refused. 400 for a form that this site did not make.

    To agree to the settlement is to agree also to the hands that the player has not answered and that the page has
    shown (`also`). All these verdicts are stored, or none.
    """
    form = VerdictForm(data)
    if not form.is_valid():
        raise BadRequest("not a verdict")
    sent: dict[str, Any] = form.cleaned_data
    common = {"speaker": speaker, "series": series, "player_id": sent["player"], "verdict": sent["verdict"]}
    series_state(series)  # the hands are scored, and the state cached, before the transaction locks the database
    try:
        with transaction.atomic():
            if sent["verdict"] == Verdict.AGREED and sent["hand"] is None:
                for number in unanswered_hands(series, sent["player"]) & sent["also"].keys():
                    give_verdict(**common, number=number, seen=sent["also"][number])
            give_verdict(
                **common,
                number=sent["hand"],
                seen=sent["seen"],
                reason=sent["reason"],
                note=sent["note"],
                anyway=sent["anyway"],
            )
    except OutOfDate:
        corrected = _("The hand was corrected meanwhile. Please look at it again.")
        changed = _("The series has changed meanwhile. Please look at it again.")
        return TakenVerdict(HTTPStatus.CONFLICT, changed if sent["hand"] is None else corrected)
    except Refused as refused:
        status = HTTPStatus.CONFLICT if isinstance(refused, InTheWay) else HTTPStatus.UNPROCESSABLE_ENTITY
        return TakenVerdict(status, refusal_in_words(refused))
    return TakenVerdict(HTTPStatus.OK)


def unanswered_hands(series: Series, player_id: str) -> set[int]:
    """Return the numbers of the hands that this player has not answered."""
    state = series_state(series)
    seats = [seat for seat, player in enumerate(state.players) if player.pk == player_id]
    return {number for seat in seats for number in verdicts_of(state).hands_unanswered_by(seat)}


@require_safe
def disputes(request: HttpRequest, circle_id: str) -> HttpResponse:
    """The page of the open disputes of the circle, for owners."""
    me = enter_circle(request.user, circle_id, at_least=Role.OWNER)
    page = Paginator(open_disputes(me.circle), DISPUTES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "verdicts/circle.html", {"me": me, "circle": me.circle, "page": page})


@require_POST
def verdict(request: HttpRequest, series_id: str) -> HttpResponse:
    """Store a verdict that a member has given on the page of the series or of a hand."""
    entrance = enter_series(request.user, series_id)
    taken = take_verdict(Speaker(me=entrance.me), entrance.series, request.POST)
    return after_verdict(request, reader_of_member(entrance), taken)


def after_verdict(request: HttpRequest, reader: Reader, taken: TakenVerdict) -> HttpResponse:
    """Show the page on which the verdict was given. If the verdict was refused, the page says why."""
    in_place = "HX-Request" in request.headers
    if reader.me and "on_hand" in request.POST and request.POST.get("hand", "").isdecimal():
        if taken.notice:
            messages.warning(request, taken.notice)
        return redirect(reader.hand_url(int(request.POST["hand"])))
    if in_place or taken.notice:
        return score_page(request, reader, in_place=in_place, notice=taken.notice, status=taken.status)
    return redirect(reader.page_url)
