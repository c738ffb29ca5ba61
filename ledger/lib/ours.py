"""Every answer of the site says that it is one, so that no page takes a stranger's for it, such as a hotel's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "X-Khata"
KEY = "Idempotency-Key"
SUCCESS = range(200, 300)


class OursMiddleware:
    """An answer to a request with a key that has done its work, now or before, names the key: it is the receipt."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers[HEADER] = "1"
        key = request.headers.get(KEY, "")
        if response.status_code in SUCCESS and key.isascii() and key.isprintable() and key:
            response.headers[KEY] = key
        return response
