"""A quick 304 for open pages that are up to date. Most requests of an evening come from such pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language_from_request

from ledger.live import tickets


class NothingNewMiddleware:
    """Answers 304 to an open series page that is up to date, before a session, a user or a message is read. Every other
    request is passed on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get("X-Ticket")
        ticket = tickets.read_ticket(header) if header and request.method == "GET" else None
        if ticket and request.path_info in ticket.addresses:
            summary = ticket.current_summary()
            language = ticket.language or get_language_from_request(request)
            if summary and summary.etag_in(language) == request.headers.get("If-None-Match"):
                return HttpResponseNotModified(headers={"Cache-Control": "private, no-store"})
        return self.get_response(request)
