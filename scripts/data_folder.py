"""The data folder: all files of a running site that are not in git."""

import errno
import os
import secrets
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """Return the folder, and make it if there is none. End the program with one sentence if it cannot be written."""
    folder = Path(os.environ.get("LEDGER_DATA_DIR") or ROOT / "var")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"0" * 4096)
    except OSError as error:
        advice = "make room there" if error.errno == errno.ENOSPC else "give it to the user who runs Khata"
        sys.exit(
            f"The data folder {folder} cannot be written ({error.strerror}): {advice}, "
            "or name another folder in LEDGER_DATA_DIR."
        )
    return folder


def ensure_secret_key(folder: Path) -> None:
    """Make the key once, readable by its owner alone. O_EXCL, so that two first starts cannot make two keys."""
    try:
        handle = os.open(folder / "secret_key", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(64) + "\n")


if __name__ == "__main__":
    data_folder()
