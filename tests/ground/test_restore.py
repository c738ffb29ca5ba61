"""`manage.py restore`: every row of a backup comes back, and an invalid backup is refused."""

import json
import sqlite3
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from tests.ground.helpers import DATA, Place, assert_refused, damage


def forge_checksum(backup: Path, name: str) -> None:
    change_manifest(
        backup, lambda manifest: manifest["files"][name].update(sha256=sha256((backup / name).read_bytes()).hexdigest())
    )


def change_manifest(backup: Path, change: Callable[[dict], object]) -> None:
    manifest = json.loads((backup / "manifest.json").read_text())
    change(manifest)
    (backup / "manifest.json").write_text(json.dumps(manifest))


def cut_off(backup: Path) -> None:
    (backup / DATA).write_bytes((backup / DATA).read_bytes()[:-4096])


def flip_one_bit(backup: Path) -> None:
    content = bytearray((backup / DATA).read_bytes())
    content[-1] ^= 1
    (backup / DATA).write_bytes(content)


def damage_and_forge(backup: Path) -> None:
    damage(backup / DATA)
    forge_checksum(backup, DATA)


def remove_latest_event_and_forge(backup: Path) -> None:
    with sqlite3.connect(backup / DATA) as connection:
        series, _number = connection.execute(
            "SELECT series_id, max(number) FROM series_event GROUP BY series_id"
        ).fetchone()
        connection.execute("UPDATE series_series SET version = version - 1 WHERE id = ?", [series])
    connection.close()
    forge_checksum(backup, DATA)


def test_a_restored_backup_holds_every_row(filled, empty, tmp_path):
    back_up_and_restore(filled, empty, tmp_path / "backup")
    assert stat.S_IMODE(empty.database.stat().st_mode) == 0o600


@pytest.mark.slow
@pytest.mark.thorough
def test_a_restored_backup_holds_every_row_on_postgresql(tmp_path, new_postgres):
    place = Place(tmp_path / "data", new_postgres("khata_source"))
    place.fill()
    empty = Place(tmp_path / "empty", new_postgres("khata_target"))
    back_up_and_restore(place, empty, tmp_path / "backup")
    assert_refused(empty.manage("restore", str(tmp_path / "backup")), "The PostgreSQL database is not empty.")

    # A truncated dump is found by its checksum. With a forged checksum, pg_restore fails and nothing is restored.
    third = Place(tmp_path / "third", new_postgres("khata_third"))
    dump = tmp_path / "backup" / "khata.dump"
    dump.write_bytes(dump.read_bytes()[:-5000])
    assert_refused(third.manage("restore", str(tmp_path / "backup")), "khata.dump has changed")
    forge_checksum(tmp_path / "backup", "khata.dump")
    assert_refused(third.manage("restore", str(tmp_path / "backup")), "pg_restore: error")
    with psycopg.connect(third.database_url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@pytest.mark.thorough
@pytest.mark.slow
def test_a_backup_of_sqlite_moves_to_postgresql(filled, made_backup, tmp_path, new_postgres):
    target = Place(tmp_path / "moved", new_postgres("khata_moved"))
    message = target.do("restore", str(made_backup))
    assert "is now in the PostgreSQL database: 6 circles, 18 series" in message
    assert "its audit found no difference" in message
    assert rows_of(target) == rows_of(filled)
    # The next rows get numbers that are free.
    target.do("createcachetable", LEDGER_DEBUG="1")
    target.do("demo", "--force", "--evenings=3", LEDGER_DEBUG="1")


def rows_of(place: Place) -> list[str]:
    """Every row as JSON, except notes of restores. Sorted, because databases disagree about the order of texts."""
    return sorted(
        json.dumps(row, sort_keys=True) for row in json.loads(place.do("dumpdata", "--exclude=checking.restored"))
    )


def write_a_null_character(backup: Path) -> None:
    with sqlite3.connect(backup / DATA) as connection:
        connection.execute("UPDATE circles_circle SET name = 'x' || char(0) || 'y'")
    connection.close()


def change_points(backup: Path) -> None:
    with sqlite3.connect(backup / DATA) as connection:
        connection.execute("UPDATE series_handpoints SET entered = entered || '0'")
    connection.close()


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (write_a_null_character, "PostgreSQL does not take a row of circles_circle"),
        (change_points, "The audit failed"),
        (lambda backup: damage(backup / DATA), "The database is damaged"),
    ],
    ids=["refused row", "failed audit", "damaged file"],
)
def test_a_failed_move_leaves_the_postgresql_database_empty(backup, change, sentence, tmp_path, new_postgres):
    target = Place(tmp_path / "moved", new_postgres("khata_refused"))
    change(backup)
    forge_checksum(backup, DATA)
    assert_refused(target.manage("restore", str(backup)), sentence)
    with psycopg.connect(target.database_url) as connection:
        for kind in ("pg_class WHERE relnamespace", "pg_proc WHERE pronamespace"):
            left = connection.execute(f"SELECT count(*) FROM {kind} = 'public'::regnamespace").fetchone()
            assert left == (0,), kind


def back_up_and_restore(place: Place, empty: Place, folder: Path) -> None:
    path, _size, _unit, _seconds, _unit = place.do("backup", str(folder)).split()
    assert path == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert (place.folder / "last_backup").stat().st_mtime >= (folder / "manifest.json").stat().st_mtime
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["counts"]["circles"] == 6
    assert manifest["counts"]["series"] == 18

    message = empty.do("restore", str(folder))
    assert "6 circles, 18 series" in message
    assert "its audit found no difference" in message
    assert (empty.folder / "secret_key").read_text() == (place.folder / "secret_key").read_text()
    assert stat.S_IMODE((empty.folder / "secret_key").stat().st_mode) == 0o600
    assert rows_of(empty) == rows_of(place)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (remove_latest_event_and_forge, "does not hold what the manifest says"),
        (cut_off, "khata.sqlite3 has changed since the backup was made"),
        (flip_one_bit, "khata.sqlite3 has changed since the backup was made"),
        (lambda backup: (backup / DATA).unlink(), "khata.sqlite3 is missing"),
        (lambda backup: (backup / "secret_key").write_text("another"), "secret_key has changed"),
        (lambda backup: (backup / "manifest.json").unlink(), "is not a complete backup"),
        (lambda backup: (backup / "manifest.json").write_text('{"format": "kh'), "manifest.json cannot be read"),
        (lambda backup: (backup / "manifest.json").write_text("{}"), "is not a backup of Khata"),
        (damage_and_forge, "The database in this backup is damaged"),
        (
            lambda backup: change_manifest(backup, lambda manifest: manifest["migrations"].append("series.0999_later")),
            "newer version of Khata, with series.0999_later",
        ),
        (
            lambda backup: change_manifest(backup, lambda manifest: manifest.update(format_version=2)),
            "newer version of Khata",
        ),
        (
            lambda backup: change_manifest(backup, lambda manifest: manifest.update(database="postgresql")),
            "This is a backup of postgresql, and DATABASE_URL chooses sqlite.",
        ),
    ],
)
def test_an_invalid_backup_is_not_restored(backup, empty, change, sentence):
    change(backup)
    assert_refused(empty.manage("restore", str(backup)), sentence)
    assert not empty.folder.exists() or list(empty.folder.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["ledger.sqlite3", "ledger.sqlite3-wal"])
def test_restore_never_overwrites_a_database(made_backup, empty, name):
    empty.folder.mkdir()
    (empty.folder / name).write_text("mine")
    assert_refused(empty.manage("restore", str(made_backup)), f"{name} is already there.")
    assert [(file.name, file.read_text()) for file in empty.folder.iterdir()] == [(name, "mine")]


@pytest.mark.thorough
def test_restore_never_overwrites_another_secret_key(made_backup, empty):
    empty.folder.mkdir()
    (empty.folder / "secret_key").write_text("mine")
    assert_refused(empty.manage("restore", str(made_backup)), "is another key than the one in the backup")
    assert [file.read_text() for file in empty.folder.iterdir()] == ["mine"]
