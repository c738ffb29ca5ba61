"""The series page, and what keeps it true on every phone that has it open."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ledger.circles.roles import Role
from ledger.circles.services.invites import make_table_link
from ledger.circles.views.shortcuts import secret_page
from ledger.following import tickets
from ledger.following.overview import Overview, hand_addresses
from ledger.lib import formatting
from ledger.series import descriptions
from ledger.series.access import Entrance, enter_series
from ledger.series.models import Kind
from ledger.series.selectors import latest_event
from ledger.series.state import series_state


@require_safe
@never_cache
def page(request: HttpRequest, series_id: str) -> HttpResponse:
    return _show(request, enter_series(request.user, series_id), "following/page.html")


@require_safe
@never_cache
def live(request: HttpRequest, series_id: str) -> HttpResponse:
    """The part of the page that changes, with a new ticket. As long as nothing has, the middleware answers 304."""
    return _show(request, enter_series(request.user, series_id), "following/page.html#score")


@require_POST
@secret_page
def link(request: HttpRequest, series_id: str) -> HttpResponse:
    """To hold up at the table: whoever opens it may follow."""
    entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
    invite, token = make_table_link(actor=entrance.me.user, circle=entrance.me.circle)
    address = request.build_absolute_uri(reverse("join", args=[token]))
    return render(request, "following/link.html", {"series": entrance.series, "invite": invite, "address": address})


def _show(request: HttpRequest, entrance: Entrance, template: str) -> HttpResponse:
    glimpse = tickets.glimpse_of(entrance)
    fresh = {"glimpse": glimpse, "writer": glimpse.writer, "ticket": tickets.issue(entrance)}
    return render(request, template, _score(entrance) | fresh)


def _score(entrance: Entrance) -> dict[str, Any]:
    state = series_state(entrance.series)
    latest = latest_event(entrance.series)
    return {
        "entrance": entrance,
        "series": entrance.series,
        "overview": Overview(state, hand_addresses(entrance.series)),
        "has_form": state.can_be_entered,
        "latest": latest,
        "told": descriptions.ending_sentence(state, latest)
        if not state.series.is_open
        else descriptions.describe_event(latest),
        "news": descriptions.announcement(state, latest),
        "again": latest.kind == Kind.WITHDRAWN,
        "now": formatting.clock(timezone.now()),
    }
