"""A header in every answer of the site: a page takes no other answer, such as a hotel's login page, for the site's."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

HEADER = "X-Khata"
KEY = "Idempotency-Key"
SUCCESS = range(200, 300)


class SiteHeaderMiddleware(MiddlewareMixin):
    """Add the site's header, and to a successful answer the key of its request, as a sign that the work is done."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers[HEADER] = "1"
        key = request.headers.get(KEY, "")
        if response.status_code in SUCCESS and key.isascii() and key.isprintable() and key:
            response.headers[KEY] = key
        return response
