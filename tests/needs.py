"""Programs that some tests need. If a program is missing, the test is skipped; in CI it fails."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from scripts.postgres import find_programs

IN_CI = os.environ.get("CI") == "true"
THOROUGH = os.environ.get("THOROUGH") == "true"  # `make test-all`


def daily(values: Iterable[Any], count: int = 1) -> list[Any]:
    """Return the values for a parameter. All but the first `count` run only in the thorough run."""
    values = list(values)
    others = (value if isinstance(value, tuple) else (value,) for value in values[count:])
    return values[:count] + [pytest.param(*each, marks=pytest.mark.thorough) for each in others]


def leaves_out_thorough(config: pytest.Config) -> bool:
    return "not thorough" in config.getoption("markexpr")


def missing(what: str) -> NoReturn:
    sentence = f"{what} is missing on this machine"
    if IN_CI:
        pytest.fail(sentence, pytrace=False)
    pytest.skip(sentence)


def find_program(what: str, *names: str) -> str:
    """Return the path of the first installed program."""
    found = [path for name in names if (path := shutil.which(name))]
    return found[0] if found else missing(what)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[None]:
    """Mount a separate disk in memory at `folder`, which only root may do."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        missing("The right to mount a disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def find_postgres_programs() -> Path:
    """Return the folder with initdb and postgres."""
    return find_programs() or missing("PostgreSQL")
