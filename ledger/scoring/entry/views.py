"""Entering a hand in its form, on the keypad or in a game's own: the screen, the look before saving, and saving.

A hand is posted to the address of the screen. With a script the answer is the screen for the next hand, in the same
round trip; without one it is a redirect to it.
"""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.kit.problems import Problem
from ledger.circles.roles import Role
from ledger.following.overview import Overview
from ledger.lib.htmx import HtmxRequest
from ledger.lib.ids import new_key
from ledger.lib.refusals import OutOfDate, Refused
from ledger.scoring.entry.conflict import Conflict
from ledger.scoring.entry.forms import EntryForm
from ledger.scoring.entry.games import entry_form
from ledger.scoring.entry.page import EntryPage, entry_page, look_at
from ledger.scoring.entry.totals import ThrowInForm
from ledger.scoring.submits import read_submit, refusals_into, tells_when_out_of_date
from ledger.series import descriptions
from ledger.series.access import Entrance, enter_series
from ledger.series.models import Event, Kind
from ledger.series.selectors import event_of, events_since, latest_event, withdrawn_record
from ledger.series.services import Done, Submit, record_hand
from ledger.series.state import SeriesState, series_state, table_of

SCREEN = "scoring/entry/totals.html"
JUST_NOW = timedelta(seconds=10)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def totals(request: HtmxRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    if request.method == "POST":
        return _save(request, entrance, read_submit(request, entrance.me))
    latest = latest_event(entrance.series)
    just_saved = _was_just_saved(entrance, latest)
    return _fresh(request, series_state(entrance.series), latest, just_saved=just_saved)


@require_safe
@never_cache
def look(request: HtmxRequest, series_id: str) -> HttpResponse:
    """What the figures typed so far would come to, without a trace in the books."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    form = _form_of(state)(state, request.GET)
    return render(request, form.look_template, {"page": look_at(state, form)})


@require_http_methods(["GET", "HEAD", "POST"])
@tells_when_out_of_date
def throw_in(request: HttpRequest, series_id: str) -> HttpResponse:
    """The deal was given up: it stands in the history and counts for nothing."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if state.game.throw_in is None:
        raise Http404
    problems: list[Problem] = []
    form = ThrowInForm(request.POST or None)
    if form.is_valid():
        with refusals_into(problems):
            record = state.game.throw_in(form.cleaned_data["reason"])
            record_hand(series=entrance.series, submit=read_submit(request, entrance.me), record=record)
            return redirect("series:totals", series_id)
    context = {"series": entrance.series, "state": state, "form": form, "problems": problems}
    return render(
        request, "scoring/entry/totals_throw_in.html", context, status=422 if problems or form.errors else 200
    )


def _form_of(state: SeriesState) -> type[EntryForm]:
    """404 for a game whose hands are not written down in this way."""
    form = entry_form(state)
    if form is None:
        raise Http404
    return form


def _was_just_saved(entrance: Entrance, latest: Event) -> bool:
    """So that a page that is loaded after saving, for whatever reason, offers the way back as well."""
    mine = latest.by_id == entrance.me.user_id
    return latest.kind == Kind.RECORDED and mine and latest.at > timezone.now() - JUST_NOW


def _save(request: HtmxRequest, entrance: Entrance, submit: Submit) -> HttpResponse:
    table = table_of(entrance.series)
    form = _form_of(table)(table, request.POST)
    if not form.is_complete():
        return _refused(request, entrance, submit, form)
    try:
        done = record_hand(series=entrance.series, submit=submit, record=form.record())
    except OutOfDate as late:
        return _conflict(request, late.state, submit, form)
    except Refused as refused:
        form.refuse(refused.problems)
        return _refused(request, entrance, submit, form)
    event = event_of(entrance.series, submit.key or "") if done.replayed else done.state.events[-1]
    if _was_changed(done, event, form):
        return _conflict(request, done.state, submit, form)
    if not request.htmx:
        return redirect("series:totals", entrance.series.pk)
    return _fresh(request, done.state, event, just_saved=True)


def _was_changed(done: Done, event: Event, form: EntryForm) -> bool:
    """The answer to a save was lost, and figures were changed before it was sent again."""
    read = done.state.game.read_record
    return done.replayed and read(event.content) != read(form.record())


# --- Answers ---------------------------------------------------------------------------------------------------------


def _fresh(request: HtmxRequest, state: SeriesState, latest: Event, *, just_saved: bool) -> HttpResponse:
    """The screen for the next hand, and what was saved before it."""
    form = _form_of(state).of_record(state, withdrawn_record(latest))
    submit = {"base_version": state.series.version, "key": new_key()}
    context = {"submit": submit, "latest_key": latest.key, "saved": _saved(state, latest) if just_saved else None}
    return _screen(request, entry_page(state, form), context)


def _refused(request: HtmxRequest, entrance: Entrance, submit: Submit, form: EntryForm) -> HttpResponse:
    sent = {"base_version": submit.base_version, "key": submit.key}
    form.state = series_state(entrance.series)  # read with what the table knows, drawn with all that was played
    return _screen(request, entry_page(form.state, form), {"submit": sent}, status=422)


def _screen(request: HtmxRequest, page: EntryPage, context: dict[str, Any], status: int = 200) -> HttpResponse:
    state = page.state
    context |= {"series": state.series, "state": state, "page": page}
    if state.takes_hands:
        context |= {"part": "scoring/entry/entry.html", "can_throw_in": state.game.throw_in is not None}
    else:
        ending = {"tiles": Overview(state, str).tiles, "outcome": descriptions.outcome_sentence(state)}
        context |= {"part": "scoring/entry/totals_over.html"} | ending
    return render(request, f"{SCREEN}#screen" if request.htmx else SCREEN, context, status=status)


def _conflict(request: HtmxRequest, state: SeriesState, submit: Submit, form: EntryForm) -> HttpResponse:
    conflict = Conflict(state, form, events_since(state.series, submit.base_version))
    context = {
        "series": state.series,
        "state": state,
        "conflict": conflict,
        "submit": {"base_version": state.series.version, "key": new_key()},
        "part": "scoring/entry/totals_conflict.html",
    }
    return render(request, f"{SCREEN}#screen" if request.htmx else SCREEN, context, status=409)


def _saved(state: SeriesState, event: Event) -> dict[str, Any]:
    """Said for ten seconds, with the way back."""
    told, aloud = descriptions.saved_messages(state, event)
    undo = reverse("series:undo", args=[state.series.pk])
    fields = [("base_version", state.series.version), ("key", new_key())]
    is_latest = event.number == state.series.version
    return {"told": told, "aloud": aloud, "undo": undo if is_latest else "", "fields": fields}
