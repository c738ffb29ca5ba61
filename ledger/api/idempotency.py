"""Writes are safe to repeat: the same key, caller, path and body give the first answer again.

The key's row is written first, in the transaction of the work itself. So of two equal requests at the same moment one
does the work; the other waits for it at the database and then finds the answer. What was refused is kept as well, while
everything that it might have written is taken back.
"""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from typing import Any

from django.core.cache import caches
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.kit.faults import Problem
from games.kit.sentences import say
from ledger.api.base import caller
from ledger.api.models import Answer
from ledger.api.problems import CONTENT_TYPE, ImpossibleError

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(days=8)
TIDY_EVERY, AGAIN_AFTER = timedelta(days=1), timedelta(minutes=1)
MOST_AT_ONCE = 500
_VISIBLE = re.compile(r"[\x21-\x7e]{1,200}")
Handler = Callable[..., Response]


def safe_to_repeat(handler: Handler) -> Handler:
    """For a view's `post`."""

    @wraps(handler)
    def once(view: APIView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            with transaction.atomic():
                return handler(view, request, *args, **kwargs)
        if not _VISIBLE.fullmatch(key):
            visible = say("An idempotency key is 1 to 200 visible characters.")
            raise ImpossibleError(Problem(HEADER, "bad_key", visible))
        return _first_or_again(view, request, key, lambda: handler(view, request, *args, **kwargs))

    return once


def _first_or_again(view: APIView, request: Request, key: str, work: Callable[[], Response]) -> Response:
    # Read before anything parses it: Django then keeps it for the parser.
    body_hash = hashlib.sha256(request.body).hexdigest()
    claim = Answer(user=caller(request), path=request.path[:200], key=key, body_hash=body_hash)
    try:
        with transaction.atomic():
            claim.save(force_insert=True)
            response = _work(view, work)
            claim.status, claim.content = response.status_code, response.data
            claim.save(update_fields=["status", "content"])
    except IntegrityError:
        first = Answer.objects.filter(user=claim.user, path=claim.path, key=key).first()
        if first is None:
            raise
        return _again(first, body_hash)
    _tidy_up()
    return response


def _work(view: APIView, work: Callable[[], Response]) -> Response:
    """A refusal is an answer too, but nothing of its work may stay."""
    try:
        with transaction.atomic():
            return work()
    except Exception as exc:  # noqa: BLE001  (whatever the view's own handler knows how to answer)
        return view.handle_exception(exc)


def _again(first: Answer, body_hash: str) -> Response:
    if first.body_hash != body_hash:
        other = say("This idempotency key was used with another body.")
        raise ImpossibleError(Problem(HEADER, "key_reused", other))
    refused = isinstance(first.content, dict) and first.content.get("type", "").startswith("urn:khata:problem")
    response = Response(first.content, status=first.status, content_type=CONTENT_TYPE if refused else None)
    response["Idempotent-Replayed"] = "true"
    return response


# --- Forgetting ------------------------------------------------------------------------------------------------------


def forget_old_answers() -> int:
    """Kept for more than the week that is promised. How many are gone; never so many that a writer has to wait."""
    old = Answer.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).order_by("made_at")
    return Answer.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:MOST_AT_ONCE])).delete()[0]


def _tidy_up() -> None:
    """Now and then a writer clears the table, so that nobody has to think of it. Its own answer never depends on it."""
    if not caches["memory"].add("answers-tidied-up", True, TIDY_EVERY.total_seconds()):  # noqa: FBT003
        return
    with suppress(DatabaseError):
        if forget_old_answers() == MOST_AT_ONCE:
            caches["memory"].touch("answers-tidied-up", AGAIN_AFTER.total_seconds())
