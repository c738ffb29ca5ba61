"""One hand and its revisions, and the whole history."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledger.following.hand_page import HandPage, compare, neighbours
from ledger.following.overview import hand_addresses
from ledger.series import selectors
from ledger.series.access import Entrance, enter_series
from ledger.series.state import SeriesState, series_state


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
