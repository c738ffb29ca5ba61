"""Django's SQLite, with a queue at the door.

SQLite lets one write at a time. Whoever comes meanwhile sleeps and looks again, in ever longer intervals, and whoever
looks at the right moment is next: with many at once somebody always waits for a second, and between two the door stands
open with nobody going in. Here only the first of the queue looks; the others are woken in the order in which they came.
It is a lock on a file beside the database, held no longer than it takes to begin, so it works between threads as
between processes, and a process that dies leaves it open.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    door: int | None = None

    def _start_transaction_under_autocommit(self) -> None:
        with self._first_in_the_queue():
            super()._start_transaction_under_autocommit()  # type: ignore[misc]

    @contextmanager
    def _first_in_the_queue(self) -> Iterator[None]:
        door = self._at_the_door()
        if door is None:
            yield
            return
        fcntl.flock(door, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(door, fcntl.LOCK_UN)

    def _at_the_door(self) -> int | None:
        """Where no file can lie beside the database, SQLite keeps order in its own way."""
        if self.door is None and not self.is_in_memory_db():
            with suppress(OSError):
                self.door = os.open(f"{self.settings_dict['NAME']}.queue", os.O_CREAT | os.O_CLOEXEC, 0o644)
        return self.door

    def _close(self) -> Any:
        if self.door is not None:
            os.close(self.door)
            self.door = None
        return super()._close()  # type: ignore[misc]
