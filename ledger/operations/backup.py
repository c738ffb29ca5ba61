"""A backup is a folder: the database, the key files and a manifest. See docs/operate/backup.md."""

import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import CommandError
from django.db import Error as DatabaseError
from django.db import connection

from ledger import __version__
from ledger.operations import postgresql, sqlite
from ledger.signing.key_file import PUBLIC_KEYS_FILE, SIGNING_KEY_FILE, PublicKey

MANIFEST = "manifest.json"
KEY_FILE = "secret_key"  # has the secret key; the signing key and the public keys have files of their own
FILES = {"sqlite": "khata.sqlite3", "postgresql": "khata.dump"}
FORMAT = {"format": "khata-backup", "format_version": 1}
DATED = r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ"
UNFINISHED = ".unfinished-"  # in the name of a folder that is being written or deleted
MAKE_ROOM = " Make room or choose another place."
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass(frozen=True)
class Backup:
    folder: Path
    size: int  # bytes
    seconds: float

    def __str__(self) -> str:
        return f"{self.folder}  {self.size / 1e6:.1f} MB  {self.seconds:.1f} s"


def database_file() -> Path:
    return Path(settings.DATABASES["default"]["NAME"]).absolute()


def make_backup(folder: Path, *, with_audit: bool = True) -> Backup:
    """Make a backup in the new folder `folder`. On failure, raise CommandError and leave nothing behind."""
    began = time.monotonic()
    folder = folder.absolute()
    if folder.exists():
        raise CommandError(f"{folder} is already there. A backup needs a new folder.")
    with failures_in_one_sentence(f"The backup cannot be written to {folder.parent}"), unfinished(folder) as work:
        made_at = datetime.now(UTC)
        data = work / FILES[connection.vendor]
        if connection.vendor == "sqlite":
            audited = copy_sqlite(data, with_audit=with_audit)
            contents = sqlite.contents_of(data)
        else:
            audited = False  # an audit would need the dump to be restored first
            contents = postgresql.dump(data)
            postgresql.check_dump(data)
        for name in (KEY_FILE, SIGNING_KEY_FILE, PUBLIC_KEYS_FILE):
            if (settings.DATA_DIR / name).is_file():
                write(work / name, (settings.DATA_DIR / name).read_bytes())
        files = {file.name: {"bytes": file.stat().st_size, "sha256": checksum(file)} for file in sorted(work.iterdir())}
        manifest = FORMAT | {
            "khata": __version__,
            "made_at": made_at.isoformat(timespec="seconds"),
            "database": connection.vendor,
            "audited": audited,
            "files": files,
            **asdict(contents),
        }
        write(work / MANIFEST, (json.dumps(manifest, indent=2) + "\n").encode())
        for path in (data, work):
            sync(path)
        work.rename(folder)
        sync(folder.parent)
    size = sum(file.stat().st_size for file in folder.iterdir())
    return Backup(folder, size, time.monotonic() - began)


def copy_sqlite(target: Path, *, with_audit: bool) -> bool:
    """Copy the database. Return whether the copy was audited. A copy that needs migrations cannot be audited."""
    source = database_file()
    if not source.is_file():
        raise CommandError(f"There is no database at {source}, so there is nothing to back up.")
    needed = sum(file.stat().st_size for ending in sqlite.ENDINGS if (file := Path(f"{source}{ending}")).exists())
    if shutil.disk_usage(target.parent).free < needed:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    sqlite.copy(source, target)
    if fault := sqlite.find_fault(target):
        raise CommandError(f"The database is damaged, so this backup was not kept: {fault}.")
    audited = with_audit and sqlite.contents_of(target).up_to_date
    if audited:
        audit(f"sqlite:///{quote(str(target))}")
    sqlite.make_one_file(target)
    return audited


def audit(database_url: str = "", known_keys: Sequence[PublicKey] = ()) -> None:
    """Run `manage.py audit`, on another database if an address is given. Signatures by `known_keys` are valid, too."""
    environment = os.environ | ({"DATABASE_URL": database_url} if database_url else {})
    if known_keys:
        old = [*settings.SIGNING_KEYS_OLD, *(key.public for key in known_keys)]
        environment["LEDGER_SIGNING_KEYS_OLD"] = ",".join(dict.fromkeys(old))
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "audit"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    if ran.returncode:
        last = (ran.stderr.strip() or "no output").splitlines()[-1].removeprefix("CommandError: ")
        raise CommandError(
            f"The audit failed: {last} `manage.py audit` lists what differs; --without-audit leaves the audit out."
        )


# --- A folder for each date ------------------------------------------------------------------------------------------


def make_dated_backup(parent: Path, *, keep: int, prefix: str = "", with_audit: bool = True) -> Backup:
    """Make a backup named by its date in `parent`, and keep only the newest `keep` backups with that prefix."""
    parent = parent.absolute()
    with failures_in_one_sentence(f"The folder {parent} cannot be made"):
        parent.mkdir(mode=0o700, exist_ok=True)
    backup = make_backup(parent / f"{prefix}{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}", with_audit=with_audit)
    with failures_in_one_sentence(f"{backup.folder} is complete, and an older backup cannot be deleted"):
        remove_leftovers(parent)
        complete = sorted(
            folder
            for folder in parent.iterdir()
            if re.fullmatch(re.escape(prefix) + DATED, folder.name)
            and (folder / MANIFEST).is_file()
            and folder != backup.folder  # the new backup stays even if the clock went back
        )
        for folder in complete[: max(len(complete) - (keep - 1), 0)]:
            # Renamed first, so that a half deleted folder is never taken for a backup.
            doomed = folder.with_name(f".{folder.name}{UNFINISHED}deleted")
            folder.rename(doomed)
            shutil.rmtree(doomed)
    return backup


def remove_leftovers(parent: Path) -> None:
    """Delete the folders that a killed process has left. A running process holds a lock on its folder."""
    for folder in parent.glob(f".*{UNFINISHED}*"):
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder)
        except BlockingIOError:
            pass
        finally:
            os.close(handle)


# --- Files -----------------------------------------------------------------------------------------------------------


@contextmanager
def unfinished(folder: Path) -> Iterator[Path]:
    """Yield a new locked folder beside `folder`, to be filled and renamed. It is deleted if it was not renamed."""
    work = Path(tempfile.mkdtemp(prefix=f".{folder.name}{UNFINISHED}", dir=folder.parent))
    handle = os.open(work, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield work
    finally:
        os.close(handle)
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def failures_in_one_sentence(what: str) -> Iterator[None]:
    """Raise CommandError in place of an error of the disk or of a database.

    `what` begins its sentence, unless the database is damaged or does not answer.
    """
    try:
        yield
    except OSError as error:
        advice = MAKE_ROOM if error.errno in NO_SPACE else ""
        raise CommandError(f"{what}: {error.strerror or error}.{advice}") from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name in ("SQLITE_CORRUPT", "SQLITE_NOTADB"):
            raise CommandError(f"The database is damaged ({error}). See docs/operate/backup.md.") from error
        advice = MAKE_ROOM if name == "SQLITE_FULL" else ""
        raise CommandError(f"{what}: SQLite reports: {error}.{advice}") from error
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error).strip() or type(error).__name__
    return str(reason).splitlines()[0]


def write(file: Path, data: bytes) -> None:
    """Write a new file, readable by its owner alone, and sync it to the disk."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def checksum(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a complete backup. Check that every file still has the checksum in the manifest."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        raise CommandError(f"{folder} is not a complete backup: it has no {MANIFEST}.") from error
    except (OSError, ValueError) as error:
        raise CommandError(f"{folder / MANIFEST} cannot be read. Use another backup.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT["format"]:
        raise CommandError(f"{folder} is not a backup of Khata.")
    if manifest.get("format_version") != FORMAT["format_version"]:
        raise CommandError(f"{folder} was made by a newer version of Khata. Update Khata, then restore it.")
    for name, expected in manifest["files"].items():
        file = folder / name
        if not file.is_file():
            raise CommandError(f"{file} is missing, so this backup is not complete. Use another one.")
        if checksum(file) != expected["sha256"]:
            raise CommandError(f"{file} has changed since the backup was made. Use another backup.")
    return manifest
