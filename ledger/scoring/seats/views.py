"""Who sits at a series that has begun: somebody joins between two hands, or that is taken back."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.kit.problems import Problem
from ledger.circles.roles import Role
from ledger.circles.selectors import players_of
from ledger.scoring.seats.forms import JoinForm
from ledger.scoring.submits import read_submit, refusals_into, tells_when_out_of_date
from ledger.series.access import Entrance, enter_series
from ledger.series.selectors import seats_without_hands
from ledger.series.services import join_series, unseat_last
from ledger.series.state import SeriesState, series_state
from ledger.series.wording import in_words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tells_when_out_of_date
def seats(request: HttpRequest, series_id: str) -> HttpResponse:
    """Who sits there, and who else could."""
    entrance, state = _enter(request, series_id)
    players = list(players_of(entrance.me.circle))
    form = JoinForm(players, request.POST if request.method == "POST" else None)
    problems: list[Problem] = []
    if form.is_valid() and _join(request, entrance, form, problems):
        return redirect("series:seats", series_id)
    context = {
        "series": entrance.series,
        "state": state,
        "form": form,
        "standing": [player for player in players if player not in state.players],
        "can_take_back": state.series.is_open and bool(seats_without_hands(entrance.series)),
        "problems": problems,
    }
    return render(request, "scoring/seats/seats.html", context, status=422 if problems or form.errors else 200)


def _enter(request: HttpRequest, series_id: str) -> tuple[Entrance, SeriesState]:
    """404 for a game whose players do not change."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    state = series_state(entrance.series)
    if not state.game.joining:
        raise Http404
    return entrance, state


def _join(request: HttpRequest, entrance: Entrance, form: Any, problems: list[Problem]) -> bool:
    submit = read_submit(request, entrance.me)
    try:
        player = form.find_or_add(entrance.me.circle)
    except ValidationError as error:
        form.add_error("name", error)
        return False
    with refusals_into(problems):
        join_series(series=entrance.series, submit=submit, player=player)
        messages.success(request, _("%(player)s has joined.") % {"player": player.name})
    return not problems


@require_POST
@tells_when_out_of_date
def take_back(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance, state = _enter(request, series_id)
    problems: list[Problem] = []
    with refusals_into(problems):
        unseat_last(series=entrance.series, submit=read_submit(request, entrance.me))
    for problem in problems:
        messages.error(request, in_words(problem.message, state.names))
    return redirect("series:seats", series_id)
