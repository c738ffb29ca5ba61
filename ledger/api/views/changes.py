"""The changes of a series over HTTP. Each class in ledger/series/changes/ names its address and its fields."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from http import HTTPStatus
from typing import Any, get_type_hints

from django.http import Http404
from drf_spectacular.utils import extend_schema
from pydantic import create_model
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.auth import caller
from ledger.api.idempotency import as_repeated, read_key
from ledger.api.openapi import OUT_OF_DATE
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.views.writing import Write, answered_with_series, begin_deletion, begin_write
from ledger.lib.refusals import Refused
from ledger.series.changes import Change
from ledger.series.models import Event
from ledger.series.services import Done, make_change

_TAGS = {"hands": "Hands"}  # by the first part of the path; other paths have the tag Series


def views_of(changes: Mapping[str, type[Change]], others: Mapping[str, type[APIView]]) -> dict[str, type[APIView]]:
    """Return a view for each path. `others` are views that answer other methods at the same paths."""
    views = dict(others)
    for change in changes.values():
        if address := change.address:
            view = views.get(address.path, APIView)
            method = {address.method.lower(): method_for(change)}
            views[address.path] = type(f"{change.__name__}At{view.__name__}", (view,), method)
    return views


def method_for(change: type[Change]) -> Callable[..., Response]:
    """Return a method of a view that makes the change, with its description for the OpenAPI document."""
    address = change.address
    assert address
    body = None if address.method == "DELETE" else body_of(change)
    takes_series_away = address.status == HTTPStatus.NO_CONTENT
    described = extend_schema(
        operation_id=address.operation,
        tags=[_TAGS.get(address.path.partition("/")[0], "Series")],
        summary=address.summary,
        description=address.description or None,
        request=body,
        responses={address.status: None if takes_series_away else schemas.Series} | OUT_OF_DATE,
    )
    return described(take_away(change) if takes_series_away else write(change, body))


def write(change: type[Change], schema: type[inputs.ChangeInput] | None) -> Callable[..., Response]:
    """Return a method that makes the change and answers with the series."""
    address = change.address
    assert address

    @answered_with_series(address.status)
    def method(_view: APIView, request: Request, series_id: str, **path: Any) -> Write:
        if schema is None:
            series, submit = begin_deletion(request, series_id, at_least=change.role)
            asked = {}
        else:
            series, submit, body = begin_write(request, series_id, schema, at_least=change.role)
            asked = {name: getattr(body, name) for name in change.field_names() if name not in path}

        def make() -> Done:
            try:
                return make_change(change(**asked, **path), series=series, submit=submit)
            except Refused as refused:
                if any(problem.field in path for problem in refused.problems):
                    raise Http404 from refused  # the problem is in the address
                raise

        return make

    return method


def take_away(change: type[Change]) -> Callable[..., Response]:
    """Return a method that makes a change after which there is no series to answer with: it answers 204."""

    def method(_view: APIView, request: Request, series_id: str) -> Response:
        key = read_key(request)
        earlier = Event.objects.filter(series=series_id, kind=change.kind, by=caller(request), key=key)
        if key and earlier.exists():  # a repeat by a phone that got no answer
            return as_repeated(Response(status=HTTPStatus.NO_CONTENT))
        series, submit = begin_deletion(request, series_id, at_least=change.role)
        make_change(change(), series=series, submit=submit)
        return Response(status=HTTPStatus.NO_CONTENT)

    return method


def body_of(change: type[Change]) -> type[inputs.ChangeInput]:
    """Return the schema of the body: `ChangeInput` and the fields of the change that are not in the path."""
    address = change.address
    assert address
    types = get_type_hints(change, include_extras=True)
    sent = {each.name: types[each.name] for each in fields(change) if f"{{{each.name}}}" not in address.path}
    if not sent:
        return inputs.ChangeInput
    definitions: dict[str, Any] = {name: (kind, ...) for name, kind in sent.items()}
    return create_model(address.body, __base__=inputs.ChangeInput, **definitions)
