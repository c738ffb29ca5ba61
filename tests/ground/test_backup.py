"""`manage.py backup` and `manage.py restore`, as an operator runs them."""

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from tests.ground.helpers import ROOT, clean_environment, run_python
from tests.ground.test_killed import SET_UP, Scorer, Site, run
from tests.ground.test_run import free_port

DATA = "khata.sqlite3"
BACKUPS_WHILE_WRITING = 3


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
        for command in (["migrate", "--verbosity=0"], ["createcachetable"], ["demo"]):
            self.do(*command, LEDGER_DEBUG="1")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = Place(tmp_path_factory.mktemp("filled") / "data")
    place.fill()
    return place


@pytest.fixture(scope="module")
def made_backup(filled: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("backups") / "made"
    filled.do("backup", str(folder))
    return folder


@pytest.fixture
def site(filled: Place, tmp_path: Path) -> Place:
    return Place(Path(shutil.copytree(filled.folder, tmp_path / "data")))


@pytest.fixture
def backup(made_backup: Path, tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(made_backup, tmp_path / "backup"))


@pytest.fixture
def empty(tmp_path: Path) -> Place:
    return Place(tmp_path / "empty")


def assert_refused(ran: subprocess.CompletedProcess[str], sentence: str) -> None:
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert sentence in ran.stderr
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    assert ran.stdout == ""


# --- Backup and restore ----------------------------------------------------------------------------------------------


@pytest.fixture
def new_postgres(postgres_url: str) -> Iterator[Callable[[str], str]]:
    """Makes an empty database and returns its address."""
    made = []

    def make(name: str) -> str:
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        made.append(name)
        return f"{postgres_url.rpartition('/')[0]}/{name}"

    yield make
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for name in made:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_restored_backup_holds_every_row(filled: Place, empty: Place, tmp_path: Path) -> None:
    back_up_and_restore(filled, empty, tmp_path / "backup")
    assert stat.S_IMODE(empty.database.stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_restored_backup_holds_every_row_on_postgresql(tmp_path: Path, new_postgres: Callable[[str], str]) -> None:
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


def back_up_and_restore(place: Place, empty: Place, folder: Path) -> None:
    path, _size, _unit, _seconds, _unit = place.do("backup", str(folder)).split()
    assert path == str(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert (place.folder / "last_backup").stat().st_mtime >= (folder / "manifest.json").stat().st_mtime
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["counts"]["circles"] == 3
    assert manifest["counts"]["series"] == 40

    message = empty.do("restore", str(folder))
    assert "3 circles, 40 series" in message
    assert "its audit found no difference" in message
    assert (empty.folder / "secret_key").read_text() == (place.folder / "secret_key").read_text()
    assert stat.S_IMODE((empty.folder / "secret_key").stat().st_mode) == 0o600
    assert empty.do("dumpdata") == place.do("dumpdata")


def test_a_backup_can_be_read_from_a_read_only_disk(made_backup: Path) -> None:
    """SQLite needs no write-ahead log beside it."""
    assert sorted(file.name for file in made_backup.iterdir()) == [DATA, "manifest.json", "secret_key"]
    with sqlite3.connect(f"file:{made_backup / DATA}?immutable=1", uri=True) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT count(*) FROM series_series").fetchone() == (40,)


def test_a_backup_includes_rows_that_are_only_in_the_write_ahead_log(site: Place, tmp_path: Path) -> None:
    with sqlite3.connect(site.database) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE circles_circle SET name = 'only in the log'")
        connection.commit()
        assert b"only in the log" not in site.database.read_bytes()
        site.do("backup", str(tmp_path / "backup"))
    connection.close()
    with sqlite3.connect(tmp_path / "backup" / DATA) as copy:
        assert copy.execute("SELECT DISTINCT name FROM circles_circle").fetchall() == [("only in the log",)]


# --- Backups that are refused ----------------------------------------------------------------------------------------


def test_a_backup_into_an_existing_folder_is_refused(filled: Place, backup: Path) -> None:
    before = (backup / "manifest.json").read_bytes()
    assert_refused(filled.manage("backup", str(backup)), "A backup needs a new folder.")
    assert (backup / "manifest.json").read_bytes() == before


def test_a_backup_without_a_database_is_refused(filled: Place, empty: Place, tmp_path: Path) -> None:
    target = tmp_path / "backups"
    target.mkdir()
    ran = empty.manage("backup", str(target / "one"), LEDGER_SECRET_KEY="k" * 60)
    assert_refused(ran, f"There is no database at {empty.database}")
    assert list(target.iterdir()) == []


def test_a_backup_of_a_damaged_database_is_refused_and_older_backups_stay(site: Place, tmp_path: Path) -> None:
    site.do("backup", str(tmp_path / "backups"), "--keep", "1")
    before = list((tmp_path / "backups").iterdir())
    damage(site.database)
    assert_refused(site.manage("backup", str(tmp_path / "backups"), "--keep", "1"), "The database is damaged")
    assert list((tmp_path / "backups").iterdir()) == before


def test_a_backup_that_fails_the_audit_is_made_only_with_an_option(site: Place, tmp_path: Path) -> None:
    with sqlite3.connect(site.database) as connection:
        connection.execute("UPDATE series_handpoints SET won = '39' WHERE id = (SELECT min(id) FROM series_handpoints)")
    connection.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    assert_refused(site.manage("backup", str(folder / "one")), "The audit failed: ")
    assert list(folder.iterdir()) == []
    site.do("backup", str(folder / "one"), "--without-audit")
    assert json.loads((folder / "one" / "manifest.json").read_text())["audited"] is False


def test_a_full_disk_leaves_no_partial_backup(filled: Place, tmp_path: Path) -> None:
    """A limit on the size of files stops the copy, as a full disk would."""
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)); "
    limited += "sys.argv = sys.argv[1:]; runpy.run_path('manage.py', run_name='__main__')"
    folder = tmp_path / "backups"
    folder.mkdir()
    ran = run_python("-c", limited, "manage.py", "backup", str(folder / "one"), **filled.settings)
    assert_refused(ran, "cannot be written")
    assert list(folder.iterdir()) == []


def test_a_missing_parent_folder_is_reported(filled: Place, tmp_path: Path) -> None:
    """As when the disk for backups is not mounted."""
    assert_refused(filled.manage("backup", str(tmp_path / "usb" / "one")), "No such file or directory")
    assert not (tmp_path / "usb").exists()


# --- Backups that are not restored -----------------------------------------------------------------------------------


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 8192] = bytes(range(256)) * 32
    file.write_bytes(content)


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


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (cut_off, "khata.sqlite3 has changed since the backup was made"),
        (flip_one_bit, "khata.sqlite3 has changed since the backup was made"),
        (lambda backup: (backup / DATA).unlink(), "khata.sqlite3 is missing"),
        (lambda backup: (backup / "secret_key").write_text("another"), "secret_key has changed"),
        (lambda backup: (backup / "manifest.json").unlink(), "is not a complete backup"),
        (lambda backup: (backup / "manifest.json").write_text('{"format": "kh'), "manifest.json cannot be read"),
        (lambda backup: (backup / "manifest.json").write_text("{}"), "is not a backup of Khata"),
        (damage_and_forge, "The database in this backup is damaged"),
        (remove_latest_event_and_forge, "does not hold what the manifest says"),
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
def test_an_invalid_backup_is_not_restored(
    backup: Path, empty: Place, change: Callable[[Path], object], sentence: str
) -> None:
    change(backup)
    assert_refused(empty.manage("restore", str(backup)), sentence)
    assert not empty.folder.exists() or list(empty.folder.iterdir()) == []


@pytest.mark.parametrize("name", ["ledger.sqlite3", "ledger.sqlite3-wal"])
def test_restore_never_overwrites_a_database(made_backup: Path, empty: Place, name: str) -> None:
    empty.folder.mkdir()
    (empty.folder / name).write_text("mine")
    assert_refused(empty.manage("restore", str(made_backup)), f"{name} is already there.")
    assert [(file.name, file.read_text()) for file in empty.folder.iterdir()] == [(name, "mine")]


def test_restore_never_overwrites_another_secret_key(made_backup: Path, empty: Place) -> None:
    empty.folder.mkdir()
    (empty.folder / "secret_key").write_text("mine")
    assert_refused(empty.manage("restore", str(made_backup)), "is another key than the one in the backup")
    assert [file.read_text() for file in empty.folder.iterdir()] == ["mine"]


# --- A folder for each date ------------------------------------------------------------------------------------------


def test_keep_leaves_the_newest_complete_backups(filled: Place, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    arguments = ["backup", str(folder), "--keep", "2", "--without-audit"]
    first, second = (Path(filled.do(*arguments).split()[0]) for _ in range(2) if not time.sleep(1))
    (folder / "notes").mkdir()
    (folder / "2020-01-01T00-00-00Z").mkdir()  # without a manifest: not a backup
    time.sleep(1)
    third = Path(filled.do(*arguments).split()[0])
    assert sorted(folder.iterdir()) == sorted([second, third, folder / "notes", folder / "2020-01-01T00-00-00Z"])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert first.name < second.name < third.name


def test_a_new_backup_is_kept_when_the_clock_was_set_back(filled: Place, made_backup: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    shutil.copytree(made_backup, folder / "2999-01-01T00-00-00Z")
    made = Path(filled.do("backup", str(folder), "--keep", "1", "--without-audit").split()[0])
    assert list(folder.iterdir()) == [made]


def test_the_next_backup_removes_what_a_killed_backup_left(filled: Place, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "manage.py", "backup", str(folder), "--keep", "3"]
    process = subprocess.Popen(command, cwd=ROOT, env=clean_environment(**filled.settings), start_new_session=True)
    while not list(folder.glob(f".*/{DATA}")):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    (left,) = folder.iterdir()
    assert left.name.startswith(".")
    made = Path(filled.do("backup", str(folder), "--keep", "3", "--without-audit").split()[0])
    assert list(folder.iterdir()) == [made]


def test_a_stopped_backup_removes_its_files(filled: Place, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [sys.executable, "manage.py", "backup", str(folder / "one")]
    environment = clean_environment(**filled.settings)
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    while not list(folder.glob(f".*/{DATA}")):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert process.communicate()[1] == "The backup was stopped. Nothing is left of it.\n"
    assert process.returncode == 1
    assert list(folder.iterdir()) == []


def test_keep_must_be_at_least_one(filled: Place, tmp_path: Path) -> None:
    assert_refused(filled.manage("backup", str(tmp_path / "one"), "--keep", "0"), "at least 1")


# --- While hands are written -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_backups_made_during_writes_hold_every_acknowledged_hand(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    new = request.getfixturevalue("new_postgres") if kind == "postgresql" else None
    place = Place(tmp_path / "data", new("khata_busy") if new else "")
    place.folder.mkdir()
    settings = {
        **place.settings,
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_API_RATE": "",
        "LEDGER_SECRET_KEY": "k" * 60,
        "PORT": str(free_port()),
    }
    site = Site(clean_environment(**settings))
    site.token, tables = json.loads(run(site, "-c", SET_UP))
    scorers = [Scorer(site, series) for series in tables]
    stopping = threading.Event()

    def write_on(scorer: Scorer) -> None:
        while not stopping.is_set():
            scorer.write()

    site.start()
    acknowledged = []
    with ThreadPoolExecutor(len(scorers)) as threads:
        writing = [threads.submit(write_on, scorer) for scorer in scorers]
        for number in range(BACKUPS_WHILE_WRITING):
            acknowledged.append([len(scorer.acknowledged) for scorer in scorers])
            place.do("backup", str(tmp_path / f"backup-{number}"), LEDGER_SECRET_KEY="k" * 60)
        stopping.set()
    site.cut_off()
    for one in writing:
        one.result()  # raises what went wrong in the thread
    assert sum(acknowledged[-1]) > sum(acknowledged[0]) + BACKUPS_WHILE_WRITING, "nothing was written meanwhile"

    for number, before in enumerate(acknowledged):
        restored = Place(tmp_path / f"restored-{number}", new(f"khata_restored_{number}") if new else "")
        assert "its audit found no difference" in restored.do("restore", str(tmp_path / f"backup-{number}"))
        rows = recorded_hands(restored)
        for scorer, least in zip(scorers, before, strict=True):
            stored = [content["reason"] for series, content in rows if series == scorer.series]
            assert stored == [f"hand-{hand}" for hand in range(1, len(stored) + 1)]
            assert len(stored) >= least


def recorded_hands(place: Place) -> list[tuple[str, dict[str, str]]]:
    query = "SELECT series_id, content FROM series_event WHERE kind = 'recorded' ORDER BY number"
    if place.database_url:
        with psycopg.connect(place.database_url) as connection:
            return connection.execute(query).fetchall()
    with sqlite3.connect(place.database) as connection:
        return [(series, json.loads(content)) for series, content in connection.execute(query)]
