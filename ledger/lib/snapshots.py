"""Reading much while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read in here is of the same moment, and nobody who writes has to wait. Nothing may be written in here.

    A transaction of the site would take SQLite's only lock for writing, and on PostgreSQL each of its statements would
    see what was saved before it. Inside another transaction it does nothing.
    """
    if not transaction.get_autocommit():
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
