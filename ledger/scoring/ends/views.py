"""Ending a series before its time, and opening one again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.scoring.correct.forms import ReasonForm
from ledger.scoring.submits import read_submit, refusals_into, tells_when_out_of_date
from ledger.series.access import enter_series
from ledger.series.services import reopen_series, stop_series
from ledger.series.state import series_state


@require_http_methods(["GET", "HEAD", "POST"])
@tells_when_out_of_date
def stop(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    problems: list[Problem] = []
    if request.method == "POST":
        submit = read_submit(request, entrance.me)
        with refusals_into(problems):
            with_standard = state.play.standing.over or _wants_standard(request.POST.get("standard"))
            stop_series(series=entrance.series, submit=submit, with_standard=with_standard)
            return redirect("series:page", series_id)
    context = {"series": entrance.series, "state": state, "choices": _choices(), "problems": problems}
    return render(request, "scoring/ends/stop.html", context, status=422 if problems else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@tells_when_out_of_date
def reopen(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.OWNER)
    problems: list[Problem] = []
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        with refusals_into(problems):
            reopen_series(series=entrance.series, submit=submit, reason=form.cleaned_data["reason"])
            return redirect("series:page", series_id)
    context = {
        "series": entrance.series,
        "state": series_state(entrance.series),
        "form": form,
        "problems": problems,
    }
    return render(request, "scoring/ends/reopen.html", context, status=422 if problems or form.errors else 200)


def _wants_standard(choice: str | None) -> bool:
    if choice not in ("with", "without"):
        raise Refused(Problem("standard", "missing", say("Please say how it is settled.")))
    return choice == "with"


def _choices() -> list[dict[str, Any]]:
    return [
        {
            "value": "with",
            "label": _("With standard money"),
            "help": _("Everything is settled as if this had been the end: by the ranking as it is now."),
        },
        {
            "value": "without",
            "label": _("Without standard money"),
            "help": _("Only the differences of the totals are settled, and what is owed already for single hands."),
        },
    ]
