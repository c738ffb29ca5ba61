"""What every view of the API has in common."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from ledger.api.auth import BearerAuthentication, SessionAuthentication, TokenMayWrite
from ledger.api.throttles import CallerThrottle
from ledger.circles.models import User


class ApiView(APIView):
    authentication_classes = (BearerAuthentication, SessionAuthentication)
    permission_classes = (IsAuthenticated, TokenMayWrite)
    throttle_classes: tuple[type[BaseThrottle], ...] = (CallerThrottle,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)


def understood(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body as the serializer reads it; what is missing or wrong is told all at once."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def unless_unchanged(request: Request, version: object, content: Callable[[], Any]) -> Response:
    """304 where the caller has this version already; then nothing is worked out."""
    told = f"{request.path} {version} {get_language()}"
    etag = f'"{hashlib.sha256(told.encode()).hexdigest()[:24]}"'
    asked = {tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")}
    unchanged = etag in asked or "*" in asked
    response = Response(status=304) if unchanged else Response(content())
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def caller(request: Request) -> User:
    """Who calls. `IsAuthenticated` has let nobody else through."""
    assert isinstance(request.user, User)
    return request.user
