"""Pagination by cursor, so that rows that are added meanwhile do not shift the pages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from django.core import signing
from django.db.models import Q, QuerySet
from pydantic import Field
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


class PageOfRows(NamedTuple):
    rows: list[Any]
    next: str | None = None  # the address of the next page
    next_cursor: str | None = None


def page_newest_first(rows: QuerySet[Any], query: PageQuery, request: Request, *ordering: str) -> PageOfRows:
    """Return one page of a list. `ordering` names fields that together are unique.

    Rows with the highest value of a field come first; if its name begins with `+`, rows with the lowest value do.
    """
    salt = f"{SALT} {' '.join(ordering)}"  # a cursor of a list with another ordering is not valid
    if query.cursor is not None:
        try:
            values = signing.loads(query.cursor, salt=salt)
        except signing.BadSignature as error:
            unknown = say("This cursor is not one of ours: begin again without it.")
            raise Refused(Problem("cursor", "bad_cursor", unknown)) from error
        rows = rows.filter(_after(ordering, values))
    order = [field[1:] if field[0] == "+" else f"-{field}" for field in ordering]
    page = list(rows.order_by(*order)[: query.limit + 1])
    if len(page) <= query.limit:
        return PageOfRows(page)
    page.pop()  # the first row of the next page
    last = [getattr(page[-1], field.lstrip("+")) for field in ordering]
    values = [value.isoformat() if isinstance(value, datetime) else value for value in last]
    address = request.query_params.copy()
    address["cursor"] = cursor = signing.dumps(values, salt=salt)
    return PageOfRows(page, request.build_absolute_uri(f"{request.path}?{address.urlencode()}"), cursor)


def _after(fields: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition for the rows after these values. If the first field is equal, the next field decides."""
    field, value = fields[0].lstrip("+"), values[0]
    is_after = Q(**{f"{field}__gt" if fields[0][0] == "+" else f"{field}__lt": value})
    if not fields[1:]:
        return is_after
    return is_after | (Q(**{field: value}) & _after(fields[1:], values[1:]))
