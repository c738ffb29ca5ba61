"""What a backup stores about a database, and what it checks first."""

import shutil
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError
from django.db import connection

import ledger
from ledger.circles.models import Circle
from ledger.money.models import Book, Entry
from ledger.operations import backup, sqlite
from ledger.operations.contents import TABLES, Contents, known_migrations, read_contents
from ledger.series.models import Hand, Series


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def contents() -> Contents:
    with connection.cursor() as cursor:
        return read_contents(cursor)


def test_counted_tables_are_those_of_the_models():
    assert {
        "circles": Circle._meta.db_table,
        "series": Series._meta.db_table,
        "hands": Hand._meta.db_table,
        "entries": Entry._meta.db_table,
    } == TABLES


def test_counts_and_heads_change_with_what_is_written(owner):
    before = contents()
    assert before.counts == {"circles": 1, "series": 0, "hands": 0, "entries": 0}
    Book.objects.update_or_create(circle=owner.circle, defaults={"latest_hash": "a" * 64})
    after = contents()
    assert after.counts == before.counts
    assert after.heads["books"] != before.heads["books"]
    assert after.heads["series"] == before.heads["series"]


def test_a_database_that_was_just_migrated_is_up_to_date(db):
    assert contents().up_to_date
    assert contents().unknown_migrations == []
    assert {name.partition(".")[0] for name in known_migrations()} <= {app.label for app in apps.get_app_configs()}


def test_missing_and_unknown_migrations_are_found(db):
    found = contents()
    newer = Contents([*found.migrations, "series.0999_later"], found.counts, found.heads)
    assert newer.unknown_migrations == ["series.0999_later"]
    older = Contents(found.migrations[:-1], found.counts, found.heads)
    assert not older.up_to_date
    assert older.unknown_migrations == []


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    assert ledger.__version__ == project["version"]


def test_a_backup_without_enough_space_is_refused(tmp_path, monkeypatch):
    database = tmp_path / "ledger.sqlite3"
    database.write_bytes(b"0" * 5000)
    Path(f"{database}-wal").write_bytes(b"0" * 3000)
    monkeypatch.setattr(backup, "database_file", lambda: database)
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10_000, 2001, 7999))
    monkeypatch.setattr(sqlite, "copy", lambda source, target: pytest.fail("the copy was begun"))
    with pytest.raises(CommandError, match=r"No space left on device\. Make room or choose another place\."):
        backup.make_backup(tmp_path / "backup")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ledger.sqlite3", "ledger.sqlite3-wal"]
