"""Who wants to write to SQLite stands in a queue, and it cannot get stuck."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from ledger.config.queued_sqlite3.base import DatabaseWrapper

pytestmark = pytest.mark.django_db  # for leave to open any database

WRITERS, TURNS = 6, 5


class Desk:
    """A database of its own, to which every thread has a connection of its own, as at the site."""

    def __init__(self, path: Path) -> None:
        options = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL;"}
        self.options = options
        self.path = path
        self.handler = ConnectionHandler(
            {"default": {"ENGINE": "ledger.config.queued_sqlite3", "NAME": str(path), "OPTIONS": options}}
        )

    @property
    def connection(self) -> DatabaseWrapper:
        return self.handler["default"]

    @contextmanager
    def writing(self) -> Iterator[DatabaseWrapper]:
        self.connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        try:
            yield self.connection
            self.connection.commit()
        finally:
            self.connection.rollback()
            self.connection.set_autocommit(True)

    def count(self) -> int:
        with self.connection.cursor() as cursor:
            return cursor.execute("SELECT count(*) FROM note").fetchone()[0]

    def others_may_come(self) -> bool:
        door = os.open(f"{self.path}.queue", os.O_RDWR)
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(door)
        return True


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "notes.sqlite3")
    with desk.connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (what TEXT)")
    yield desk
    desk.connection.close()


def write(desk: Desk) -> None:
    with desk.writing() as connection, connection.cursor() as cursor:
        cursor.execute("INSERT INTO note VALUES ('a hand')")


def in_threads(work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_everybody_gets_their_turn(desk: Desk) -> None:
    def work() -> None:
        for _ in range(TURNS):
            write(desk)
        desk.connection.close()

    in_threads(work)
    assert desk.count() == WRITERS * TURNS


def test_whoever_writes_keeps_the_door_no_longer_than_it_takes_to_begin(desk: Desk) -> None:
    with desk.writing():
        assert desk.others_may_come()


def test_who_waited_too_long_leaves_the_queue(desk: Desk) -> None:
    """The first one never ends: the next is told so, and the one after it stands at an open door."""
    desk.options["timeout"] = 0.05
    refused: list[Exception] = []

    def work() -> None:
        try:
            write(desk)
        except OperationalError as locked:
            refused.append(locked)
        finally:
            desk.connection.close()

    with desk.writing():
        in_threads(work)
    assert len(refused) == WRITERS
    assert desk.others_may_come()
    write(desk)
    assert desk.count() == 1


def test_a_connection_that_is_closed_leaves_nothing_open(desk: Desk) -> None:
    write(desk)
    assert desk.connection.door is not None
    desk.connection.close()
    assert desk.connection.door is None
    write(desk)  # and is opened again


def test_a_database_in_memory_has_no_queue() -> None:
    alone = Desk(Path(":memory:"))
    with alone.connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (what TEXT)")
    write(alone)
    assert alone.connection.door is None


def test_without_a_place_for_the_queue_sqlite_keeps_order_itself(desk: Desk) -> None:
    Path(f"{desk.path}.queue").mkdir()
    in_threads(lambda: (write(desk), desk.connection.close()))
    assert desk.count() == WRITERS
