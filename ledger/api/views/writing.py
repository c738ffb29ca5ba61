"""What all writes to a series have in common: reading the request, and answering with the series.

A write that adds to the series' chain stores the key of the request in the event. By this key the service recognises a
repeat, and refuses any other change with the same key. Notes and bids are not in the chain; they leave receipts
(ledger/api/idempotency.py).
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.contract import Frozen
from ledger.api.idempotency import StoredAnswer, as_repeated, key_reused, read_key
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

Body = TypeVar("Body", bound=Frozen)
VersionedBody = TypeVar("VersionedBody", bound=inputs.VersionInput)


class VersionRequired(APIException):
    status_code = HTTPStatus.PRECONDITION_REQUIRED
    default_detail = gettext_lazy("Say in If-Match or base_version which version of the series you have seen.")


def begin_write(
    request: Request, series_id: str, schema: type[VersionedBody], *, at_least: Role = Role.SCORER
) -> tuple[models.Series, Submit, VersionedBody]:
    """Return the series, and the submit and the body of a POST."""
    entrance = enter_series(request.user, series_id, at_least=at_least)
    inputs.HandsQuery.of(request)  # refuses a bad query before anything is written
    body = read_keyed_body(schema, request, models.Event.objects.filter(series=entrance.series))
    played_at = body.played_at if isinstance(body, inputs.ChangeInput) else None
    return entrance.series, Submit(entrance.me, body.base_version, read_key(request), played_at=played_at), body


def begin_deletion(request: Request, series_id: str, *, at_least: Role = Role.SCORER) -> tuple[models.Series, Submit]:
    """Return the series and the submit of a DELETE, whose version is in `If-Match` or `base_version`.

    If one of these is not the current version, the submit has version 0, which no series has. The service then refuses
    it, unless it repeats an earlier request with the same key.
    """
    entrance = enter_series(request.user, series_id, at_least=at_least)
    query, if_match = read_query(inputs.VersionQuery, request), request.headers.get("If-Match")
    if if_match is None and query.base_version is None:
        raise VersionRequired
    version = entrance.series.version
    is_current = query.base_version in (None, version) and (if_match is None or if_match.strip() == f'"{version}"')
    submit = Submit(entrance.me, version if is_current else 0, read_key(request), played_at=query.played_at)
    return entrance.series, submit


def read_keyed_body(schema: type[Body], request: Request, events: QuerySet[Any]) -> Body:
    """Return the body of the request. Refuse a body with problems.

    If one of `events` has the key of the request already, `key_reused` is the only problem that the refusal names.
    """
    try:
        return read_body(schema, request)
    except Refused as refused:
        if (key := read_key(request)) and events.filter(key=key).exists():
            raise key_reused() from refused
        raise


def write_and_answer(request: Request, write: Callable[[], Done], status: int) -> Response:
    """Change a series by `write`, and answer with the series.

    A repeat with the same key is answered with the series as it was after the first request.
    """
    with transaction.atomic():  # rolls the change back if the answer cannot be made
        done = write()
        answer = None if done.repeated_event else schemas.Series.of(done.state, request)
    if done.repeated_event:
        # After the commit, which waits until a replica has the first change: docs/decisions/0142-failover.md.
        state_then = state_at(done.state.series, done.repeated_event.number)
        return as_repeated(Response(schemas.Series.of(state_then, request), status))
    return Response(answer, status)


class SeriesWrite(APIView):
    """The base of views that answer a POST or PATCH with the series, and leave a receipt."""

    def stored_answer(self, request: Request, state: SeriesState, status: int = 200) -> StoredAnswer:
        """Return the answer with the series, and what the receipt of the request stores."""
        answer = schemas.Series.of(state, request)
        return StoredAnswer(answer, made=state.series.pk, version=state.series.version, status=status)

    def rebuild(self, request: Request, receipt: Receipt) -> schemas.Series:
        series = enter_series(request.user, receipt.made).series
        return schemas.Series.of(state_at(series, receipt.version or 0), request)
