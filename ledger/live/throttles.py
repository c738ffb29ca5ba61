"""Limits on requests from one IP address, counted in memory: a guessed link or seal causes no write in the
database."""

from math import ceil
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ledger.circles.accounts.limits import too_often


class AddressThrottle(SimpleRateThrottle):
    """Requests of one kind from one IP address. Subclasses have the `scope`, which names the kind, and the `rate`."""

    cache = caches["memory"]

    def get_cache_key(self, request: Request, _view: Any) -> str:
        return f"{self.scope}-{self.get_ident(request)}"

    def allows(self, request: Request) -> bool:
        """Count the request. Return False once the limit is reached."""
        return self.allow_request(request, None)  # type: ignore[arg-type]  # the key needs no view


class BadLinkThrottle(AddressThrottle):
    """Requests with the token of a link, or the code of a seal, that the site does not accept."""

    scope = "bad-links"
    rate = "30/min"


class VerdictThrottle(AddressThrottle):
    """Verdicts by one link from one IP address. A whole table may share the address."""

    scope = "link-answers"
    rate = "120/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"{request.path_info}-{super().get_cache_key(request, view)}"


def too_many(request: HttpRequest, throttle: AddressThrottle) -> HttpResponse | None:
    """Count the request. Return the answer 429 once the limit is reached, else None."""
    if throttle.allows(Request(request)):
        return None
    return too_often(request, max(1, ceil(throttle.wait() or 1)))
