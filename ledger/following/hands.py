"""One hand and its revisions, taking the last hand back, and the whole history."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.kit.faults import Problem
from ledger.circles.roles import Role
from ledger.following.hand_page import HandPage, compare, neighbours
from ledger.following.overview import hand_addresses
from ledger.scoring.correct.changes import Changes
from ledger.scoring.submits import read_submit, refusals_into, tells_when_out_of_date
from ledger.series import selectors, services
from ledger.series.access import Entrance, enter_series
from ledger.series.selectors import SeriesState, series_state


@require_safe
def hand(request: HttpRequest, series_id: str, number: int) -> HttpResponse:
    entrance = enter_series(request.user, series_id)
    return render(request, "following/hand.html", _hand(entrance, series_state(entrance.series), number))


def _hand(entrance: Entrance, state: SeriesState, number: int) -> dict[str, Any]:
    events = list(selectors.revisions(entrance.series, number))
    if not events:
        raise Http404
    stands = number <= len(state.events)
    return {
        "entrance": entrance,
        "series": entrance.series,
        "number": number,
        "page": HandPage(state, state.play.hands[number - 1]) if stands else None,
        "comparison": compare(state, number, events),
        "events": events,
        "is_last": number == len(state.events),
        **neighbours(number, len(state.events), hand_addresses(entrance.series)),
    }


@require_safe
def history(request: HttpRequest, series_id: str) -> HttpResponse:
    entrance = enter_series(request.user, series_id)
    events = list(selectors.history(entrance.series))
    return render(request, "following/history.html", {"series": entrance.series, "events": events})


@require_http_methods(["GET", "HEAD", "POST"])
@tells_when_out_of_date
def undo(request: HttpRequest, series_id: str) -> HttpResponse:
    """Posted from here, or straight from the message that says that a hand has been saved."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    problems: list[Problem] = []
    if request.method == "POST":
        with refusals_into(problems):
            services.undo(series=entrance.series, submit=read_submit(request, entrance.me))
            return redirect("series:page", series_id)
    state = series_state(entrance.series)
    changes = Changes(state, selectors.without_last_hand(state))
    context = {"series": entrance.series, "state": state, "changes": changes, "problems": problems}
    return render(request, "scoring/correct/undo.html", context, status=422 if problems else 200)
