"""What becomes of a hand that was written down card by card: saved, thrown in, or thrown away."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.kit.problems import Problem
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import OutOfDate, Refused
from ledger.scoring.cards import drafts
from ledger.scoring.cards.desk import (
    PAGE,
    Desk,
    Said,
    compared,
    draw,
    enter_desk,
    moved_to,
    tell,
    tell_of_other,
)
from ledger.scoring.cards.forms import AnswersForm
from ledger.scoring.entry.fields import with_answers
from ledger.scoring.entry.form import ThrowInForm
from ledger.scoring.submits import answers_out_of_date, read_submit
from ledger.series.models import Draft
from ledger.series.selectors import events_since
from ledger.series.services import Submit
from ledger.series.state import SeriesState


@require_POST
def save(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The finished hand goes into the books; until then it counted for nothing."""
    desk = enter_desk(request, series_id)
    draft = drafts.find_draft(desk.series)
    if draft is None:
        return moved_to(request, "series:totals", series_id)
    form = AnswersForm(desk.state, draft.record, request.POST)
    if "answers" not in request.POST:
        return _record(request, desk, draft, draft.record)
    if not form.is_valid():
        return draw(request, desk, draft, Said(answers=form, status=422))
    return _record(request, desk, draft, with_answers(draft.record, form.asked, form.cleaned_data), form)


def _record(
    request: HtmxRequest, desk: Desk, draft: Draft, record: Any, answers: AnswersForm | None = None
) -> HttpResponse:
    """Whoever does not write the hand down any more has not seen what would be saved."""
    submit = read_submit(request, desk.me)
    if not desk.is_written_by_me(draft):
        return tell_of_other(request, desk, draft)
    try:
        drafts.save(state=desk.state, submit=submit, record=record)
    except OutOfDate as late:
        draft.record = record  # with what was answered last
        draft.save()
        return _conflict(request, late.state, draft, submit)
    except Refused as refused:
        if answers is None:
            return tell(request, desk, desk.in_words(refused), status=422)
        answers.refuse(refused.problems)
        return draw(request, desk, draft, Said(answers=answers, status=422))
    return moved_to(request, "series:totals", desk.id)


def _conflict(request: HtmxRequest, state: SeriesState, draft: Draft, submit: Submit) -> HttpResponse:
    """Somebody else has added a hand: is it this one, or is this one the next?"""
    context = {"series": state.series, "state": state, "draft": draft, "seen": drafts.seen_by(state, draft)}
    context |= compared(state, draft, events_since(state.series, submit.base_version))
    return render(request, f"{PAGE}#table" if request.htmx else PAGE, context, status=409)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def throw_in(request: HttpRequest, series_id: str) -> HttpResponse:
    """The table gives the deal up. What had been played is kept with it."""
    desk = enter_desk(request, series_id)
    draft = drafts.find_draft(desk.series)
    if draft is None or desk.state.game.throw_in is None:
        return redirect("series:totals", series_id)
    if not desk.is_written_by_me(draft):
        return redirect("series:cards", series_id)
    problems: tuple[Problem, ...] = ()
    form = ThrowInForm(request.POST or None)
    if form.is_valid():
        record = desk.state.game.throw_in(form.cleaned_data["reason"], draft.record)
        try:
            drafts.save(state=desk.state, submit=read_submit(request, desk.me), record=record)
            return redirect("series:totals", desk.id)
        except Refused as refused:
            problems = refused.problems
    context = {"series": desk.series, "state": desk.state, "form": form, "problems": problems}
    return render(request, "scoring/entry/throw_in.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def discard(request: HtmxRequest, series_id: str) -> HttpResponse:
    desk = enter_desk(request, series_id)
    if request.method == "POST":
        drafts.discard(desk.series)
        messages.success(request, _("The cards written down so far are gone."))
        return redirect("series:totals", series_id)
    context = {"series": desk.series, "state": desk.state, "draft": drafts.find_draft(desk.series)}
    return render(request, "scoring/cards/discard.html", context)
