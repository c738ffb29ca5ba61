"""Run the project's programs in a new process with a clean environment, also with data folders of their own."""

import fcntl
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import scripts.environment
from scripts.data_folder import ROOT

OF_THE_TESTS = ("CI", "PYTEST", "MAKE", "THOROUGH", "CHROMIUM")
DATA = "khata.sqlite3"  # the database in a backup


def clean_environment(**settings: str) -> dict[str, str]:
    """The environment without the variables of Khata and pytest, plus `settings`."""
    return scripts.environment.clean_environment(*OF_THE_TESTS) | settings


def server_environment(folder: Path, port: int, **settings: str) -> dict[str, str]:
    """The settings of a server on this machine, with its data in `folder` and no limit on the API."""
    usual = {
        "BIND": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_ALLOWED_HOSTS": "127.0.0.1",
        "LEDGER_API_RATE": "",
        "LEDGER_DATA_DIR": str(folder),
        "LEDGER_SECRET_KEY": "k" * 60,
        "PORT": str(port),
    }
    return clean_environment(**usual, **settings)


def run_python(*arguments: str, cwd: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=cwd, env=clean_environment(**settings), capture_output=True, text=True, timeout=1800
    )


@dataclass(frozen=True)
class Place:
    """A data folder, with or without a database."""

    folder: Path
    database_url: str = ""

    @property
    def database(self) -> Path:
        return self.folder / "ledger.sqlite3"

    @property
    def settings(self) -> dict[str, str]:
        url = {"DATABASE_URL": self.database_url} if self.database_url else {}
        return {"LEDGER_DATA_DIR": str(self.folder), "LEDGER_ALLOWED_HOSTS": "127.0.0.1", **url}

    def manage(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return run_python("manage.py", *arguments, **self.settings, **settings)

    def do(self, *arguments: str, **settings: str) -> str:
        ran = self.manage(*arguments, **settings)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    def fill(self) -> None:
        self.folder.mkdir()
        (self.folder / "secret_key").write_text("k" * 60)
        for command in (["migrate", "--verbosity=0"], ["createcachetable"], ["demo", "--evenings=3"]):
            self.do(*command, LEDGER_DEBUG="1")


@cache
def static_files() -> Path:
    """The static files with their stamp, as a server collects and compresses them, which takes eight seconds.

    They are kept for the next run of the tests until one of the files changes.
    """
    sources = [
        ROOT / "requirements" / "prod.txt",
        *sorted(path for path in (ROOT / "static").rglob("*") if path.is_file()),
    ]
    name = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = ROOT / ".pytest_cache" / "static" / name
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        place = Place(Path(tempfile.mkdtemp(dir=folder.parent)))
        collect = "import django, sys; django.setup(); from pathlib import Path; from scripts.serve import *; "
        environment = {"DJANGO_SETTINGS_MODULE": "ledger.config.settings", "LEDGER_SECRET_KEY": "k" * 60}
        ran = run_python(
            "-c", f"{collect}collect_static_files(Path({str(place.folder)!r}))", **place.settings, **environment
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        with suppress(OSError):  # another process was quicker
            place.folder.rename(folder)
    return folder


@cache
def kept_bundle() -> Path:
    """The bundle of a phone without signal. It is kept too, and only the files that have changed are made again."""
    folder = ROOT / ".pytest_cache" / "bundle"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ran = run_python("-m", "scripts.pocket", LEDGER_DEBUG="1", LEDGER_DATA_DIR=str(folder))
        assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder / "pocket"


def give_static_files(folder: Path) -> None:
    """Give a data folder the static files and the bundle, unless a server has made them there."""
    if not (folder / "static.stamp").exists():
        shutil.copytree(static_files(), folder, dirs_exist_ok=True)
        shutil.copytree(kept_bundle(), folder / "pocket", dirs_exist_ok=True)


def assert_refused(ran: subprocess.CompletedProcess[str], sentence: str) -> None:
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert sentence in ran.stderr
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    assert ran.stdout == ""


def damage(file: Path) -> None:
    """Overwrite the middle third, in which some pages are in use in any case."""
    content = bytearray(file.read_bytes())
    third = len(content) // 3
    content[third : 2 * third] = (bytes(range(256)) * (third // 256 + 1))[:third]
    file.write_bytes(content)
