"""Middleware by which every request begins in the time zone of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone


class SiteTimeZoneMiddleware:
    """Resets the time zone, which the request before may have changed in this thread.

    Code that gives access to a circle activates the circle's time zone for the rest of the request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)
