"""A request whose connection to the database breaks: repeated once where that is safe, else answered with 503.

On PostgreSQL the server really ends the connection. On SQLite the same errors are raised by hand.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, InternalError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from ledger.api.views import writing
from ledger.circles.views import people
from ledger.config import failover
from ledger.lib.current_request import enter_request, note_error
from ledger.lib.database_errors import is_failover
from ledger.series import services
from ledger.series.models import Event
from tests.ledger.config.test_unavailable import browser, caused, post_hand
from tests.ledger.pages import address, submit
from tests.ledger.series.conftest import Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def lose_connection() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    raise caused(OperationalError, psycopg.errors.AdminShutdown)


@pytest.fixture
def breaks(monkeypatch) -> Callable[..., list[int]]:
    """`breaks(module, name, times)`: so many calls of the function lose the connection. Returns a list of the calls."""

    def plant(module: Any, name: str, times: int = 1) -> list[int]:
        calls: list[int] = []
        original = getattr(module, name)

        def function(*arguments: Any, **options: Any) -> Any:
            calls.append(len(calls) + 1)
            if len(calls) <= times:
                lose_connection()
            return original(*arguments, **options)

        monkeypatch.setattr(module, name, function)
        return calls

    return plant


def hands(scorer: Scorer) -> int:
    return Event.objects.filter(series=scorer.series, kind="recorded").count()


# --- Errors that mean a failover -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (caused(OperationalError, psycopg.errors.AdminShutdown), True),  # 57P01
        (caused(OperationalError, psycopg.errors.CrashShutdown), True),  # 57P02
        (caused(OperationalError, psycopg.errors.CannotConnectNow), True),  # 57P03
        (caused(OperationalError, psycopg.errors.ConnectionFailure), True),  # 08006
        (caused(OperationalError, psycopg.OperationalError), True),  # "server closed the connection unexpectedly"
        (caused(InternalError, psycopg.errors.ReadOnlySqlTransaction), True),  # 25006
        (caused(OperationalError, psycopg.errors.LockNotAvailable), False),  # another writer was slow
        (caused(OperationalError, psycopg.errors.DiskFull), False),
        (caused(DatabaseError, psycopg.DatabaseError), False),
        (OperationalError("database is locked"), False),  # SQLite
        (OSError("disk full"), False),
        (None, False),
    ],
)
def test_errors_of_a_failover(error, expected):
    assert is_failover(error) is expected


# --- Writes ----------------------------------------------------------------------------------------------------------


KEY = {"Idempotency-Key": "one"}


@pytest.mark.parametrize(
    ("headers", "broken", "status", "attempts"),
    [
        (KEY, 1, 201, [1, 2]),
        ({}, 1, 503, [1]),  # without a key a write is not repeated
        (KEY, 9, 503, [1, 2]),  # there is no third attempt
    ],
)
def test_a_hand_with_a_key_is_recorded_by_the_second_attempt(bob_scores, breaks, headers, broken, status, attempts):
    calls = breaks(services, "append_event", times=broken)
    answer = post_hand(bob_scores.me, bob_scores.series, **headers)
    assert (answer.status_code, calls) == (status, attempts)
    assert (answer.get("Retry-After"), hands(bob_scores)) == (("5", 0) if status == 503 else (None, 1))
    assert "Idempotent-Replayed" not in answer


def test_a_hand_whose_commit_was_done_before_the_connection_broke_is_not_recorded_twice(bob_scores, breaks):
    breaks(writing, "Response")  # made right after the commit
    answer = post_hand(bob_scores.me, bob_scores.series, **{"Idempotency-Key": "one"})
    assert (answer.status_code, answer.headers.get("Idempotent-Replayed")) == (201, "true")
    assert hands(bob_scores) == 1


def test_a_form_with_a_key_is_saved_by_the_second_attempt(bob_scores, breaks):
    client, sent = browser(bob_scores.me.user), submit(bob_scores.series) | {"reason": "misdeal"}
    breaks(services, "append_event")
    assert client.post(address("throw_in", bob_scores.series), sent).status_code == 302
    assert hands(bob_scores) == 1


def test_a_form_without_a_key_is_not_sent_twice(owner, breaks):
    client, circle = browser(owner.user), owner.circle
    calls = breaks(people.players, "add_player")
    answer = client.post(reverse("add_player", args=[circle.pk]), {"name": "Dora"})
    assert (answer.status_code, answer["Retry-After"], calls) == (503, "5", [1])
    assert not circle.players.filter(name="Dora").exists()


# --- The connection --------------------------------------------------------------------------------------------------


def test_a_connection_to_a_server_that_has_become_a_replica_is_not_used_again(bob_scores, monkeypatch):
    client, sent = browser(bob_scores.me.user), submit(bob_scores.series) | {"reason": "misdeal"}
    original, stale = services.append_event, connection.connection
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = on")  # for this connection alone
    else:

        def write(*arguments: Any, **options: Any) -> Any:
            if connection.connection is stale:
                raise caused(InternalError, psycopg.errors.ReadOnlySqlTransaction)
            return original(*arguments, **options)

        monkeypatch.setattr(services, "append_event", write)
    assert client.post(address("throw_in", bob_scores.series), sent).status_code == 302
    assert hands(bob_scores) == 1


@contextmanager
def unavailable(error: BaseException, statements: int) -> Iterator[tuple[failover.FailoverMiddleware, list[int]]]:
    """The middleware around a page that always meets this error, after so many statements."""
    calls: list[int] = []

    with enter_request("one") as current:

        def page(_request: HttpRequest) -> HttpResponse:
            calls.append(1)
            current.statements = statements
            note_error(error)
            return HttpResponse(status=503)

        yield failover.FailoverMiddleware(page), calls


LOST = caused(OperationalError, psycopg.errors.AdminShutdown)


@pytest.mark.parametrize(
    ("cause", "statements", "attempts"),
    [
        (psycopg.errors.AdminShutdown, 1, 2),
        (psycopg.errors.AdminShutdown, 0, 1),  # the request found no database, and is answered at once
        (psycopg.errors.LockNotAvailable, 1, 1),  # a slow writer is no failover
    ],
)
def test_reading_is_repeated(cause, statements, attempts):
    with unavailable(caused(OperationalError, cause), statements) as (middleware, calls):
        assert middleware(RequestFactory().get("/")).status_code == 503
        assert len(calls) == attempts


def test_the_connection_is_closed_whether_or_not_the_request_is_repeated():
    with unavailable(LOST, statements=1) as (middleware, _calls):
        for request in (RequestFactory().delete("/"), RequestFactory().get("/")):
            with connection.cursor():
                assert connection.connection is not None
            middleware(request)
            assert connection.connection is None


def test_the_second_attempt_waits_for_a_primary(monkeypatch):
    original, refused = connection.cursor, []

    def cursor() -> Any:
        if len(refused) < 3:
            refused.append(1)
            raise OperationalError("connection refused")
        return original()

    monkeypatch.setattr(failover, "PAUSE", 0.0)
    monkeypatch.setattr(connection, "cursor", cursor)
    assert failover.wait_for_primary(within=60)
    assert len(refused) == 3
    refused.clear()
    assert not failover.wait_for_primary(within=0)
