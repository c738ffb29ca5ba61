"""What every form that changes a series sends: the version on the screen, a key, and sometimes a reason."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from ledger.circles.models import Member
from ledger.lib.refusals import OutOfDate
from ledger.series import descriptions
from ledger.series.selectors import latest_event
from ledger.series.services import MOST_REASON, Submit

View = TypeVar("View", bound=Callable[..., HttpResponse])


class SubmitForm(forms.Form):
    """The hidden fields that `{% submit_fields series %}` writes."""

    base_version = forms.IntegerField(min_value=0)
    key = forms.CharField(max_length=200)


def read_submit(request: HttpRequest, me: Member) -> Submit:
    """400 without a version or a key: these fields are hidden, so the form was not one of ours."""
    form = SubmitForm(request.POST)
    if not form.is_valid():
        raise BadRequest("no version or key")
    return Submit(me, **form.cleaned_data)


class ReasonForm(forms.Form):
    """Why a recorded hand, or a finished series, is changed."""

    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("It stays in the history, and everyone can read it."),
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def answers_out_of_date(view: View) -> View:
    """If another scorer was quicker, answer 409 and show what has changed in the series."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except OutOfDate as error:
            series = error.state.series
            latest = latest_event(series)
            news = descriptions.announcement(error.state, latest)
            context = {"series": series, "latest": latest, "news": news}
            return render(request, "scoring/out_of_date.html", context, status=409)

    return cast("View", answer)
