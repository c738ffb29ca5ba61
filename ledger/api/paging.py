"""Pages by cursor: what is added meanwhile never shifts a page that somebody is reading."""

from collections.abc import Callable
from typing import Any

from django.core import signing
from django.db.models import Model, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.faults import Problem
from games.kit.sentences import say
from ledger.api.problems import ImpossibleError

MOST = 100
USUAL = 50
SALT = "api cursor"


def page_of(request: Request, rows: QuerySet[Any], *, by: str, show: Callable[[Any], list[Any]]) -> Response:
    """Newest first by a field that only grows. A row may show as several items, which stay together."""
    if after := request.query_params.get("cursor"):
        rows = rows.filter(**{f"{by}__lt": _read_cursor(after)})
    size = _size(request.query_params.get("limit", str(USUAL)))
    found: list[Model] = list(rows.order_by(f"-{by}")[: size + 1])
    more = len(found) > size
    return Response(
        {
            "results": [item for row in found[:size] for item in show(row)],
            "next_cursor": signing.dumps(str(getattr(found[size - 1], by)), salt=SALT) if more else None,
        }
    )


def _read_cursor(text: str) -> Any:
    try:
        return signing.loads(text, salt=SALT)
    except signing.BadSignature:
        strange = say("This cursor is not one of ours: begin again without it.")
        raise ImpossibleError(Problem("cursor", "bad_cursor", strange)) from None


def _size(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 4 or not 1 <= int(text) <= MOST:  # noqa: PLR2004
        raise ImpossibleError(
            Problem("limit", "out_of_range", say("This must be from {low} to {high}.", low=1, high=MOST))
        )
    return int(text)
