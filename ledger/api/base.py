"""What every view of the API has in common."""

import hashlib
import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from django.core.signals import got_request_exception
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from django.utils.translation import get_language
from pydantic import BaseModel, TypeAdapter
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.kit.reading import read
from ledger.api import problems
from ledger.api.auth import BearerAuthentication, CsrfSessionAuthentication, TokenMayWrite
from ledger.api.parsers import StrictJSONParser
from ledger.api.throttles import CallerThrottle
from ledger.circles.models import User
from ledger.lib.refusals import Refused

logger = logging.getLogger(__name__)
Input = TypeVar("Input", bound=BaseModel)


class WhateverIsThere(DefaultContentNegotiation):
    """Each address has one form to answer in, whatever `Accept` says, and tells a problem in JSON."""

    def select_renderer(
        self, _request: Request, renderers: Iterable[BaseRenderer], _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type or ""


class ApiView(APIView):
    authentication_classes = (BearerAuthentication, CsrfSessionAuthentication)
    permission_classes = (IsAuthenticated, TokenMayWrite)
    throttle_classes: tuple[type[BaseThrottle], ...] = (CallerThrottle,)
    content_negotiation_class = WhateverIsThere
    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    writes = True  # what it does on POST leaves something behind

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.encoding = "utf-8"  # whatever its Content-Type says: it would be used for the address as well
        try:
            response = super().dispatch(request, *args, **kwargs)
        except Exception:
            # As Django does it, but answered in the API's own form.
            got_request_exception.send(sender=type(self), request=request)
            logger.exception("an error in the API at %s", request.path)
            response = self.finalize_response(self.request, problems.our_fault())
        return self._unless_known(request, response)

    def _unless_known(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Every read has an ETag: over its version where it says one, else over what it says."""
        if request.method not in ("GET", "HEAD") or response.status_code != 200 or not isinstance(response, Response):  # noqa: PLR2004
            return response
        if "ETag" not in response:
            told = b"%s %s" % (request.get_full_path().encode(), response.render().content)
            response["ETag"] = _etag(told)
            response["Cache-Control"] = "private, no-cache"
        return self._not_modified(response) if knows(request, response["ETag"]) else response

    def _not_modified(self, known: Response) -> HttpResponseBase:
        response = self.finalize_response(self.request, Response(status=304))
        response["ETag"], response["Cache-Control"] = known["ETag"], known["Cache-Control"]
        return response

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:  # noqa: ARG002
        """What may be done here stands in `Allow`."""
        return Response(status=204)


class NothingHere(ApiView):
    """Any other address below /api/v1/. Whoever has no token learns no more here than elsewhere."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound

    def get(self, _request: Request, **_kwargs: Any) -> Response:
        raise NotFound


def understood(model: type[Input], request: Request) -> Input:
    """The body as the model reads it; what is missing or wrong is told all at once."""
    return read_as(model, request.data)


def read_as(model: type[Input], data: Any) -> Input:
    reading = read(_reader(model), data)
    if reading.problems:
        raise Refused(*reading.problems)
    assert isinstance(reading.value, model)
    return reading.value


@cache
def _reader(model: type[BaseModel]) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def unless_unchanged(request: Request, version: object, content: Callable[[], Any]) -> Response:
    """304 where the caller has this version already; then nothing is worked out."""
    etag = _etag(f"{request.get_full_path()} {version} {get_language()}".encode())
    unchanged = request.method in SAFE_METHODS and knows(request, etag)
    response = Response(status=304) if unchanged else Response(content())
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def knows(request: HttpRequest | Request, etag: str) -> bool:
    """Compared weakly: on the way an answer may have been packed, which makes its ETag a weak one."""
    asked = [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return etag in asked or "*" in asked


def _etag(told: bytes) -> str:
    return f'"{hashlib.sha256(told).hexdigest()[:24]}"'


def caller(request: Request) -> User:
    """Who calls. `IsAuthenticated` has let nobody else through."""
    assert isinstance(request.user, User)
    return request.user
