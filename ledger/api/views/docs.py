"""The description of the API for programs and people, open to all; and the answer for unknown addresses."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.formats import FileRenderer, SchemaRenderer, TextYamlRenderer, YamlRenderer
from ledger.api.openapi import description
from ledger.lib.markdown import TextPage, as_page, read_body


class SchemaView(APIView):
    """The description as JSON; as YAML with `?format=yaml` or if `Accept` says so."""

    schema = None
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (SchemaRenderer, YamlRenderer, TextYamlRenderer)

    def get(self, _request: Request) -> Response:
        return Response(description())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api/docs.html", {"manual": manual()})


@cache
def manual() -> TextPage:
    """Return docs/api.md without its links, because the files to which they lead are not on the site."""
    tokens = read_body(settings.BASE_DIR / "docs" / "api.md")
    for part in (part for token in tokens for part in token.children or ()):
        if part.type in ("link_open", "link_close"):
            part.tag, part.attrs = "span", {}
    return as_page(tokens)


class UnknownAddressView(APIView):
    """Answers 404 to any method, but 401 to a caller who is not signed in."""

    schema = None
    renderer_classes = (FileRenderer,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound

    def get(self, _request: Request, **_kwargs: Any) -> Response:
        raise NotFound
