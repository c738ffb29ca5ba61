"""Sheets that have been made are kept, so that each is made once, whoever asks and however many ask at once.

A sheet's name on the shelf comes from everything that it is made from, the program included. So a sheet is never out of
date: what changes anything on it changes its name. Nothing here has to be backed up.
"""

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

KEPT_DAYS = 30
MOST_KEPT = 1000
LOCKS = 16  # so many different sheets can be in the making at the same moment, in all processes together
SUFFIX = ".pdf"


@dataclass(frozen=True)
class Label:
    """What tells one sheet from every other."""

    series_id: str
    version: int
    made_from: tuple[str, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256("\0".join(self.made_from).encode()).hexdigest()[:32]

    @property
    def file_name(self) -> str:
        return f"{self.series_id}-{self.version}-{self.digest}{SUFFIX}"


def fetch(label: Label, make: Callable[[], bytes]) -> bytes:
    """The sheet as it lies on the shelf. `make` is called at most once, in whichever process came first."""
    file = _folder() / label.file_name
    if kept := _read(file):
        return kept
    with _alone(label):
        if kept := _read(file):
            return kept
        made = make()
        _put(file, made)
        _tidy(label)
    return made


def _folder() -> Path:
    folder = Path(settings.DATA_DIR, "cache", "sheets")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def _put(file: Path, content: bytes) -> None:
    """Whole or not at all, even if the power fails."""
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".", delete=False) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    Path(draft.name).replace(file)


@contextmanager
def _alone(label: Label) -> Iterator[None]:
    """One at a time, whatever the process or thread. The lock files stay: to remove one is to have two of it."""
    with (_folder() / f".lock-{int(label.digest, 16) % LOCKS}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed, or the process is gone
        yield


def _tidy(label: Label) -> None:
    """Off the shelf: what this series was before, what nobody can have asked for lately, and what is too much."""
    aged = sorted(((_age_days(file), file) for file in _folder().glob(f"*{SUFFIX}")), key=lambda pair: pair[0])
    for place, (age, file) in enumerate(aged):
        series_id, version, _digest = file.stem.split("-")
        outdated = series_id == label.series_id and int(version) < label.version
        if outdated or age > KEPT_DAYS or place >= MOST_KEPT:
            file.unlink(missing_ok=True)


def _age_days(file: Path) -> float:
    try:
        return (time.time() - file.stat().st_mtime) / (24 * 3600)
    except FileNotFoundError:  # somebody else has just tidied up
        return 0.0
