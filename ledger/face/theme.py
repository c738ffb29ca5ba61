"""The theme: light, dark, or as the phone is set. A cookie stores the theme, so that it works without JavaScript."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE = "theme"
AUTO = "auto"
THEMES = (AUTO, "light", "dark")
ONE_YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(COOKIE)
    return chosen if chosen in THEMES else AUTO


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: the theme of the page."""
    return {"theme": theme_of(request)}


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(address if is_ours else resolve_url("home"))
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie(COOKIE, chosen, max_age=ONE_YEAR, secure=settings.TLS, httponly=True, samesite="Lax")
    return response
