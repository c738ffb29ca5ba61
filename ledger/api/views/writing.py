"""What the writes to a series share.

Those that add to its chain hand the key of the request to the event: the service knows a repeat by it, and refuses any
other change under the same key. Notes and bids are not in the chain; they leave receipts (ledger/api/idempotency.py).
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import Frozen
from ledger.api.idempotency import Written, as_repeated, key_reused, read_key
from ledger.api.models import Receipt
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.schemas.base import read_body, read_query
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.series import models
from ledger.series.access import enter_series
from ledger.series.audit.rebuilding import state_at
from ledger.series.services import Done, Submit
from ledger.series.state import SeriesState

Write: TypeAlias = Callable[[], Done]
Body = TypeVar("Body", bound=Frozen)
VersionedBody = TypeVar("VersionedBody", bound=inputs.VersionInput)


class VersionRequired(APIException):
    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = gettext_lazy("Say in If-Match or base_version which version of the series you have seen.")


def begin_write(
    request: Request, series_id: str, schema: type[VersionedBody], *, at_least: Role = Role.SCORER
) -> tuple[models.Series, Submit, VersionedBody]:
    entrance = enter_series(request.user, series_id, at_least=at_least)
    inputs.HandsQuery.of(request)  # refused before anything is written
    body = read_keyed_body(schema, request, models.Event.objects.filter(series=entrance.series))
    played_at = body.played_at if isinstance(body, inputs.ChangeInput) else None
    return entrance.series, Submit(entrance.me, body.base_version, read_key(request), played_at=played_at), body


def begin_deletion(request: Request, series_id: str, *, at_least: Role = Role.SCORER) -> tuple[models.Series, Submit]:
    """At the version that the request has seen: 0, which no series has, if that is not the one of today. Then the
    service refuses it, unless it knows its key."""
    entrance = enter_series(request.user, series_id, at_least=at_least)
    asked, if_match = read_query(inputs.VersionQuery, request), request.headers.get("If-Match")
    if if_match is None and asked.base_version is None:
        raise VersionRequired
    version = entrance.series.version
    seen = {stated for stated in (asked.base_version, if_match and if_match.strip()) if stated is not None}
    base_version = version if seen <= {version, f'"{version}"'} else 0
    return entrance.series, Submit(entrance.me, base_version, read_key(request), played_at=asked.played_at)


def read_keyed_body(schema: type[Body], request: Request, events: QuerySet[Any]) -> Body:
    """The body of the request. What is wrong with it does not matter if one of the events has its key already."""
    try:
        return read_body(schema, request)
    except Refused as refused:
        if (key := read_key(request)) and events.filter(key=key).exists():
            raise key_reused() from refused
        raise


def answered_with_series(status: int = 200) -> Callable[[Callable[..., Write]], Callable[..., Response]]:
    """For a method of a view that reads and checks the request, and returns what changes the series."""

    def decorate(handler: Callable[..., Write]) -> Callable[..., Response]:
        @wraps(handler)
        def write(view: APIView, request: Request, **path: str) -> Response:
            change = handler(view, request, **path)
            with transaction.atomic():  # an answer that cannot be made takes the change back
                done = change()
                answer = None if done.first else schemas.Series.of(done.state, request)
            if done.first:
                # Not before the transaction has ended: it waits for a replica, docs/decisions/0142-failover.md.
                then = state_at(done.state.series, done.first.number)
                return as_repeated(Response(schemas.Series.of(then, request), status))
            return Response(answer, status)

        return write

    return decorate


class SeriesWrite(APIView):
    """A POST or PATCH that is answered with the series."""

    def written(self, request: Request, state: SeriesState) -> Written:
        answer = schemas.Series.of(state, request)
        return Written(answer, made=state.series.pk, version=state.series.version, status=200)

    def rebuild(self, request: Request, receipt: Receipt) -> schemas.Series:
        series = enter_series(request.user, receipt.made).series
        return schemas.Series.of(state_at(series, receipt.version or 0), request)
