"""The API told to programs, and to those who write them. Open to all: there is nothing in it of anybody."""

import yaml
from django.http import HttpResponse
from django.shortcuts import render
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from ledger.api.base import ApiView
from ledger.api.manual import chapters, games, models
from ledger.api.openapi import description

YAML = "application/yaml"


class OpenView(ApiView):
    def get_authenticators(self) -> list[BaseAuthentication]:
        return []

    def get_permissions(self) -> list[BasePermission]:
        return []


class Schema(OpenView):
    """As JSON, unless YAML is asked for: `?format=yaml`, or by `Accept`."""

    def get(self, request: Request) -> HttpResponse | Response:
        if _wants_yaml(request):
            written: str = yaml.safe_dump(description(), allow_unicode=True, sort_keys=False, width=120)
            return HttpResponse(written, content_type=YAML)
        return Response(description())


def _wants_yaml(request: Request) -> bool:
    asked = request.query_params.get("format")
    if asked in ("json", "yaml"):
        return bool(asked == "yaml")
    accept = request.headers.get("Accept", "")
    return "json" not in accept and ("yaml" in accept or "vnd.oai.openapi" in accept)


class Docs(OpenView):
    def get(self, request: Request) -> HttpResponse:
        context = {
            "chapters": chapters(),
            "models": models(),
            "games": games(),
            "about": description()["info"]["description"],
        }
        return render(request._request, "api/docs.html", context)  # noqa: SLF001  (a template wants Django's own)
