"""The type of requests with django-htmx's middleware, for annotations."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request with `htmx`, which says whether htmx sent it, and where in the page the answer goes."""

    htmx: HtmxDetails
