"""Checks before the site starts. A failed check raises CommandError with a sentence, and the site does not start."""

import sqlite3
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error as DatabaseError
from django.db import connection

from ledger.operations import sqlite
from ledger.operations.backup import KEY_FILE, Backup, database_file, first_line, make_dated_backup
from ledger.operations.contents import known_migrations, read_migrations
from ledger.signing.encodings import read_base64
from ledger.signing.key_file import SIGNING_KEY_FILE, SigningKeyError, key_id_of, public_key_in, read_list
from ledger.signing.keys import public_keys, trusted_keys

RESTORE = "restore a backup (docs/operate/backup.md)"
BACKUPS = "backups"  # in the data folder
KEPT = 3  # backups from before an update


def check_signing_key() -> str:
    """Check the signing key, and make one at the first start. Return a warning or "". Call `check_database` first."""
    try:
        if why := why_not_our_key():
            raise CommandError(
                f"{why} Put the right one back from a backup (docs/operate/signing.md), or make a new one on purpose: "
                "`manage.py rotate_signing_key`."
            )
        public_keys(), trusted_keys()  # the first makes the key if there is none, and both may raise
    except SigningKeyError as error:
        raise CommandError(f"{error} Put the right one back from a backup (docs/operate/signing.md).") from error
    file = settings.DATA_DIR / SIGNING_KEY_FILE
    if not settings.SIGNING_KEY and file.stat().st_mode & 0o077:
        return f"Others on this machine can read {file}, and so sign as this site: chmod 600 {file}"
    return ""


def why_not_our_key() -> str:
    """Return why the signing key cannot be this site's: it is missing or of another site. Return "" if it can."""
    file = settings.DATA_DIR / SIGNING_KEY_FILE
    if settings.SIGNING_KEY:
        return ""
    listed = {key.id for key in read_list(settings.DATA_DIR)}
    signed_with = key_of_latest_code()
    if not file.exists():
        return f"The signing key {file} is missing, and this site has signed with one." if listed or signed_with else ""
    own = key_id_of(read_base64(public_key_in(settings.DATA_DIR)))
    is_foreign = own not in listed if listed else signed_with not in ("", own)
    return f"The signing key {file} is not that of this site." if is_foreign else ""


def key_of_latest_code() -> str:
    """Return the id of the key that signed the latest seal with a short code; empty if the database has none."""
    from ledger.signing.models import ShortCode
    from ledger.signing.seals import read_code

    if "checking.0001_short_codes" not in recorded_migrations():
        return ""
    latest = ShortCode.objects.last()
    seal = read_code(latest.code) if latest else None
    return seal.key if seal else ""


def check_secret_key(folder: Path) -> None:
    """Refuse to start with a new secret key in `folder` if the database is in use.

    Sessions, links to series and tokens of invites depend on the lost key.
    """
    if has_users():
        raise CommandError(
            f"The secret key {folder / KEY_FILE} is missing, and the database is in use. Put it back from a backup "
            "(docs/operate/backup.md), or make a new one on purpose: `manage.py new_secret_key`. Then everybody has to "
            "sign in again, and links to series no longer work."
        )


def has_users() -> bool:
    if "circles.0001_initial" not in recorded_migrations():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM circles_user")
        return bool(cursor.fetchone()[0])


def check_database() -> None:
    """Check that the database answers, is not damaged, and is not of a newer version."""
    if connection.vendor == "sqlite":
        check_file(database_file())
    try:
        recorded = recorded_migrations()
    except DatabaseError as error:
        raise CommandError(
            f"The database cannot be reached: {first_line(error)}. Start it, or correct DATABASE_URL."
        ) from error
    if newer := sorted(recorded - known_migrations()):
        raise CommandError(
            f"The database belongs to a newer version of Khata: this one does not know {newer[-1]}. "
            f"Update Khata, or {RESTORE}."
        )


def check_file(file: Path) -> None:
    if not file.exists():
        return
    try:
        fault = sqlite.find_fault(file)
        with file.open("r+b"):
            pass
    except (sqlite3.OperationalError, OSError) as error:
        raise CommandError(
            f"The database {file} cannot be opened ({first_line(error)}). "
            "Give the file and its folder to the user who runs Khata, and stop other programs that hold it."
        ) from error
    if fault:
        raise CommandError(f"The database {file} is damaged ({fault}). Move it away and {RESTORE}.")


def recorded_migrations() -> set[str]:
    """Return the migrations that the database has; none for a new database."""
    with connection.cursor() as cursor:
        is_new = "django_migrations" not in connection.introspection.table_names(cursor)
        return set() if is_new else set(read_migrations(cursor))


def back_up_before_update() -> Backup | None:
    """Make a backup. Return None if there is nothing to migrate, or no user yet."""
    recorded = recorded_migrations()
    if known_migrations() <= recorded or not has_users():
        return None
    try:
        return make_dated_backup(settings.DATA_DIR / BACKUPS, keep=KEPT, prefix="before-update-")
    except CommandError as error:
        raise CommandError(
            f"The database is to be updated, and no backup can be made before. {error} "
            "To update without one, run `manage.py migrate` as you run its other commands."
        ) from error


def checkpoint() -> None:
    """Move SQLite's log into the database file, which then holds all data until the next write."""
    if connection.vendor != "sqlite":
        return
    try:
        sqlite.checkpoint(database_file())
    except sqlite3.Error as error:
        raise CommandError(f"SQLite cannot put its log into {database_file()}: {error}.") from error
