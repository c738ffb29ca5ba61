"""A request that meets a failover of PostgreSQL is answered by the new primary: docs/decisions/0142-failover.md."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse

from ledger.lib.current_request import met_failover

WITHIN = 5.0  # seconds until a new primary must be there
PAUSE = 0.25  # seconds between one attempt to connect and the next


class FailoverMiddleware:
    """If the connection broke in the middle of a request that is safe to repeat, runs that request again, once.

    Reads are safe, and so are writes with a key: if the first attempt was committed, the second attempt finds the key
    in the database and writes nothing. Every other request is answered with 503, and so is a request that found no
    database at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if met_failover():
            connection.close()  # the connection may still lead to the old primary, which is read-only now
            unavailable = response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
            if unavailable and is_safe_to_repeat(request) and wait_for_primary(WITHIN):
                response = self.get_response(request)
                connection.close()  # the second attempt may have met a failover too
        return response


def is_safe_to_repeat(request: HttpRequest) -> bool:
    if request.method == "POST":
        return "Idempotency-Key" in request.headers or "key" in request.POST
    return request.method in ("GET", "HEAD")


def wait_for_primary(within: float) -> bool:
    """Wait for a primary, at most `within` seconds. Return whether the connection works."""
    until = time.monotonic() + within
    while True:
        try:
            with connection.cursor():
                return True
        except OperationalError:
            if time.monotonic() >= until:
                return False
        time.sleep(PAUSE)
