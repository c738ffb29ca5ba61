"""Restore a backup where there is no database yet."""

import os
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from ledger.operations import postgresql, sqlite
from ledger.operations.backup import (
    FILES,
    KEY_FILE,
    audit,
    database_file,
    failures_in_one_sentence,
    read_manifest,
    sync,
    write,
)
from ledger.operations.contents import Contents, read_contents
from ledger.signing.key_file import SigningKeyError, read_list, require_same_or_later_key, restore_keys
from ledger.signing.models import Restored


def restore_backup(folder: Path, *, with_audit: bool) -> str:
    """Return sentences that say what was done. Raise CommandError on failure."""
    manifest = read_manifest(folder)
    expected = Contents(manifest["migrations"], manifest["counts"], manifest["heads"])
    moves_to_postgresql = (manifest["database"], connection.vendor) == ("sqlite", "postgresql")
    if connection.vendor != manifest["database"] and not moves_to_postgresql:
        raise CommandError(f"This is a backup of {manifest['database']}, and DATABASE_URL chooses {connection.vendor}.")
    if newer := expected.unknown_migrations:
        raise CommandError(
            f"This backup was made by a newer version of Khata, with {newer[-1]}. Update Khata, then restore it."
        )
    if moves_to_postgresql and not expected.up_to_date:
        raise CommandError(
            "This backup was made by an older version of Khata. "
            "Restore it into SQLite, start Khata, and move a new backup."
        )
    with_audit = with_audit and expected.up_to_date
    with failures_in_one_sentence("The backup cannot be restored"):
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        writes_secret_key = KEY_FILE in manifest["files"] and may_write_secret_key(folder / KEY_FILE)
        try:
            require_same_or_later_key(folder, settings.DATA_DIR)
        except SigningKeyError as error:
            raise CommandError(str(error)) from error
        if connection.vendor == "sqlite":
            where = str(database_file())
            restore_sqlite(folder, expected, manifest["made_at"], with_audit=with_audit)
        else:
            where = "the PostgreSQL database"
            restore_postgresql(folder, expected, from_sqlite=moves_to_postgresql, with_audit=with_audit)
            if expected.up_to_date:
                Restored.objects.create(at=timezone.now(), made_at=datetime.fromisoformat(manifest["made_at"]))
    with failures_in_one_sentence("The database is restored, but its keys are not: copy the keys from the backup"):
        if writes_secret_key:
            write(settings.DATA_DIR / KEY_FILE, (folder / KEY_FILE).read_bytes())
        restore_keys(folder, settings.DATA_DIR)
        sync(settings.DATA_DIR)
    return success_in_words(manifest, where, with_audit=with_audit)


def success_in_words(manifest: dict[str, Any], where: str, *, with_audit: bool) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in manifest["counts"].items())
    audited = ", and its audit found no difference" if with_audit else "; it was not audited"
    start = "Start Khata."
    if KEY_FILE not in manifest["files"]:
        start = "It has no key file: start Khata with the LEDGER_SECRET_KEY that it had."
    return (
        f"The backup of {manifest['made_at']} is now in {where}: {counts}. "
        f"It holds what it held when it was made{audited}. {start}"
    )


def may_write_secret_key(file: Path) -> bool:
    """Return whether the data folder has no secret key yet. Raise CommandError if its key is not that of the backup."""
    present = settings.DATA_DIR / KEY_FILE
    if not present.exists():
        return True
    if present.read_bytes() != file.read_bytes():
        raise CommandError(
            f"{present} is another key than the one in the backup. Move it away if nothing uses it any more."
        )
    return False


def check_same(found: Contents, expected: Contents) -> None:
    if found != expected:
        raise CommandError("The database does not hold what the manifest says. Use another backup.")


def restore_sqlite(folder: Path, expected: Contents, made_at: str, *, with_audit: bool) -> None:
    """Restore the database under another name. Rename it when everything has been checked.

    A row of `Restored` explains why the database lacks states that phones were shown after the backup.
    """
    target = database_file()
    for ending in sqlite.ENDINGS:
        if Path(f"{target}{ending}").exists():
            raise CommandError(f"{target}{ending} is already there. Stop Khata and move it away first.")
    work = target.with_name(f".{target.name}.unfinished-{os.getpid()}")
    try:
        work.touch(mode=0o600, exist_ok=False)
        shutil.copyfile(folder / FILES["sqlite"], work)
        if fault := sqlite.find_fault(work):
            raise CommandError(f"The database in this backup is damaged: {fault}. Use another backup.")
        check_same(sqlite.contents_of(work), expected)
        if with_audit:
            audit(f"sqlite:///{quote(str(work))}", read_list(folder))
        if expected.up_to_date:
            note_restored(work, made_at)
        sqlite.make_one_file(work)
        sync(work)
        work.rename(target)
        sync(target.parent)
    finally:
        for ending in sqlite.ENDINGS:
            Path(f"{work}{ending}").unlink(missing_ok=True)


def note_restored(file: Path, made_at: str) -> None:
    """Insert a row of `Restored` with sqlite3, because Django's connection would leave SQLite's log beside the file."""
    times = (timezone.now(), datetime.fromisoformat(made_at).astimezone(UTC))
    with sqlite.opened(file) as connection:
        values = [at.strftime("%Y-%m-%d %H:%M:%S.%f") for at in times]
        connection.execute("INSERT INTO checking_restored (at, made_at) VALUES (?, ?)", values)


def restore_postgresql(folder: Path, expected: Contents, *, from_sqlite: bool, with_audit: bool) -> None:
    """Restore the database. If this fails, empty it again. `from_sqlite` is true for a backup of SQLite."""
    if not postgresql.is_empty():
        raise CommandError("The PostgreSQL database is not empty. Create a new one and name it in DATABASE_URL.")
    try:
        if from_sqlite:
            call_command("migrate", verbosity=0)
            postgresql.move_from_sqlite(folder / FILES["sqlite"])
        else:
            postgresql.restore_dump(folder / FILES["postgresql"])
        with connection.cursor() as cursor:
            check_same(read_contents(cursor), expected)
        if with_audit:
            audit(known_keys=read_list(folder))
    except (CommandError, DatabaseError, sqlite3.Error, OSError):
        postgresql.make_empty()
        raise
