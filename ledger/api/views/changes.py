"""The changes of a series over HTTP. Each class in ledger/series/changes/ names its address and its fields."""

from collections.abc import Callable, Mapping
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
from ledger.api.views.series import SeriesView
from ledger.api.views.writing import begin_deletion, begin_write, write_and_answer
from ledger.lib.refusals import Refused
from ledger.series.changes import Change
from ledger.series.changes.change import Address
from ledger.series.models import Event
from ledger.series.services import Done, make_change


def views_by_subpath(changes: Mapping[str, type[Change]]) -> dict[str, type[APIView]]:
    """Return the views by the path below the series. The view at the path "" also answers GET and PATCH."""
    views: dict[str, type[APIView]] = {"": SeriesView}
    for change in changes.values():
        if address := change.address:
            view = views.get(address.path, APIView)
            method = {address.method.lower(): method_of(change, address)}
            views[address.path] = type(f"{change.__name__}At{view.__name__}", (view,), method)
    return views


def method_of(change: type[Change], address: Address) -> Callable[..., Response]:
    """Return a method of a view that makes the change, with its description for the OpenAPI document."""
    body = None if address.method == "DELETE" else body_of(change, address)
    discards = address.status == HTTPStatus.NO_CONTENT  # then there is no series to answer with
    described = extend_schema(
        operation_id=address.operation,
        tags=["Hands" if address.path.startswith("hands") else "Series"],
        summary=address.summary,
        description=address.description or None,
        request=body,
        responses={address.status: None if discards else schemas.Series} | OUT_OF_DATE,
    )
    return described(discarding_method(change) if discards else writing_method(change, body, address.status))


def writing_method(
    change: type[Change], schema: type[inputs.ChangeInput] | None, status: int
) -> Callable[..., Response]:
    """Return a method that makes the change and answers with the series. Without a `schema` the change has no body."""

    def method(_view: APIView, request: Request, series_id: str, **path: Any) -> Response:
        if schema is None:
            series, submit = begin_deletion(request, series_id, at_least=change.role)
            asked = {}
        else:
            series, submit, body = begin_write(request, series_id, schema, at_least=change.role)
            asked = {name: getattr(body, name) for name in change.field_names() if name not in path}

        def write() -> Done:
            try:
                return make_change(change(**asked, **path), series=series, submit=submit)
            except Refused as refused:
                if any(problem.field in path for problem in refused.problems):
                    raise Http404 from refused  # the problem is in the address
                raise

        return write_and_answer(request, write, status)

    return method


def discarding_method(change: type[Change]) -> Callable[..., Response]:
    """Return a method that discards a series, and answers 204."""

    def method(_view: APIView, request: Request, series_id: str) -> Response:
        key = read_key(request)
        with_same_key = Event.objects.filter(series=series_id, kind=change.kind, by=caller(request), key=key)
        if key and with_same_key.exists():  # a repeat by a phone that got no answer
            return as_repeated(Response(status=HTTPStatus.NO_CONTENT))
        series, submit = begin_deletion(request, series_id, at_least=change.role)
        make_change(change(), series=series, submit=submit)
        return Response(status=HTTPStatus.NO_CONTENT)

    return method


def body_of(change: type[Change], address: Address) -> type[inputs.ChangeInput]:
    """Return the schema of the body: `ChangeInput` and the fields of the change that are not in the path."""
    types = get_type_hints(change, include_extras=True)
    sent = [name for name in change.field_names() if f"{{{name}}}" not in address.path]
    fields: dict[str, Any] = {name: (types[name], ...) for name in sent}  # `...`: required
    return create_model(address.body, __base__=inputs.ChangeInput, **fields) if fields else inputs.ChangeInput
