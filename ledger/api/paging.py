"""Pages by cursor: what is added meanwhile never shifts a page that somebody is reading."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.queries import PageQuery
from ledger.lib.refusals import Refused

SALT = "api cursor"


def page_of(
    request: Request, rows: QuerySet[Any], asked: PageQuery, *, by: Sequence[str], show: Callable[[Any], list[Any]]
) -> Response:
    """Newest first by fields that together are unique. A row may show as several items, which stay together."""
    if asked.cursor is not None:
        rows = rows.filter(_beyond(by, _read_cursor(asked.cursor, len(by))))
    found: list[Model] = list(rows.order_by(*(f"-{field}" for field in by))[: asked.limit + 1])
    more = len(found) > asked.limit
    cursor = _cursor(found[asked.limit - 1], by) if more else None
    return Response(
        {
            "results": [item for row in found[: asked.limit] for item in show(row)],
            "next": _address(request, cursor) if cursor else None,
            "next_cursor": cursor,
        }
    )


def _beyond(by: Sequence[str], place: Sequence[Any]) -> Q:
    """Less than the place in the order of the fields, as words are ordered by their letters."""
    first, *others = by
    beyond = Q(**{f"{first}__lt": place[0]})
    return beyond | (Q(**{first: place[0]}) & _beyond(others, place[1:])) if others else beyond


def _cursor(row: Model, by: Sequence[str]) -> str:
    values = [getattr(row, field) for field in by]
    return signing.dumps([each.isoformat() if isinstance(each, datetime) else each for each in values], salt=SALT)


def _read_cursor(text: str, parts: int) -> Sequence[Any]:
    try:
        place = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        place = None
    if not isinstance(place, list) or len(place) != parts:
        strange = say("This cursor is not one of ours: begin again without it.")
        raise Refused(Problem("cursor", "bad_cursor", strange))
    return place


def _address(request: Request, cursor: str) -> str:
    query = request.query_params.copy()
    query["cursor"] = cursor
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
