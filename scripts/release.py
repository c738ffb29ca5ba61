"""`make release`: everything that is proved before a release, and its notes. docs/decisions/0050-files.md says why.

In a clean clone of the last commit both commands of the README run, the image is built, and the data of earlier
versions are brought up to date. Then the notes are in var/release/, and the command that tags the release is printed.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger import __version__
from scripts import postgres
from scripts.data_folder import ROOT
from scripts.environment import clean_environment
from scripts.upgrade import DataSite

NOTES = ROOT / "var" / "release"
FIRST_START = 900  # seconds: it downloads all packages
HEADING = r"^## {} - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)"
STEPS = ("run", "tests", "pythons", "image", "upgrade")  # each can be left out
OF_MAKE = ("MAKE", "MFLAGS", "ARGS")  # variables that `make release` sets, and no other `make` may see


def say(text: str) -> None:
    print(f"--- {text}", flush=True)


def release_notes(changelog: str, version: str) -> str:
    """Return the section of this version. End the program if there is none."""
    section = re.search(HEADING.format(re.escape(version)), changelog, re.MULTILINE | re.DOTALL)
    if not section or not section[1].strip():
        sys.exit(f"CHANGELOG.md has no section for {version}.")
    return section[1].strip() + "\n"


def output(*command: str | Path, cwd: Path = ROOT) -> str:
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{ran.stdout}{ran.stderr}")
    return ran.stdout.strip()


def run(*command: str | Path, cwd: Path) -> None:
    if subprocess.run(command, cwd=cwd, env=clean_environment(*OF_MAKE)).returncode:
        sys.exit(f"{' '.join(map(str, command))} failed, so this is no release.")


def clone(commit: str, folder: Path) -> Path:
    output("git", "clone", "--quiet", "--no-local", ROOT, folder)
    output("git", "checkout", "--quiet", "--detach", commit, cwd=folder)
    return folder


def start_and_look(code: Path, port: int) -> None:
    """Start the site by `make run`, as the README says, wait for the first page, and stop the site as Ctrl-C does."""
    began = time.monotonic()
    environment = clean_environment(*OF_MAKE) | {"PORT": str(port), "BIND": "127.0.0.1"}
    site = subprocess.Popen(["make", "run"], cwd=code, env=environment, start_new_session=True)
    try:
        while not shows_khata(f"http://127.0.0.1:{port}/"):
            if site.poll() is not None or time.monotonic() - began > FIRST_START:
                sys.exit("`make run` did not start the site, so this is no release.")
            time.sleep(0.5)
    finally:
        if site.poll() is None:
            os.killpg(site.pid, signal.SIGINT)
        site.wait(timeout=60)
    say(f"The first page was there after {time.monotonic() - began:.0f} seconds.")


def shows_khata(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310  (an address of this script)
            return bool(answer.status == 200 and b"Khata" in answer.read())  # noqa: PLR2004
    except (OSError, urllib.error.URLError):
        return False


def build_image(code: Path) -> None:
    """Build and test the image. `make image-test` installs packages, so it needs root on Debian."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        say("The image is NOT built: that needs root on a Debian.")
        return
    run("make", "image-test", cwd=code)


# --- Earlier versions ------------------------------------------------------------------------------------------------


@contextmanager
def postgresql() -> Iterator[Callable[[str], str] | None]:
    """Yield a function that makes an empty database and returns its address; None if PostgreSQL is missing."""
    import psycopg

    from tests.postgres import running_postgres

    programs = postgres.find_programs()
    if programs is None:
        say("PostgreSQL is missing on this machine: the update is NOT tried there.")
        yield None
        return
    with running_postgres(programs) as url:

        def make(name: str) -> str:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return f"{url.rpartition('/')[0]}/{name}"

        yield make


def update_from(commit: str, code: Path, evenings: int) -> None:
    """Check that this version reads the demo of that commit, its backup and its exports, with both databases."""
    with tempfile.TemporaryDirectory(prefix="khata-update-") as place, postgresql() as new_database:
        old = clone(commit, Path(place, "old"))
        run(sys.executable, "-m", "scripts.prepare", "prod", cwd=old)
        # Each function returns the address of a new database. SQLite needs none: its database is in the data folder.
        databases: dict[str, Callable[[str], str]] = {"sqlite": lambda _name: ""}
        if new_database:
            databases["postgresql"] = new_database
        for database, new_address in databases.items():
            folder = Path(place, database)
            folder.mkdir()
            before = DataSite(folder / "data", new_address("before"), old, str(old / ".venv" / "bin" / "python"))
            exports = write_as_before(before, folder, evenings)
            after = DataSite(before.data, before.database_url, code, python_of(code))
            say(f"{database}: {commit} brought up to date. {after.update_and_look()}")
            restored = DataSite(folder / "restored", new_address("restored"), code, python_of(code))
            restored.manage("restore", str(folder / "backup"))
            say(f"{database}: its backup restored. {restored.update_and_look()}")
            read = DataSite(folder / "read", new_address("read"), code, python_of(code))
            read.data.mkdir()
            read.manage("migrate", "--verbosity=0")
            former = after.circles_with_former_series()
            readable = [export for export in exports if export.stem not in former]
            for export in readable:
                read.manage("import_circle", str(export), "--unsigned")
            say(f"{database}: {len(readable)} of its {len(exports)} exports imported. {read.manage('audit').strip()}")


def python_of(code: Path) -> str:
    own = code / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def write_as_before(site: DataSite, folder: Path, evenings: int) -> list[Path]:
    """Fill the data folder with the code of that commit. Make a backup, and return an export of each circle."""
    site.data.mkdir()
    (site.data / "secret_key").write_text("k" * 60)
    for command in (["migrate", "--verbosity=0"], ["createcachetable"], ["demo", f"--evenings={evenings}"]):
        site.manage(*command)
    site.manage("backup", str(folder / "backup"))
    list_ids = "from ledger.circles.models import Circle; print(*Circle.objects.values_list('pk', flat=True))"
    exports = []
    for circle in site.manage("shell", "-c", list_ids).splitlines()[-1].split():
        exports.append(folder / f"{circle}.json")
        exports[-1].write_text(site.manage("export_circle", circle))
    return exports


def main() -> None:
    parser = argparse.ArgumentParser(prog="make release", description="Prove a release, and write its notes.")
    parser.add_argument("--since", metavar="COMMIT", help="also update the demo of this tag or commit")
    parser.add_argument("--evenings", type=int, default=20, help="of each circle of that demo (%(default)s)")
    parser.add_argument("--port", type=int, default=8765, help="where the site is started (%(default)s)")
    for name in STEPS:
        parser.add_argument(f"--without-{name}", action="store_true", help="leave this out, by hand, while you try")
    chosen = vars(parser.parse_args())
    without = {name for name in STEPS if chosen[f"without_{name}"]}
    notes = release_notes((ROOT / "CHANGELOG.md").read_text(), __version__)
    if changed := output("git", "status", "--porcelain"):
        sys.exit(f"There are changes that are not committed:\n{changed}")
    with tempfile.TemporaryDirectory(prefix="khata-release-") as place:
        code = clone("HEAD", Path(place, "khata"))
        steps: dict[str, Callable[[], None]] = {
            "run": lambda: start_and_look(code, chosen["port"]),
            "tests": lambda: run("make", "test", cwd=code),
            "pythons": lambda: run("make", "test-pythons", cwd=code),
            "image": lambda: build_image(code),
            "upgrade": lambda: read_earlier(code, chosen["since"], chosen["evenings"]),
        }
        for name, step in steps.items():
            if name in without:
                say(f"{name}: left out.")
            else:
                say(name)
                step()
    NOTES.mkdir(parents=True, exist_ok=True)
    (NOTES / f"{__version__}.md").write_text(f"# Khata {__version__}\n\n{notes}")
    say(f"The notes of {__version__} are in {(NOTES / f'{__version__}.md').relative_to(ROOT)}.")
    if without:
        sys.exit(f"Left out: {', '.join(sorted(without))}. Run it with everything before the release is tagged.")
    say(f"To release it: git tag --annotate v{__version__} --message 'Khata {__version__}'")


def read_earlier(code: Path, since: str | None, evenings: int) -> None:
    """Read the data of every release, which are in the repository, and those of `since`, if it names a commit."""
    run("make", "test", "ARGS=tests/ledger/transfer/test_released.py -m ''", cwd=code)
    if since:
        update_from(since, code, evenings)


if __name__ == "__main__":
    main()
