"""Mark every answer of the site, so that no page takes another answer, such as a hotel's login page, for the site's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "X-Khata"
KEY = "Idempotency-Key"
SUCCESS = range(200, 300)


class OursMiddleware:
    """Add the site's mark, and to a successful answer the key of its request, as a sign that the work is done."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers[HEADER] = "1"
        key = request.headers.get(KEY, "")
        if response.status_code in SUCCESS and key.isascii() and key.isprintable() and key:
            response.headers[KEY] = key
        return response
