"""What the site answers to a phone that is prepared for use without signal, and to one whose signal is back."""

import json
from contextlib import suppress
from pathlib import Path

from csp.constants import SELF, WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ledger.circles.services.guests import find_by_way_back, sign_way_back
from ledger.circles.views.shortcuts import sign_in_guest
from ledger.lib.typed import is_storable
from ledger.pocket.bundle_views import bundle_version
from ledger.pocket.last_heard import note_last_heard
from ledger.pocket.rows import rows_of
from ledger.series.access import enter_series
from ledger.series.descriptions import series_name


@require_safe
@csp_update({"script-src": [WASM_UNSAFE_EVAL], "frame-src": [SELF]})
def shell(request: HttpRequest) -> HttpResponse:
    """The page that runs the site in the phone. The phone keeps this page, so nothing in it is personal."""
    return render(request, "pocket/shell.html")


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    source = Path(str(finders.find("js/pocket/sw.js"))).read_bytes()
    response = HttpResponse(source, content_type="text/javascript")
    # The worker answers for all pages of the site when the network is gone, not only for pages below its own address.
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
def static_file(_request: HttpRequest, name: str) -> HttpResponse:
    """Redirect to the file's usual address. In a prepared phone the service worker answers instead."""
    return redirect(f"/static/{name}", permanent=True)


@require_safe
def who_is_signed_in(request: HttpRequest) -> HttpResponse:
    """Answer who is signed in, with a CSRF token and the version of the bundle.

    `?series=` is the series that the phone has open. Readers of that series see when its scorer's phone last asked.
    """
    series_id = request.GET.get("series", "")
    if is_storable(series_id):
        with suppress(Http404):
            entrance = enter_series(request.user, series_id)
            note_last_heard(entrance.series, entrance.me)
    user = {"id": str(request.user.pk), "name": request.user.display_name} if request.user.is_authenticated else None
    return JsonResponse({"user": user, "csrf": get_token(request), "bundle": bundle_version()})


@require_safe
def series_rows(request: HttpRequest, series_id: str) -> HttpResponse:
    """Send the rows of the series, which the phone stores to go on with the series without signal."""
    try:
        entrance = enter_series(request.user, series_id)
    except Http404:  # a phone believes only an answer in JSON to be the site's own
        return JsonResponse({}, status=404)
    series = entrance.series
    if series.stays_closed:  # its chain has money in it, and nothing in the series can be changed now
        return JsonResponse({}, status=404)
    note_last_heard(series, entrance.me)
    shown = {"id": series.pk, "version": series.version, "hash": series.latest_hash}
    shown |= {"name": series_name(series), "circle": series.circle.name, "time_zone": series.circle.zone.key}
    user = {"id": str(entrance.me.user_id), "name": entrance.me.user.display_name}
    # The hashes of the chain depend on microseconds, which Django's own encoder would cut to milliseconds.
    content = {"user": user, "series": shown, "rows": rows_of(entrance.me, series.pk)}
    if entrance.me.user.is_guest:
        content["way_back"] = sign_way_back(entrance.me.user)
    return HttpResponse(json.dumps(content, default=as_text), content_type="application/json")


@require_POST
def go_on_as_guest(request: HttpRequest) -> HttpResponse:
    """Sign in the guest who has used this phone before, by the token `way_back` that came with the rows.

    Refuse this if somebody is signed in.
    """
    guest = find_by_way_back(request.POST.get("way_back", ""))
    if guest is None or request.user.is_authenticated:
        return JsonResponse({}, status=403)
    sign_in_guest(request, guest)
    return JsonResponse({"user": {"id": str(guest.pk), "name": guest.display_name}})


def as_text(value: object) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
