"""The contents of a database, to compare a restored database with its backup.

They are read with plain SQL, because the database may be a copy, and may lack migrations of this version of Khata.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps

TABLES = {"circles": "circles_circle", "series": "series_series", "hands": "series_hand", "entries": "money_entry"}
HEADS = {
    "series": "SELECT id, version, latest_hash FROM series_series",
    "books": "SELECT circle_id, version, latest_hash FROM money_book",
}


@dataclass(frozen=True)
class Contents:
    """Two databases with equal contents hold the same series and books, up to the latest event and entry of each."""

    migrations: list[str]
    counts: dict[str, int]  # of the rows in TABLES
    heads: dict[str, str]  # a hash over the latest hashes of all series, and one over those of all books

    @property
    def up_to_date(self) -> bool:
        """Whether the database has all migrations of this version of Khata."""
        return known_migrations() <= set(self.migrations)

    @property
    def unknown_migrations(self) -> list[str]:
        """The migrations that this version of Khata does not have."""
        return sorted(set(self.migrations) - known_migrations())


def known_migrations() -> set[str]:
    return {
        f"{app.label}.{file.stem}"
        for app in apps.get_app_configs()
        for file in Path(app.path, "migrations").glob("[!_]*.py")
    }


def read_migrations(cursor: Any) -> list[str]:
    """`cursor` is any cursor of the DB-API: of Django or of sqlite3."""
    cursor.execute("SELECT app, name FROM django_migrations")
    return sorted(f"{app}.{name}" for app, name in cursor.fetchall())


def read_contents(cursor: Any) -> Contents:
    migrations = read_migrations(cursor)
    counts = {}
    for name, table in TABLES.items():
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608  (the names of our own tables)
        counts[name] = cursor.fetchone()[0]
    heads = {}
    for name, query in HEADS.items():
        cursor.execute(query)
        heads[name] = digest(cursor.fetchall())
    return Contents(migrations, counts, heads)


def digest(rows: Iterable[Iterable[Any]]) -> str:
    # Sorted here, because databases disagree about the order of texts.
    lines = sorted(" ".join(str(value) for value in row) for row in rows)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
