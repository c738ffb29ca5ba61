"""One line in the log for each request, without addresses, names and secrets. See docs/operate/monitoring.md."""

import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import user_logged_in
from django.core.signals import got_request_exception
from django.db import connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from ledger.lib import metrics
from ledger.lib.current_request import (
    CurrentRequest,
    current_request_id,
    enter_request,
    note_error,
    note_reason,
    note_user,
)

REQUEST_ID = "X-Request-ID"  # the name of the header
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
PLAIN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SECRETS = re.compile(
    r"""
    (?<=/join/) [^/\s?"'<>]+                        # the token of an invite link
    | (?<=/follow/) [^/\s?"'<>]+                    # the token of a link to a series
    | (?<=/reset/key/) [^/\s?"'<>]+ - [^/\s?"'<>]+  # the token of a link that sets a new password
    | (?<=/confirm-email/) [^/\s?"'<>]+             # the token of a link that confirms a mail address
    | (?<=bearer\ ) [^\s"',;]+                      # the token of an API call, after "Bearer"
    | (?<=token\ ) [A-Za-z0-9_.~+-]{16,}=*          # the token of an API call, after "Token", as some programs write
    """,
    re.IGNORECASE | re.VERBOSE,
)

logger = logging.getLogger("ledger.requests")


def choose_request_id(incoming: str) -> str:
    """Return the proxy's id, if there is a proxy in front and the id is short and plain; else a new id."""
    is_trusted = settings.PROXIES > 0 and PLAIN_ID.fullmatch(incoming)
    return incoming if is_trusted else secrets.token_hex(8)


class RequestLogMiddleware:
    """Logs every answer of Django. It is the first middleware, so that files, redirects and refusals are logged too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = choose_request_id(request.headers.get(REQUEST_ID, ""))
        began, status = time.perf_counter(), int(HTTPStatus.INTERNAL_SERVER_ERROR)
        with enter_request(request_id) as current:
            try:
                with connection.execute_wrapper(current.count_statement):
                    response = self.get_response(request)
                status = response.status_code
                response.headers[REQUEST_ID] = request_id
                return response
            finally:
                write_request(current, name_of_route(request), str(request.method), status, time.perf_counter() - began)


def name_of_route(request: HttpRequest) -> str:
    """Return the name of the address's pattern. The address itself may hold ids and the tokens of links."""
    match = request.resolver_match
    if match is None:  # a middleware has answered
        with suppress(Resolver404):
            match = resolve(request.path_info)
    if match:
        return match.view_name
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unknown"


def write_request(current: CurrentRequest, route: str, method: str, status: int, seconds: float) -> None:
    """Write the request's line in the log, and count the request in the metrics."""
    method = method if method in METHODS else "OTHER"
    metrics.REQUESTS.labels(route, method, f"{status // 100}xx").inc()
    metrics.SECONDS.labels(route).observe(seconds)
    if status == HTTPStatus.CONFLICT:
        metrics.CONFLICTS.labels(route).inc()
    level = logging.INFO
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        level = logging.WARNING if status == HTTPStatus.SERVICE_UNAVAILABLE else logging.ERROR
    facts = {
        "method": method,
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
        "statements": current.statements,
        "user": current.user,
        "request_id": current.id,
        "reason": current.reason,
    }
    logger.log(level, "", exc_info=current.error, extra={"facts": facts})


@receiver(got_request_exception)
def note_exception(**_sent: Any) -> None:
    note_error(sys.exc_info()[1])


@receiver(user_logged_in)
def note_login(user: Any, **_sent: Any) -> None:
    note_user(user.pk)


class ReasonHandler(logging.Handler):
    """Adds Django's reason for a refusal, such as a wrong host name, to the request's line in the log."""

    def emit(self, record: logging.LogRecord) -> None:
        # CSRF refusals have two arguments: the reason and the address.
        note_reason(str(record.args[0]) if isinstance(record.args, tuple) and record.args else record.getMessage())


class LogFormatter(logging.Formatter):
    """Writes a line of text, or with `as_json` of JSON. Secrets become ***, in tracebacks too."""

    def __init__(self, *, as_json: bool = False) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        head = {
            "time": datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
        }
        facts: dict[str, Any] = getattr(record, "facts", {"request_id": current_request_id()})
        trace = self.formatException(record.exc_info) if record.exc_info and record.exc_info[1] else ""
        rest = {"message": record.getMessage()} | facts | {"traceback": trace}
        filled = {
            name: SECRETS.sub("***", value) if isinstance(value, str) else value
            for name, value in rest.items()
            if value != ""
        }
        if self.as_json:
            return json.dumps(head | filled, ensure_ascii=False)
        words = [head["time"], head["level"], f"{record.name}:"]
        for name, value in filled.items():
            if name in ("message", "traceback"):
                words.append(f"\n{value}" if name == "traceback" else str(value))
            else:
                words.append(f"{name}={json.dumps(value, ensure_ascii=False) if ' ' in str(value) else value}")
        return " ".join(words)
