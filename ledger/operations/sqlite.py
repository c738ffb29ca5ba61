"""A SQLite database: copy it while the site writes, check it, and move its write-ahead log into the file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from ledger.operations.contents import Contents, read_contents

ENDINGS = ("", "-wal", "-shm", "-journal")  # of the file names of a database and of SQLite's files beside it


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that exists. (Without `mode=rw`, sqlite3 would make an empty one if there is none.)"""
    address = f"file:{quote(str(file.absolute()))}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=10, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def copy(source: Path, target: Path) -> None:
    """Copy everything that was committed before the copy began. Writers need not wait.

    All pages are copied in one step, under one read lock: in several steps SQLite would begin again after each write.
    """
    target.touch(mode=0o600, exist_ok=False)
    with opened(source) as original, opened(target) as duplicate:
        original.backup(duplicate, pages=-1)


def make_one_file(file: Path) -> None:
    """Move the log into the file and keep no log beside it, so that it can be read in a read-only folder."""
    with opened(file) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def find_fault(file: Path) -> str:
    """Return the first fault that `integrity_check` finds, or "".

    Raise OperationalError if the file cannot be opened, which does not mean that it is damaged. (`quick_check` takes
    half as long, but does not compare an index with its table.)
    """
    try:
        with opened(file) as connection:
            (report,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if report == "ok" else str(report).splitlines()[-1]


def contents_of(file: Path) -> Contents:
    with opened(file) as connection:
        return read_contents(connection.cursor())


def checkpoint(file: Path) -> None:
    """Move the log into the file, and leave an empty log beside it."""
    with opened(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
