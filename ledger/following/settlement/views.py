"""The settlement of a series: as it ended, or as it would be settled if it ended now."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject as Later
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.face.cached_pages import render_cached
from ledger.following.settlement.page import SettlementPage
from ledger.following.settlement.text import as_text
from ledger.series import descriptions
from ledger.series.access import enter_series
from ledger.series.models import Series
from ledger.series.selectors import latest_event
from ledger.series.state import players_of, series_state


@require_safe
@never_cache
def settlement(request: HttpRequest, series_id: str) -> HttpResponse:
    """The page is kept for each reader and worked out only where it is not kept: the chain's hash covers the hands."""
    series = enter_series(request.user, series_id).series
    with_standard = _with_standard(request, series)
    address = request.build_absolute_uri(request.get_full_path() if series.is_open else request.path)

    page: Any = Later(lambda: SettlementPage(series_state(series), with_standard=with_standard))
    names = [series.circle.name, *(player.name for player in players_of(series))]
    context = {
        "series": series,
        "page": page,
        "outcome": Later(lambda: descriptions.outcome_sentence(page.state)),
        "ending": Later(lambda: descriptions.ending_sentence(page.state, latest_event(series))),
        "text": Later(lambda: as_text(page, address)),
    }
    cache_key = [series.pk, series.latest_hash, names, with_standard, address]
    return render_cached(request, "following/settlement/settlement.html", context, cache_key=cache_key)


def _with_standard(request: HttpRequest, series: Series) -> bool:
    """Settled for a series that is over; of one that is open one may ask either way."""
    return request.GET.get("standard") != "without" if series.is_open else series.with_standard
