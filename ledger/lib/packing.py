"""Answers are packed for those who accept it, except those that are sent as they are stored."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class StoredResponse(HttpResponse):
    """A file that is packed already, or that is too large to be packed anew for each visitor."""


class PackingMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if isinstance(response, StoredResponse) else super().process_response(request, response)
