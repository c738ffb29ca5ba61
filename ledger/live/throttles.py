"""Limits on links that do not work and on verdicts by link, counted in memory, so that a guess causes no write."""

from http import HTTPStatus
from math import ceil
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class BadLinkThrottle(SimpleRateThrottle):
    """Requests with a link or a seal that does not exist, by IP address."""

    scope = "bad_links"
    rate = "30/min"
    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"bad-links-{self.get_ident(request)}"


class VerdictThrottle(SimpleRateThrottle):
    """Verdicts by one link from one IP address, which a whole table may share."""

    scope = "link_answers"
    rate = "120/min"
    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"link-answers-{request.path_info}-{self.get_ident(request)}"


def too_many(request: HttpRequest, throttle: SimpleRateThrottle) -> HttpResponse | None:
    """Count the request. Return the answer 429 once the limit is reached, else None."""
    if throttle.allow_request(Request(request), None):  # type: ignore[arg-type]  # the cache key needs no view
        return None
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(max(1, ceil(throttle.wait() or 1)))
    return response
