"""PostgreSQL on this machine: its programs, and the user who runs them."""

from __future__ import annotations

import os
import pwd
import shutil
from pathlib import Path


def find_programs() -> Path | None:
    """Return the folder with initdb and postgres. Debian keeps them out of PATH, in a folder for each version."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    if latest := max(folders, key=lambda folder: float(folder.parent.name), default=None):
        return latest
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def owner() -> str:
    """Return the user to run PostgreSQL: for root, which PostgreSQL refuses, the user of Debian's package."""
    me = pwd.getpwuid(os.geteuid()).pw_name
    return "postgres" if me == "root" else me
