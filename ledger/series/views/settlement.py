"""The settlement of a series: as it ended, or as it would be settled if it ended now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.series.access import enter_series
from ledger.series.models import Series
from ledger.series.pages import telling
from ledger.series.pages.settlement import SettlementPage
from ledger.series.pages.settlement_text import as_text
from ledger.series.selectors import latest_event, series_state


@require_safe
@never_cache
def settlement(request: HttpRequest, series_id: str) -> HttpResponse:
    series = enter_series(request.user, series_id).series
    state = series_state(series)
    page = SettlementPage(state, with_standard=_with_standard(request, series))
    here = request.get_full_path() if series.is_open else request.path
    context = {
        "series": series,
        "page": page,
        "outcome": telling.outcome(state),
        "ending": "" if series.is_open else telling.ending(state, latest_event(series)),
        "text": as_text(page, request.build_absolute_uri(here)),
    }
    return render(request, "series/settlement.html", context)


def _with_standard(request: HttpRequest, series: Series) -> bool:
    """Settled for a series that is over; of one that is open one may ask either way."""
    return request.GET.get("standard") != "without" if series.is_open else series.with_standard
