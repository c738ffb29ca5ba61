"""Writes are safe to repeat: the same key, caller, path and body give the first answer again.

A write to a chain of a series stores its key in the chain: ledger/api/views/writing.py. Every other POST or PATCH with
a key leaves a receipt, except `POST check`, which stores nothing. The work and its receipt are one transaction, and the
database allows a key once. So of two equal requests at the same time, one does the work. The work of the other is
rolled back, and both get the same answer. A receipt holds only the status of the answer, and the id and version of the
row that was written: the view's `rebuild` makes the answer again.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Protocol, TypeAlias

from django.db import IntegrityError, transaction
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.auth import caller
from ledger.api.models import Receipt
from ledger.lib.refusals import Refused

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(days=8)
_VISIBLE = re.compile(r"[\x21-\x7e]{1,200}")


@dataclass(frozen=True)
class StoredAnswer:
    """The answer to a write, with what a receipt stores of it.

    `made` is the id of the row that was written; a series also has its `version`.
    """

    answer: BaseModel
    made: str = ""
    version: int | None = None
    status: int = 201


Work: TypeAlias = Callable[[], StoredAnswer]  # does the write


class RepeatableView(Protocol):
    def rebuild(self, request: Request, receipt: Receipt) -> Any:
        """Return the answer at the version in the receipt. Names and texts in the answer may have changed since."""


def read_key(request: Request) -> str | None:
    """Return the Idempotency-Key of the request, or None. Refuse a key that is too long or has other characters."""
    key = request.headers.get(HEADER)
    if key is not None and not _VISIBLE.fullmatch(key):
        raise Refused(Problem(HEADER, "bad_key", say("The key of a request is 1 to 200 visible characters.")))
    return key


def key_reused() -> Refused:
    """Return the refusal of a request whose key was sent before with other content."""
    return Refused(
        Problem(HEADER, "key_reused", say("This was sent before with other content. What the site got first holds."))
    )


def as_repeated(response: Response) -> Response:
    """Mark the answer as the answer to an earlier request with the same key."""
    response["Idempotent-Replayed"] = "true"
    return response


def safe_to_repeat(handler: Callable[..., Work]) -> Callable[..., Response]:
    """Decorate the `post` or `patch` of a view that has `rebuild`.

    The decorated method reads and checks the request, and returns a function that writes. A refused request leaves no
    receipt, so its key can be used again.
    """

    @wraps(handler)
    def method(view: RepeatableView, request: Request, **path: Any) -> Response:
        receipt = None
        if key := read_key(request):
            # Django keeps the body once `request.body` was read, so the parser can read the body again after this.
            body_hash = hashlib.sha256(request.body).hexdigest()
            receipt = Receipt(user=caller(request), path=request.path[:200], key=key, body_hash=body_hash)
            if first := _first_receipt(receipt):
                return _repeat(view, request, first, body_hash)
        work = handler(view, request, **path)
        try:
            with transaction.atomic():
                done = work()
                if receipt:
                    receipt.status, receipt.made, receipt.version = done.status, done.made, done.version
                    receipt.save(force_insert=True)
        except IntegrityError:
            # Another request with the same key may have been answered meanwhile. The work of this one is rolled back.
            if receipt and (first := _first_receipt(receipt)):
                return _repeat(view, request, first, receipt.body_hash)
            raise
        return Response(done.answer, done.status)

    return method


def _first_receipt(receipt: Receipt) -> Receipt | None:
    """Return the stored receipt of an earlier request with the same caller, path and key."""
    return Receipt.objects.filter(user=receipt.user, path=receipt.path, key=receipt.key).first()


def _repeat(view: RepeatableView, request: Request, first: Receipt, body_hash: str) -> Response:
    """Return the answer to the first request again. Refuse a body that differs from that of the first request."""
    if first.body_hash != body_hash:
        raise key_reused()
    # After a crash of PostgreSQL, perhaps no replica has the rows that the first request wrote. A lock is a write, so
    # this transaction ends only when a replica has all earlier writes: docs/decisions/0142-failover.md.
    with transaction.atomic():
        Receipt.objects.select_for_update().get(pk=first.pk)
    return as_repeated(Response(view.rebuild(request, first), first.status))
