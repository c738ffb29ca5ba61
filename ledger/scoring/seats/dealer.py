"""Who deals the next hand, when it is not the player whose turn it would be."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.kit.problems import Problem
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.scoring.submits import answers_out_of_date, read_submit
from ledger.series.access import enter_series
from ledger.series.seating import name_dealer
from ledger.series.state import series_state


class DealerForm(forms.Form):
    seat = forms.IntegerField(min_value=0)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_out_of_date
def dealer(request: HttpRequest, series_id: str) -> HttpResponse:
    """One button for each player."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    problems: tuple[Problem, ...] = ()
    form = DealerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        submit = read_submit(request, entrance.me)
        try:
            name_dealer(series=entrance.series, submit=submit, seat=form.cleaned_data["seat"])
            return redirect("series:enter_hand" if state.can_be_entered else "series:cards", series_id)
        except Refused as error:
            problems = error.problems
    if not (state.takes_hands or problems):
        return redirect("series:page", series_id)
    context = {"series": entrance.series, "state": state, "form": form, "problems": problems}
    return render(request, "scoring/seats/dealer.html", context, status=422 if problems or form.errors else 200)
