"""Correcting a hand, in three steps: a form, a preview of what changes, and saving. Also undoing the latest hand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.following.hand_page import compare_revisions
from ledger.lib.refusals import OutOfDate, Refused
from ledger.scoring.correct.changes import Changes
from ledger.scoring.correct.forms import WAYS, RecordedHand, ways_for
from ledger.scoring.entry.form import EntryForm
from ledger.scoring.entry.screen import EntryScreen
from ledger.scoring.refused import refusal_of
from ledger.scoring.submits import CorrectionReasonForm, answers_out_of_date, read_submit
from ledger.series import services
from ledger.series.access import enter_series
from ledger.series.changes import Corrected, Withdrawn
from ledger.series.models import Event
from ledger.series.selectors import latest_event
from ledger.series.state import preview, series_state, without_last_hand
from ledger.series.wording import add_refusal_to, warnings_in_words
from ledger.verdicts.current import verdicts_of
from ledger.verdicts.page import dispute_lines


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def correct(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    """Correct a hand. `step` in the POST is the button: "preview", "save", or "edit" to go back to the form.

    Every step sends the whole form. If another scorer was quicker, the form is shown again as it was typed, with the
    latest change of the series.
    """
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    series, state = entrance.series, series_state(entrance.series)
    if not 1 <= number <= len(state.events):
        withdrawn = Event.objects.filter(series=series, kind=Withdrawn.kind, hand_number=number)
        if request.method == "POST" and withdrawn.exists():
            raise OutOfDate(state)  # another scorer has withdrawn the hand meanwhile
        raise Http404
    if not state.series.is_open:
        messages.error(request, _("The series is over. The owner can reopen it to correct it."))
        return redirect("series:hand", series_id, number)

    hand = RecordedHand(state, number)
    ways = ways_for(hand)
    way = request.GET.get("way", "")
    way = way if way in ways else ways[0]
    form = WAYS[way].form(hand, request.POST or None)
    why = CorrectionReasonForm(request.POST or None)
    context = {"series": series, "state": state, "number": number, "way": way, "form": form, "why": why}
    step, status = request.POST.get("step"), None
    # Both forms are validated, so that every error is shown at once.
    if step in ("preview", "save") and all([form.is_valid(), why.is_valid()]):
        if step == "preview":
            previewed = preview_context(hand, form, by_name=entrance.me.name)
            if previewed:
                return render(request, "scoring/correct/preview.html", context | previewed)
        else:
            submit, reason = read_submit(request, entrance.me), why.cleaned_data["reason"]
            try:
                services.correct_hand(series=series, submit=submit, number=number, record=form.record(), reason=reason)
                return redirect("series:hand", series_id, number)
            except Refused as error:
                form.add_problems(error.problems)
            except OutOfDate as error:
                state = error.state
                is_still_there = state.series.is_open and number <= len(state.events)
                if not is_still_there or way not in ways_for(RecordedHand(state, number)):
                    raise
                form = WAYS[way].form(RecordedHand(state, number), request.POST)
                context |= {"series": state.series, "state": state, "form": form, "latest": latest_event(state.series)}
                status = 409

    refusal = refusal_of(form, why, in_place=False)
    context |= {
        "refusal": refusal,
        "disputes": [line for line in dispute_lines(state, verdicts_of(state)) if line.number == number],
        "ways": [{"label": WAYS[name].label, "href": f"?way={name}", "current": name == way} for name in ways],
        "screen": EntryScreen(form, refusals=refusal.times if refusal else 0) if isinstance(form, EntryForm) else None,
    }
    status = status or (422 if refusal else 200)
    return render(request, "scoring/correct/correct.html", context, status=status)


def preview_context(hand: RecordedHand, form: Any, *, by_name: str) -> dict[str, Any] | None:
    """Return the context of the preview: the hand and the series, each before and after the correction. None if the
    correction is not possible; then the form has an error."""
    state = hand.state
    after = preview(state, hand.number, form.record())
    if after.problems or after.play is None or after.hand is None:
        form.add_problems(after.problems)
        return None
    if after.hand.record == hand.record:
        form.add_error(None, _("The hand is recorded like this already: nothing would change."))
        return None
    content = state.game.record.dump_python(after.hand.record, mode="json", exclude_none=True)
    corrected = Event(kind=Corrected.kind, content=content, by_name=by_name, at=timezone.now())
    revisions = [state.events[hand.number - 1], corrected]  # `events` has the latest revision of each hand
    warnings = warnings_in_words(after.hand.score, state.names)
    return {
        "changes": Changes(state, after.play, hand.number),
        "comparison": compare_revisions(state, hand.number, revisions),
        "warnings": warnings,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def undo(request: HttpRequest, series_id: str) -> HttpResponse:
    """Withdraw the latest hand. The form is on this page, and in the message that a hand was saved."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    form = forms.Form(form_data(request))
    if form.is_valid():
        with add_refusal_to(form):
            services.undo(series=entrance.series, submit=read_submit(request, entrance.me))
            return redirect("series:page", series_id)
    state = series_state(entrance.series)
    changes = Changes(state, without_last_hand(state))
    context = {"series": entrance.series, "state": state, "changes": changes, "form": form}
    return render_page(request, "scoring/correct/undo.html", context)
