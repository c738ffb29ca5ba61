"""Pagination by cursor, so that rows that are added meanwhile do not shift the pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from django.core import signing
from django.db.models import Q
from pydantic import Field
from rest_framework.pagination import BasePagination
from rest_framework.request import Request

from games.contract import Frozen
from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.schemas.base import number_in_address
from ledger.lib.refusals import Refused

SALT = "api cursor"
LARGEST_PAGE = 100
DEFAULT_PAGE = 50


class PageQuery(Frozen):
    cursor: str | None = Field(None, description="`next_cursor` of the page before; left out for the first page.")
    limit: Annotated[
        int,
        number_in_address(1, LARGEST_PAGE),
        Field(description=f"How many rows at most; {DEFAULT_PAGE} if left out, and never more than {LARGEST_PAGE}."),
    ] = DEFAULT_PAGE


class NewestFirst(BasePagination):
    """Divides a list into pages. `ordering` names fields that together are unique.

    Rows with the highest value of a field come first; if its name begins with `+`, rows with the lowest value do.
    `paginate_queryset` sets `next`, the address of the next page, and `next_cursor`.
    """

    next: str | None = None
    next_cursor: str | None = None

    def __init__(self, query: PageQuery, *ordering: str) -> None:
        self.query, self.ordering = query, ordering
        self.salt = f"{SALT} {' '.join(ordering)}"  # a cursor of a list with another ordering is not valid

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:  # noqa: ARG002
        limit = self.query.limit
        if self.query.cursor is not None:
            try:
                values = signing.loads(self.query.cursor, salt=self.salt)
            except signing.BadSignature:
                values = None
            if values is None:
                unknown = say("This cursor is not one of ours: begin again without it.")
                raise Refused(Problem("cursor", "bad_cursor", unknown))
            queryset = queryset.filter(self._after(self.ordering, values))
        order = [field[1:] if field[0] == "+" else f"-{field}" for field in self.ordering]
        rows = list(queryset.order_by(*order)[: limit + 1])
        if len(rows) > limit:
            last = [getattr(rows[limit - 1], field.lstrip("+")) for field in self.ordering]
            values = [value.isoformat() if isinstance(value, datetime) else value for value in last]
            self.next_cursor = signing.dumps(values, salt=self.salt)
            address = request.query_params.copy()
            address["cursor"] = self.next_cursor
            self.next = request.build_absolute_uri(f"{request.path}?{address.urlencode()}")
        return rows[:limit]

    def _after(self, fields: Sequence[str], values: Sequence[Any]) -> Q:
        """Return the condition for the rows after these values. If the first field is equal, the next field decides."""
        field, value = fields[0].lstrip("+"), values[0]
        is_after = Q(**{f"{field}__gt" if fields[0][0] == "+" else f"{field}__lt": value})
        return is_after | (Q(**{field: value}) & self._after(fields[1:], values[1:])) if fields[1:] else is_after
