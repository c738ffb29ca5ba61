"""An unavailable database: pages and API answer 503 with an explanation, keep the input, and write nothing."""

import errno
import os
import shutil
from io import BytesIO
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import Mock

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, IntegrityError, InterfaceError, InternalError, OperationalError, ProgrammingError
from django.test import Client
from psycopg.errors import InvalidTransactionState, ReadOnlySqlTransaction

from ledger.circles.models import Member, User
from ledger.config import views
from ledger.lib.database_errors import is_unavailable
from ledger.series import services
from ledger.series.models import Event, Series
from tests.ledger.api.conftest import Program
from tests.ledger.pages import address, client_of, submit
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def caused(error: type[DatabaseError], cause: type[psycopg.Error]) -> DatabaseError:
    """As Django raises it: with psycopg's error as the cause."""
    raised = error("in whatever language the server speaks")
    raised.__cause__ = cause()
    return raised


@pytest.mark.parametrize(
    ("error", "unavailable"),
    [
        (OperationalError("database is locked"), True),
        (OperationalError("database or disk is full"), True),
        (OperationalError("attempt to write a readonly database"), True),
        (OperationalError("unable to open database file"), True),
        (DatabaseError("database disk image is malformed"), True),
        (DatabaseError("file is not a database"), True),
        (InterfaceError("the connection is closed"), True),
        (caused(InternalError, ReadOnlySqlTransaction), True),
        (caused(InternalError, InvalidTransactionState), False),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.ENOENT, "No such file"), False),
        (IntegrityError("UNIQUE constraint failed"), False),
        (ProgrammingError("syntax error"), False),
        (ValueError("disk full"), False),
        (None, False),
    ],
)
def test_errors_that_mean_that_the_database_is_unavailable(error, unavailable):
    assert is_unavailable(error) is unavailable


LOCKED = Mock(side_effect=OperationalError("database is locked"))


@pytest.fixture
def locked(monkeypatch) -> None:
    monkeypatch.setattr(services, "append_event", LOCKED)


def browser(user: User) -> Client:
    return client_of(user, raise_request_exception=False)


def post_hand(me: Member, series: Series, **headers: str) -> Any:
    program = Program(me.user, raise_request_exception=False)
    return program.post(f"series/{series.pk}/hands", {"record": J40[2], "base_version": 1}, **headers)


def test_a_page_keeps_the_input_and_offers_to_send_it_again(series, scorer, locked):
    sent = submit(series) | {"reason": 'a card lay on the "floor"'}
    answer = browser(scorer.user).post(address("throw_in", series), sent)
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "no-store" in answer["Cache-Control"]
    assert "Nothing was saved." in page
    assert 'name="reason" value="a card lay on the &quot;floor&quot;"' in page
    assert f'name="key" value="{sent["key"]}"' in page
    assert f'action="{address("throw_in", series)}"' in page
    assert Event.objects.filter(series=series).count() == 1


def test_a_form_sent_again_is_saved_once(bob_scores, monkeypatch):
    sent = submit(bob_scores.series) | {"reason": "misdeal"}
    client = browser(bob_scores.me.user)
    with monkeypatch.context() as patched:
        patched.setattr(services, "append_event", LOCKED)
        assert client.post(address("throw_in", bob_scores.series), sent).status_code == 503
    for _again in range(2):
        assert client.post(address("throw_in", bob_scores.series), sent).status_code == 302
    assert len(bob_scores.state().events) == 1


def test_a_password_is_not_written_into_the_page(monkeypatch, bob):
    closed = Mock(side_effect=OperationalError("the server closed the connection"))
    monkeypatch.setattr("django.contrib.auth.models.AbstractBaseUser.check_password", closed)
    answer = Client(raise_request_exception=False).post("/account/login/", {"login": "bob", "password": "secret-9"})
    assert answer.status_code == 503
    assert "secret-9" not in answer.content.decode()


def test_the_api_answers_with_a_problem(series, scorer, locked):
    answer = post_hand(scorer, series, **{"Idempotency-Key": "one"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == 503
    assert Event.objects.filter(series=series).count() == 1


def test_the_same_idempotency_key_works_when_the_database_is_back(series, scorer, monkeypatch):
    """A 503 is not stored as the answer for the key: the client should try again."""
    with monkeypatch.context() as patched:
        patched.setattr(services, "append_event", LOCKED)
        assert post_hand(scorer, series, **{"Idempotency-Key": "one"}).status_code == 503
    answer = post_hand(scorer, series, **{"Idempotency-Key": "one"})
    assert answer.status_code == 201
    assert "Idempotent-Replayed" not in answer


def test_other_errors_are_server_errors(series, scorer, monkeypatch):
    monkeypatch.setattr(services, "append_event", Mock(side_effect=ProgrammingError("no such column")))
    answer = browser(scorer.user).post(address("throw_in", series), submit(series) | {"reason": "x"})
    assert answer.status_code == 500


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_readyz_gives_the_reason(client, monkeypatch, error):
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (200, b"ready\n")
    monkeypatch.setattr(views.connection, "vendor", "sqlite")
    fail_to_allocate(monkeypatch, error)
    monkeypatch.setattr(Session, "save", Mock(side_effect=OperationalError("database or disk is full")))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"the disk of the database is full\n")


def fail_to_allocate(monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    class Full(BytesIO):
        def write(self, _content: object) -> NoReturn:
            raise OSError(error, os.strerror(error))

    monkeypatch.setattr(views, "TemporaryFile", lambda **_folder: Full())


def test_readyz_needs_nothing_that_only_linux_has(client, monkeypatch):
    monkeypatch.delattr(os, "posix_fallocate", raising=False)  # macOS has none
    monkeypatch.setattr(views.connection, "vendor", "sqlite")
    monkeypatch.setattr(views, "has_room_for_a_save", lambda: pytest.fail("the disk is not full"))
    assert client.get("/readyz").content == b"ready\n"


def test_readyz_is_ready_where_a_save_would_work(client, monkeypatch):
    """Little room on a small disk; a folder that takes no new files; PostgreSQL, and a full disk on this machine."""
    little = SimpleNamespace(total=40_000_000, used=39_000_000, free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: little)
    assert client.get("/readyz").status_code == 200
    fail_to_allocate(monkeypatch, errno.EROFS)
    assert client.get("/readyz").status_code == 200
    fail_to_allocate(monkeypatch, errno.ENOSPC)
    monkeypatch.setattr(views.connection, "vendor", "postgresql")
    assert client.get("/readyz").status_code == 200


def test_readyz_is_ready_on_a_full_disk_while_the_database_has_room(client, monkeypatch):
    fail_to_allocate(monkeypatch, errno.ENOSPC)
    monkeypatch.setattr(views.connection, "vendor", "sqlite")
    assert client.get("/readyz").status_code == 200
    assert not Session.objects.exists()


def test_readyz_needs_a_database_that_can_be_written(client, monkeypatch):
    readonly = OperationalError("attempt to write a readonly database at /secret/place")
    monkeypatch.setattr(views.connection, "cursor", Mock(side_effect=readonly))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert b"OperationalError" in answer.content
    assert b"secret" not in answer.content
    assert client.get("/healthz").status_code == 200
