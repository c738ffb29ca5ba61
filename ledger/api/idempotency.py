"""Writes are safe to repeat: the same key, caller, path and body give the first answer again, to the byte.

A view's `post` first reads and checks, while nobody has to wait for it, and returns the work that writes. The answer
is kept in the transaction of that work, under a key that the database allows once. So of two equal requests at the same
moment one does the work; whatever the other did meanwhile is taken back, and it gets the first one's answer. What was
refused is kept as well, after everything that it might have written is gone.
"""

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeAlias

from django.core.cache import caches
from django.db import DatabaseError, IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.api.base import caller
from ledger.api.models import Answer
from ledger.api.problems import CONTENT_TYPE
from ledger.lib.prepared import Prepared, insert
from ledger.lib.refusals import Refused

HEADER = "Idempotency-Key"
KEPT_FOR = timedelta(days=8)
TIDY_EVERY, AGAIN_AFTER = timedelta(days=1), timedelta(minutes=1)
MOST_AT_ONCE = 500
_VISIBLE = re.compile(r"[\x21-\x7e]{1,200}")


Work: TypeAlias = Callable[[], Response]


def safe_to_repeat(handler: Callable[..., Work]) -> Callable[..., HttpResponse]:
    """For a view's `post`."""

    @wraps(handler)
    def once(view: APIView, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None:
            work = handler(view, request, *args, **kwargs)
            with transaction.atomic():
                return work()
        if not _VISIBLE.fullmatch(key):
            visible = say("An idempotency key is 1 to 200 visible characters.")
            raise Refused(Problem(HEADER, "bad_key", visible))
        return _first_or_again(view, request, key, lambda: handler(view, request, *args, **kwargs))

    return once


def _first_or_again(view: APIView, request: Request, key: str, prepare: Callable[[], Work]) -> HttpResponse:
    # Read before anything parses it: Django then keeps it for the parser.
    body_hash = hashlib.sha256(request.body).hexdigest()
    asked = Answer(user=caller(request), path=request.path[:200], key=key, body_hash=body_hash)
    try:
        response = _known(asked) or _once(asked, prepare())
    except Exception as exc:  # noqa: BLE001  (whatever the view's own handler knows how to answer)
        refusal = view.handle_exception(exc)
        response = _once(asked, lambda: refusal)
    _tidy_up()
    return response


def _once(asked: Answer, work: Work) -> HttpResponse:
    try:
        with transaction.atomic():
            return _kept(asked, work())
    except IntegrityError:
        if known := _known(asked):
            return known
        raise


def _kept(answer: Answer, response: Response) -> HttpResponse:
    answer.status, answer.content = response.status_code, JSONRenderer().render(response.data).decode()
    insert(answer)
    return _as_sent(answer)


def _known(asked: Answer) -> HttpResponse | None:
    first = _FIRST.first(user=asked.user_id, path=asked.path, key=asked.key)
    if first is None:
        return None
    if first.body_hash != asked.body_hash:
        other = say("This idempotency key was used with another body.")
        raise Refused(Problem(HEADER, "key_reused", other))
    response = _as_sent(first)
    response["Idempotent-Replayed"] = "true"
    return response


def _as_sent(answer: Answer) -> HttpResponse:
    refused = answer.status >= HTTPStatus.BAD_REQUEST
    return HttpResponse(answer.content, CONTENT_TYPE if refused else "application/json", answer.status)


_FIRST = Prepared(lambda user, path, key: Answer.objects.filter(user=user, path=path, key=key))


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
