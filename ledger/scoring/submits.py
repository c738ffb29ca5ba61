"""What every form that changes a series carries: the version that the writer saw, and a key of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.kit.problems import Problem
from ledger.circles.models import Member
from ledger.lib.refusals import OutOfDate, Refused
from ledger.series import descriptions
from ledger.series.selectors import latest_event
from ledger.series.services import Submit

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


class SubmitForm(forms.Form):
    """Hidden fields, drawn by `{% submit_fields series %}`."""

    base_version = forms.IntegerField(min_value=0)
    key = forms.CharField(max_length=200)


def read_submit(request: HttpRequest, me: Member) -> Submit:
    """A person cannot mistype what is hidden: whoever sends it otherwise did not send our form."""
    form = SubmitForm(request.POST)
    if not form.is_valid():
        raise BadRequest("no version or key")
    return Submit(me, **form.cleaned_data)


@contextmanager
def refusals_into(problems: list[Problem]) -> Iterator[None]:
    """What the services refuse is shown with the form that asked for it."""
    try:
        yield
    except Refused as refused:
        problems.extend(refused.problems)


def tells_when_out_of_date(view: "View[Arguments]") -> "View[Arguments]":
    """409 with what the series is now, where somebody else was quicker."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except OutOfDate as late:
            return render(request, "scoring/out_of_date.html", _now(late), status=409)

    return cast("View[Arguments]", answered)


def _now(late: OutOfDate) -> dict[str, Any]:
    series, latest = late.state.series, latest_event(late.state.series)
    return {"series": series, "latest": latest, "news": descriptions.announcement(late.state, latest)}
