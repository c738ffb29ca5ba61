"""Move all rows of a SQLite database into a PostgreSQL database whose tables have just been made."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from django.core.management.base import CommandError
from django.db import connection, transaction

CACHE = "django_cache"  # its rows are not needed in another database


def move_to_postgresql(source: Path) -> None:
    """Copy all rows or none. Both databases must have the same migrations."""
    import psycopg

    address, quoted = f"file:{quote(str(source))}?immutable=1", connection.ops.quote_name
    with closing(sqlite3.connect(address, uri=True)) as rows, transaction.atomic(), connection.cursor() as cursor:
        found = rows.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        tables = [table for (table,) in found if table != CACHE and not table.startswith("sqlite_")]
        if unknown := set(tables) - set(connection.introspection.table_names(cursor)):
            raise CommandError(f"PostgreSQL has no table {min(unknown)}, so this backup cannot be moved there.")
        # Migrations write some rows. The backup has these rows too, with the ids to which its other rows refer.
        cursor.execute(f"TRUNCATE {', '.join(map(quoted, tables))}")
        for table in tables:
            # The triggers of the books would refuse rows in another order than that of their writing.
            cursor.execute(f"ALTER TABLE {quoted(table)} DISABLE TRIGGER USER")
            columns = ", ".join(quoted(column[1]) for column in rows.execute(f"PRAGMA table_info({quoted(table)})"))
            try:
                with cursor.copy(f"COPY {quoted(table)} ({columns}) FROM STDIN") as copy:
                    for row in rows.execute(f"SELECT {columns} FROM {quoted(table)}"):  # noqa: S608  (our own tables)
                        copy.write_row([as_text(value) for value in row])
            except psycopg.Error as error:
                reason = str(error).splitlines()[0]
                raise CommandError(f"PostgreSQL does not take a row of {table}: {reason}.") from error
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # foreign keys are checked here
        for table in tables:
            cursor.execute(f"ALTER TABLE {quoted(table)} ENABLE TRIGGER USER")
        # The next row of each table gets the next number.
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND is_identity = 'YES'"
        )
        for table, column in cursor.fetchall():
            largest = f"SELECT max({quoted(column)}) FROM {quoted(table)}"  # noqa: S608
            cursor.execute(f"SELECT setval(pg_get_serial_sequence(%s, %s), ({largest}))", [quoted(table), column])


def as_text(value: object) -> object:
    """PostgreSQL reads a text as the type of its column: 1 as true, a time without a zone as one of UTC."""
    return value if value is None or isinstance(value, bytes) else str(value)
