"""Back up and restore a PostgreSQL database with pg_dump and pg_restore, or copy a SQLite database into it."""

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection, transaction

from ledger.operations.contents import Contents, read_contents

# The options of Django's connection that PostgreSQL's programs need as well.
PASSED_ON = (
    "connect_timeout options passfile service sslcert sslcrl sslkey sslmode sslrootcert target_session_attrs".split()
)


def run(program: str, *arguments: str, connected: bool = True) -> None:
    """Run one of PostgreSQL's programs. If `connected`, it gets the address of Django's database.

    The password is passed in the environment, because `ps` shows arguments to other users.
    """
    environment = dict(os.environ)
    if connected:
        from psycopg.conninfo import make_conninfo

        database = settings.DATABASES["default"]
        address = {name: database[name.upper()] for name in ("host", "port", "user") if database[name.upper()]}
        address |= {name: value for name, value in database["OPTIONS"].items() if name in PASSED_ON}
        arguments = (f"--dbname={make_conninfo(dbname=database['NAME'], **address)}", *arguments)
        if database["PASSWORD"]:
            environment["PGPASSWORD"] = database["PASSWORD"]
    try:
        ran = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise CommandError(
            f"{program} is not installed. Install PostgreSQL's client programs (on Debian: postgresql-client)."
        ) from error
    if ran.returncode:
        lines = [line for line in ran.stderr.splitlines() if line.strip()]
        raise CommandError(lines[0] if lines else f"{program} ended with status {ran.returncode}.")


def dump(target: Path) -> Contents:
    """Dump the database, and return the contents of the dump. Rows that are written meanwhile are not in it."""
    target.touch(mode=0o600, exist_ok=False)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={target}")
        return read_contents(cursor)


def check_dump(file: Path) -> None:
    """Read the whole dump. `pg_restore --list` would read only a part."""
    run("pg_restore", "--file=/dev/null", str(file), connected=False)


def is_empty() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
        )
        return bool(cursor.fetchone()[0] == 0)


def make_empty() -> None:
    """Drop the tables, and the functions of their triggers, which the migrations cannot make a second time."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT tgfoid::regprocedure::text FROM pg_catalog.pg_trigger "
            "JOIN pg_catalog.pg_class ON pg_class.oid = tgrelid "
            "WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal"
        )
        functions = ", ".join(function for (function,) in cursor.fetchall())
        cursor.execute("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()")
        tables = ", ".join(connection.ops.quote_name(table) for (table,) in cursor.fetchall())
        if tables:
            cursor.execute(f"DROP TABLE {tables} CASCADE")
        if functions:
            cursor.execute(f"DROP FUNCTION {functions}")


def restore_dump(file: Path) -> None:
    """Restore the whole dump or nothing."""
    run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file))


# --- From SQLite ------------------------------------------------------------------------------------------------------

CACHE = "django_cache"  # its rows are not needed in another database


def move_from_sqlite(source: Path) -> None:
    """Copy all rows into the tables that `migrate` has just made. If one row fails, copy none.

    Both databases must have the same migrations.
    """
    import psycopg

    address, quoted = f"file:{quote(str(source))}?immutable=1", connection.ops.quote_name
    with closing(sqlite3.connect(address, uri=True)) as sqlite, transaction.atomic(), connection.cursor() as cursor:
        rows = sqlite.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        tables = [table for (table,) in rows if table != CACHE and not table.startswith("sqlite_")]
        if unknown := set(tables) - set(connection.introspection.table_names(cursor)):
            raise CommandError(f"PostgreSQL has no table {min(unknown)}, so this backup cannot be moved there.")
        # Migrations write some rows. The backup has these rows too, with the ids to which its other rows refer.
        cursor.execute(f"TRUNCATE {', '.join(map(quoted, tables))}")
        for table in tables:
            # The triggers of the books accept rows only in the order in which they were first written.
            cursor.execute(f"ALTER TABLE {quoted(table)} DISABLE TRIGGER USER")
            columns = ", ".join(quoted(column[1]) for column in sqlite.execute(f"PRAGMA table_info({quoted(table)})"))
            try:
                with cursor.copy(f"COPY {quoted(table)} ({columns}) FROM STDIN") as copy:
                    for row in sqlite.execute(f"SELECT {columns} FROM {quoted(table)}"):  # noqa: S608  (our own tables)
                        copy.write_row([text_to_copy(value) for value in row])
            except psycopg.Error as error:
                reason = str(error).splitlines()[0]
                raise CommandError(f"PostgreSQL does not take a row of {table}: {reason}.") from error
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # foreign keys are checked here
        for table in tables:
            cursor.execute(f"ALTER TABLE {quoted(table)} ENABLE TRIGGER USER")
        # The next row of each table gets the number after the largest.
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema() AND is_identity = 'YES'"
        )
        for table, column in cursor.fetchall():
            largest = f"SELECT max({quoted(column)}) FROM {quoted(table)}"  # noqa: S608
            cursor.execute(f"SELECT setval(pg_get_serial_sequence(%s, %s), ({largest}))", [quoted(table), column])


def text_to_copy(value: object) -> object:
    """Return the value as text. PostgreSQL reads it as its column has it: 1 as true, a time without a zone as UTC."""
    return value if value is None or isinstance(value, bytes) else str(value)
