"""Pages that only the phone has."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found
from django_htmx.http import reswap, retarget

from ledger.circles.models import Member
from ledger.circles.roles import Role
from ledger.following.tonight import tonight_of
from ledger.series.models import Series, Status
from ledger.series.state import states_of


def in_phone(_request: HttpRequest) -> dict[str, bool]:
    """Context processor. With `in_phone`, pages leave out what only the site can do, such as adding a player."""
    return {"in_phone": True}


def needs_signal(request: HttpRequest, **_arguments: Any) -> HttpResponse:
    """Say that this needs signal: on a page, or after a press of a button in a notice on the same page."""
    if request.headers.get("HX-Request"):
        return reswap(retarget(render(request, "pocket/needs_signal_notice.html"), "#trouble"), "innerHTML")
    return render(request, "pocket/needs_signal.html", status=503)


def not_in_phone(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404. For a series that is not in the phone, say that it needs signal: the site may have the series."""
    series_id = request.resolver_match.kwargs.get("series_id") if request.resolver_match else None
    if series_id and not Series.objects.filter(pk=series_id).exists():
        return needs_signal(request)
    return page_not_found(request, exception)


@require_safe
def opening(_request: HttpRequest) -> HttpResponse:
    """Redirect to the only open series; if none is open, to the only series in the phone; else to the list."""
    series = Series.objects.filter(status=Status.OPEN)[:2] or Series.objects.all()[:2]
    return redirect("series:page", series[0].pk) if len(series) == 1 else redirect("home")


@require_safe
def tables(request: HttpRequest, circle_id: str = "") -> HttpResponse:
    """Show the series in the phone, tonight's table first, and the circles in which a new series can be started."""
    members = list(Member.objects.select_related("circle").order_by("circle__name"))
    if circle_id:
        members = [me for me in members if me.circle_id == circle_id]
    ended = Series.objects.exclude(status=Status.OPEN).filter(circle__in=[me.circle_id for me in members])
    context = {
        "tonight": tonight_of(members),
        "ended": states_of(list(ended.select_related("circle").order_by("-changed_at"))),
        "starts": [me.circle for me in members if me.may(Role.SCORER)],
    }
    return render(request, "pocket/tables.html", context)
