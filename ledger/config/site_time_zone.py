"""Every request begins in the time zone of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class SiteTimeZoneMiddleware:
    """Pages without a circle stay in this time zone. Access to a circle activates the circle's time zone for the rest
    of the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)
