"""The description of the API, for programs and for people; and any other address. Open to all, save the last."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.formats import FileRenderer, SchemaRenderer, TextYamlRenderer, YamlRenderer
from ledger.api.manual import manual
from ledger.api.openapi import description


class Schema(APIView):
    """As JSON, unless YAML is asked for: `?format=yaml`, or by `Accept`."""

    schema = None
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (SchemaRenderer, YamlRenderer, TextYamlRenderer)

    def get(self, _request: Request) -> Response:
        return Response(description())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", manual())


class UnknownAddress(APIView):
    """404 by any method; but 401 without a token, as everywhere else."""

    schema = None
    renderer_classes = (FileRenderer,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound

    def get(self, _request: Request, **_kwargs: Any) -> Response:
        raise NotFound
