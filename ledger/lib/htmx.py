"""What several pages need."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as the middleware hands it on: it knows which part of a page is asked for, if any."""

    htmx: HtmxDetails
