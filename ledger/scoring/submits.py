"""What every form that changes a series sends: the version on the screen, a key, and sometimes a reason."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, TypeVar, cast

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ledger.circles.models import Member
from ledger.lib import formatting
from ledger.lib.refusals import OutOfDate
from ledger.lib.typed import read_whole
from ledger.series import descriptions
from ledger.series.changes import Corrected, Recorded
from ledger.series.requirements import MOST_REASON
from ledger.series.selectors import latest_event
from ledger.series.services import Submit

View = TypeVar("View", bound=Callable[..., HttpResponse])


class SubmitForm(forms.Form):
    """The hidden fields that `{% submit_fields series %}` writes."""

    base_version = forms.IntegerField(min_value=0)
    key = forms.CharField(max_length=200)


def read_submit(request: HttpRequest, me: Member) -> Submit:
    """Return the submit. 400 without a version or a key: every form that changes a series has these hidden fields."""
    form = SubmitForm(request.POST)
    if not form.is_valid():
        raise BadRequest("no version or key")
    return Submit(me, **form.cleaned_data)


def hand_to_save(request: HttpRequest, record: Any) -> Recorded | Corrected:
    """Return the change that saves a hand. The button "Replace it with mine", for a hand that two scorers have entered,
    sends the number of the hand to replace. Without a number, the hand is recorded as the next hand."""
    number = read_whole(request.POST.get("replace", ""), digits=5)
    if number is not None:
        return Corrected(number=number, record=record, reason=replacing_reason())
    return Recorded(record=record)


def replacing_reason() -> str:
    return _("Two scorers have entered this hand, and the figures of the second one are right.")


def replaced_message(number: int) -> str:
    return _("Hand %(number)s is corrected: it has your figures now.") % {"number": formatting.digits(number)}


class ReasonForm(forms.Form):
    """Why a hand is corrected, a series is reopened, or missing verdicts are waived."""

    use_required_attribute = False

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("It stays in the history, and everyone can read it."),
        max_length=MOST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CorrectionReasonForm(ReasonForm):
    """A frequent reason to tap, or a text. A frequent reason is stored in the words that the scorer saw."""

    FREQUENT: ClassVar[dict[str, Any]] = {
        "mistyped": gettext_lazy("Mistyped"),
        "wrong_player": gettext_lazy("Wrong player"),
        "miscounted": gettext_lazy("Miscounted"),
    }
    field_order = ("why", "reason")

    why = forms.ChoiceField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("It stays in the history, and everyone can read it."),
        choices=[*FREQUENT.items(), ("other", pgettext_lazy("a reason", "Other"))],
        required=False,
        # The browser reports a missing choice at once, without a request to the server.
        widget=forms.RadioSelect(attrs={"required": True}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].required = False
        self.fields["reason"].label = _("In words")
        self.fields["reason"].help_text = ""

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("why") in self.FREQUENT:
            values["reason"] = str(self.FREQUENT[values["why"]])
        elif not (values.get("reason") or self.errors):
            self.add_error("reason" if values["why"] else "why", _("Please say why."))
        return values


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
