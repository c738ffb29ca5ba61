"""Compress the answers of the site, except stored files."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class StoredResponse(HttpResponse):
    """A file that is compressed already, or too large to be compressed for each visitor."""


class CompressionMiddleware(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if isinstance(response, StoredResponse) else super().process_response(request, response)
