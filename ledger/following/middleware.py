"""Most of what this site is asked all evening is whether a series has anything new, and mostly it has not."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language_from_request

from ledger.following import tickets


class NothingNewMiddleware:
    """Answers 304 to a page that is still true before anything else is done: no session, no user, no message is looked
    for, and the address need not be taken apart. Whatever else a page asks goes its usual way.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        ticket = request.META.get("HTTP_X_TICKET")
        if ticket and request.method == "GET" and _is_still_true(request, ticket):
            return HttpResponseNotModified(headers={"Cache-Control": "private, no-store"})
        return self.get_response(request)


def _is_still_true(request: HttpRequest, ticket: str) -> bool:
    shown = tickets.shown_on(ticket)
    if shown is None or request.path_info != shown.address:
        return False
    seen, known = tickets.glimpse(shown), request.META.get("HTTP_IF_NONE_MATCH")
    return seen is not None and seen.etag_in(get_language_from_request(request)) == known
