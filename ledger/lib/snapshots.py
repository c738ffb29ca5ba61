"""Reading many rows as of one moment, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Inside this context all queries see the database as of one moment. No writer waits, and nothing may be written.

    A usual transaction of the site would take SQLite's only write lock, and each of its statements on PostgreSQL would
    see later changes. Inside another transaction the context does nothing.
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
