"""Entering a hand: on the keypad, or in the game's own form.

A hand is posted to the address of the screen. With a script the answer is the screen for the next hand; without one, a
redirect to that screen.
"""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.following.moment import moment_of
from ledger.lib.htmx import HtmxRequest
from ledger.lib.ids import new_key
from ledger.lib.refusals import KeyReused, OutOfDate, Refused
from ledger.scoring.entry.entry_form import entry_form
from ledger.scoring.entry.form import EntryForm, ThrowInForm
from ledger.scoring.entry.screen import Conflict, EntryScreen, preview_screen
from ledger.scoring.refused import focus_first_fault, refusal_of, times_refused
from ledger.scoring.submits import answers_out_of_date, hand_to_save, read_submit, replaced_message
from ledger.scoring.table.verdicts import marks_context
from ledger.series import descriptions
from ledger.series.access import enter_series
from ledger.series.bids import note_bids
from ledger.series.changes import Corrected, DealerNamed, Recorded
from ledger.series.models import Event
from ledger.series.selectors import events_since, latest_event, record_so_far, withdrawn_record
from ledger.series.services import Submit, make_change, record_hand
from ledger.series.state import SeriesState, preview, series_state
from ledger.series.wording import add_refusal_to, warnings_in_words

PAGE = "scoring/entry/page.html"
JUST_NOW = timedelta(seconds=10)


@require_http_methods(["GET", "HEAD", "POST"])
def enter_hand(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The entry screen. POST records the hand and answers with the screen for the next hand."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    series, state = entrance.series, series_state(entrance.series)
    if request.method != "POST":
        latest = latest_event(series)
        # A page that is loaded again right after saving still offers Undo.
        is_mine = latest.kind == Recorded.kind and latest.by_id == entrance.me.user_id
        just_saved = is_mine and latest.at > timezone.now() - JUST_NOW
        more = marks_context(entrance)
        if latest.kind == DealerNamed.kind and latest.by_id == entrance.me.user_id:
            # A hand that this person had begun to type is not one that another scorer has overtaken.
            more["version_before_me"] = latest.number - 1
        return next_hand_screen(request, state, latest, just_saved=just_saved, more=more)

    submit = read_submit(request, entrance.me)
    form = entry_form(state, request.POST)
    if not form.is_valid():
        return entry_screen(request, form, submit)
    hand = hand_to_save(request, form.record())
    if isinstance(hand, Recorded):
        if doubts := new_doubts(request, form, submit):
            return doubts
        if form.bids_before_play:
            return save_bids(request, form, submit)
    return save_hand(request, form, submit, hand)


def new_doubts(request: HtmxRequest, form: EntryForm, submit: Submit) -> HttpResponse | None:
    """Return the screen that asks about the doubts of the hand; None without doubts that are new to the scorer."""
    state = form.state
    if submit.base_version != state.series.version or not state.takes_hands:
        return None
    warned, after = request.POST.getlist("warned"), preview(state, state.next_number, form.record())
    warnings = warnings_in_words(after.hand.score, state.names) if after.hand else []
    if not (news := [warning for warning in warnings if warning not in warned]):
        return None
    screen = EntryScreen(form, after.play, warned=(*warned, *news), refusals=times_refused(request.POST) + 1)
    return entry_screen(request, form, submit, {"screen": screen})


def save_hand(request: HtmxRequest, form: EntryForm, submit: Submit, hand: Recorded | Corrected) -> HttpResponse:
    """Record the hand, or correct the hand that another scorer was quicker to record. Answer with the screen for the
    next hand."""
    series = form.state.series
    try:
        done = make_change(hand, series=series, submit=submit)
    except (KeyReused, OutOfDate) as error:  # KeyReused: a save with this key had other figures
        return conflict_screen(request, error.state, form, submit)
    except Refused as error:
        form.add_problems(error.problems)
        return entry_screen(request, form, submit)
    if isinstance(hand, Corrected):
        next_form = entry_form(done.state, record={})
        return screen_with_message(request, next_form, replaced_message(hand.number), submit.key)
    if not request.htmx:
        return redirect("series:enter_hand", series.pk)
    return next_hand_screen(request, done.state, done.repeated_event or done.state.events[-1], just_saved=True)


def save_bids(request: HtmxRequest, form: EntryForm, submit: Submit) -> HttpResponse:
    """Store the bids before the play, and answer with the screen for the rest of the hand."""
    series = form.state.series
    try:
        state = note_bids(series=series, submit=submit, bids=form.bids_before_play)
    except OutOfDate as error:
        return conflict_screen(request, error.state, form, submit)
    except Refused as error:
        form.add_problems(error.problems)
        return entry_screen(request, form, submit)
    message = _("Saved. Everyone sees it; enter the rest after the play.")
    if state.bids and state.bids.hidden:
        message = _("Saved. Only you see it; enter the rest after the play.")
    form = entry_form(state, record=record_so_far(state, submit.me.user_id))
    return screen_with_message(request, form, message, latest_event(series).key)


@require_safe
def preview_hand(request: HtmxRequest, series_id: str) -> HttpResponse:
    """The preview of the hand as it is typed. Nothing is written."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    form = entry_form(series_state(entrance.series), request.GET, partial=True)
    screen = preview_screen(form, refusals=times_refused(request.GET))
    return render(request, "scoring/entry/preview_answer.html", {"screen": screen})


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def throw_in(request: HttpRequest, series_id: str) -> HttpResponse:
    """Record a deal that was given up. It is kept in the history and counts for nothing."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if not state.game.can_throw_in:
        raise Http404
    form = ThrowInForm(form_data(request))
    if form.is_valid():
        record = state.game.throw_in(form.cleaned_data["reason"])
        with add_refusal_to(form, state.names):
            record_hand(series=entrance.series, submit=read_submit(request, entrance.me), record=record)
            return redirect("series:enter_hand", series_id)
    context = {"series": entrance.series, "state": state, "form": form, "refusal": refusal_of(form, in_place=False)}
    return render_page(request, "scoring/entry/throw_in.html", context)


# --- Answers ---------------------------------------------------------------------------------------------------------


def screen_with_message(request: HtmxRequest, form: EntryForm, message: str, latest_key: str | None) -> HttpResponse:
    """Return the entry screen with a message about what was saved. The message has no Undo.

    `latest_key` is the key of the latest event. If the script has kept figures that were sent with this key, it forgets
    them.
    """
    if not request.htmx:
        messages.success(request, message)
        return redirect("series:enter_hand", form.state.series.pk)
    saved = {"message": message, "announcement": message, "undo_url": "", "fields": []}
    return entry_screen(request, form, None, {"saved": saved, "latest_key": latest_key})


def next_hand_screen(
    request: HtmxRequest, state: SeriesState, latest: Event, *, just_saved: bool, more: dict[str, Any] | None = None
) -> HttpResponse:
    """Return the screen for the next hand. If the latest event withdrew a hand, that hand is filled in again.

    `more` is for a full page, which includes the marks of the verdicts. After a save, the page asks for the marks in a
    request of their own, so that no save waits for them.
    """
    form = entry_form(state, record=withdrawn_record(latest) or record_so_far(state, request.user.pk))
    context: dict[str, Any] = {"latest_key": latest.key, **(more or {})}
    if just_saved:
        moment = moment_of(state, latest)
        message, announcement = descriptions.saved_messages(state, latest, moment.sentence if moment else "")
        is_latest = latest.number == state.series.version
        context["moment"] = moment
        context["saved"] = {
            "message": message,
            "announcement": announcement,
            "undo_url": reverse("series:undo", args=[state.series.pk]) if is_latest else "",
            "fields": [("base_version", state.series.version), ("key", new_key())],
        }
    return entry_screen(request, form, None, context)


def entry_screen(
    request: HtmxRequest, form: EntryForm, submit: Submit | None, context: dict[str, Any] | None = None
) -> HttpResponse:
    """Return the entry screen. If the series takes no more hands, redirect to its page.

    `submit` is that of a refused form, whose version and key the screen keeps.
    """
    state = form.state
    if not state.takes_hands:
        for fault in EntryScreen(form).faults.in_words():
            messages.warning(request, fault)
        address = reverse("series:page", args=[state.series.pk])
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    refusals = times_refused(form.data) + 1 if form.errors else 0
    focus_first_fault(form, in_place=bool(request.htmx))
    of_form = {"series": state.series, "state": state, "screen": EntryScreen(form, refusals=refusals)}
    context = {**of_form, "version_before_me": "", **(context or {})}
    context["submit"] = submit or {"base_version": state.series.version, "key": new_key()}
    context |= {"part": "scoring/entry/hand.html", "can_throw_in": state.game.can_throw_in}
    return render(request, f"{PAGE}#screen" if request.htmx else PAGE, context, status=422 if submit else 200)


def conflict_screen(request: HtmxRequest, state: SeriesState, form: EntryForm, submit: Submit) -> HttpResponse:
    """Return the screen that shows another scorer's hand beside the hand that is not saved, and asks which is right."""
    context = {
        "series": state.series,
        "state": state,
        "conflict": Conflict(state, events_since(state.series, submit.base_version), form.record(), form.points_so_far),
        "form": form,
        "submit": {"base_version": state.series.version, "key": new_key()},
        "part": "scoring/entry/conflict.html",
    }
    return render(request, f"{PAGE}#screen" if request.htmx else PAGE, context, status=409)
