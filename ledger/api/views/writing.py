"""What the writes to a series share.

Those that add to its chain hand the key of the request to the event: the service knows a repeat by it, and refuses any
other change under the same key. Notes and bids are not in the chain; they leave receipts (ledger/api/idempotency.py).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import Frozen
from ledger.api.idempotency import Written, as_repeated, key_reused, read_key
from ledger.api.models import Receipt
from ledger.api.schemas import series as schemas
from ledger.api.schemas import series_input as inputs
from ledger.api.schemas.base import read_body
from ledger.circles.roles import Role
from ledger.lib.refusals import Refused
from ledger.series import models
from ledger.series.access import enter_series
from ledger.series.audit.rebuilding import state_at
from ledger.series.services import Done, Submit
from ledger.series.state import SeriesState

Change: TypeAlias = Callable[[], Done]
Body = TypeVar("Body", bound=Frozen)
VersionedBody = TypeVar("VersionedBody", bound=inputs.VersionInput)


def begin_write(
    request: Request, series_id: str, schema: type[VersionedBody], *, at_least: Role = Role.SCORER
) -> tuple[models.Series, Submit, VersionedBody]:
    entrance = enter_series(request.user, series_id, at_least=at_least)
    inputs.HandsQuery.of(request)  # refused before anything is written
    body = read_keyed_body(schema, request, models.Event.objects.filter(series=entrance.series))
    played_at = body.played_at if isinstance(body, inputs.ChangeInput) else None
    return entrance.series, Submit(entrance.me, body.base_version, read_key(request), played_at=played_at), body


def read_keyed_body(schema: type[Body], request: Request, events: QuerySet[Any]) -> Body:
    """The body of the request. What is wrong with it does not matter if one of the events has its key already."""
    try:
        return read_body(schema, request)
    except Refused as refused:
        if (key := read_key(request)) and events.filter(key=key).exists():
            raise key_reused() from refused
        raise


def answered_with_series(status: int = 200) -> Callable[[Callable[..., Change]], Callable[..., Response]]:
    """For a method of a view that reads and checks the request, and returns what changes the series."""

    def decorate(handler: Callable[..., Change]) -> Callable[..., Response]:
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
