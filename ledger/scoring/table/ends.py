"""Stopping a series before its end, marking its payments as paid, and reopening a series that is over."""

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ledger.circles.roles import Role
from ledger.circles.views.shortcuts import form_data, render_page
from ledger.following.ending import Ending
from ledger.following.reader import reader_of_member
from ledger.following.score_page import score_page
from ledger.lib.htmx import HtmxRequest
from ledger.lib.refusals import Refused
from ledger.money.selectors import balances_of
from ledger.money.services import PlannedAmount
from ledger.scoring.submits import ReasonForm, answers_out_of_date, read_submit
from ledger.series import settling
from ledger.series.access import Entrance, enter_series
from ledger.series.changes.discarded import may_be_discarded
from ledger.series.services import reopen_series, stop_series
from ledger.series.state import series_state
from ledger.series.wording import add_refusal_to


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def stop(request: HttpRequest, series_id: str) -> HttpResponse:
    """Stop the series. `standard` in the POST says whether it is settled "with" or "without" standard money.

    It is always "with" if the game has reached its end, or if standard money makes no difference.
    """
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    # The page asks only if standard money would change the transfers.
    without = state.outcome_if(with_standard=False).transfers
    may_differ = state.outcome_if(with_standard=True).transfers != without
    form = forms.Form(form_data(request))
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        choice = "with" if state.play.standing.over or not may_differ else request.POST.get("standard")
        if choice not in ("with", "without"):
            form.add_error(None, _("Please say how it is settled."))
        else:
            with add_refusal_to(form):
                stop_series(series=entrance.series, submit=submit, with_standard=choice == "with")
                return redirect("series:page", series_id)
    if without:
        hint = _("Only the differences of the totals are settled, and what is owed already for single hands.")
    else:  # as in Call Break, where payments depend on the places only
        hint = _("No payments are needed.") if state.series.shows_money else _("Nobody gives anybody anything.")
    choices = may_differ and [
        {
            "value": "with",
            "label": _("With standard money"),
            "help": _("Everything is settled by the ranking of today, as if the series had reached its end."),
        },
        {
            "value": "without",
            "label": _("Without standard money"),
            "help": hint,
        },
    ]
    context = {
        "series": entrance.series,
        "state": state,
        "choices": choices,
        "form": form,
        "may_be_discarded": may_be_discarded(entrance.series),
    }
    return render_page(request, "scoring/table/stop.html", context)


class MarkPaidForm(forms.Form):
    """The hidden fields of "Mark as paid"."""

    payer = forms.CharField(max_length=200)
    payee = forms.CharField(max_length=200)
    amount_minor = forms.IntegerField(min_value=1)
    anyway = forms.BooleanField(required=False)  # from the confirmation page: mark a covered payment too


@require_http_methods(["GET", "HEAD", "POST"])
def pay(request: HtmxRequest, series_id: str) -> HttpResponse:
    """Mark a payment of an ended series as paid. A GET shows a confirmation page for a covered payment.

    A payment is covered if the players have settled it elsewhere, or if other debts are set against it.
    """
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    if request.method != "POST":
        return ask_before_paying(request, entrance)
    form = MarkPaidForm(request.POST)
    if not form.is_valid():
        raise BadRequest("no payment")
    anyway = form.cleaned_data.pop("anyway")
    state = series_state(entrance.series)
    try:
        settling.pay(state, entrance.me, PlannedAmount(**form.cleaned_data), anyway=anyway)
        done = True
    except Refused:
        done = False
    nothing = _("Nothing was recorded: this payment was marked already, or the debt has changed.")
    if request.htmx:
        toast = Ending(state).latest_payment if done else nothing
        return score_page(request, reader_of_member(entrance), in_place=True, toast=toast)
    # No amount: the circle may have become points-only before the page is shown.
    messages.info(request, _("Marked as paid.") if done else nothing)
    return redirect(reverse("series:page", args=[series_id]) + "#pays")


def ask_before_paying(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Return the confirmation page: the covered payment between `payer` and `payee` of the query string, and the
    balances of both players, today and after the payment is marked."""
    series = entrance.series
    pair = request.GET.get("payer"), request.GET.get("payee")
    covered = [
        payment
        for payment in Ending(series_state(series)).covered
        if (payment.payer.player_id, payment.payee.player_id) == pair
    ]
    if not covered:  # the payment was marked, or is open again
        return redirect(reverse("series:page", args=[series.pk]) + "#pays")
    (payment,) = covered
    assert payment.part
    amount, balances = payment.part.amount_minor, []
    for player, change in ((payment.payer, amount), (payment.payee, -amount)):
        today = balances_of(player.player_id).get(series.currency, 0)
        balances.append({"player": player, "today": today, "then": today + change})
    context = {"series": series, "payment": payment, "balances": balances}
    return render_page(request, "scoring/table/pay.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def reopen(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id, at_least=Role.OWNER)
    form = ReasonForm(form_data(request))
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        with add_refusal_to(form):
            reopen_series(series=entrance.series, submit=submit, reason=form.cleaned_data["reason"])
            return redirect("series:page", series_id)
    context = {"series": entrance.series, "state": series_state(entrance.series), "form": form}
    return render_page(request, "scoring/table/reopen.html", context)
