"""`manage.py backup`: what is backed up, what is refused, and how many backups are kept."""

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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from scripts.network import free_port
from tests.ground.helpers import DATA, ROOT, Place, assert_refused, clean_environment, damage, run_python
from tests.ground.test_killed import SET_UP, Scorer, Site, run
from tests.needs import THOROUGH

pytestmark = pytest.mark.thorough

BACKUPS_WHILE_WRITING = 3 if THOROUGH else 2


def test_a_backup_can_be_read_from_a_read_only_disk(made_backup):
    """SQLite needs no write-ahead log beside it."""
    assert sorted(file.name for file in made_backup.iterdir()) == [DATA, "manifest.json", "secret_key"]
    with sqlite3.connect(f"file:{made_backup / DATA}?immutable=1", uri=True) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT count(*) FROM series_series").fetchone() == (18,)


def test_a_backup_includes_rows_that_are_only_in_the_write_ahead_log(place, tmp_path):
    with sqlite3.connect(place.database) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE circles_circle SET name = 'only in the log'")
        connection.commit()
        assert b"only in the log" not in place.database.read_bytes()
        place.do("backup", str(tmp_path / "backup"))
    connection.close()
    with sqlite3.connect(tmp_path / "backup" / DATA) as copy:
        assert copy.execute("SELECT DISTINCT name FROM circles_circle").fetchall() == [("only in the log",)]


# --- Backups that are refused ----------------------------------------------------------------------------------------


def test_a_backup_into_an_existing_folder_is_refused(filled, backup):
    before = (backup / "manifest.json").read_bytes()
    assert_refused(filled.manage("backup", str(backup)), "A backup needs a new folder.")
    assert (backup / "manifest.json").read_bytes() == before


def test_a_backup_without_a_database_is_refused(filled, empty, tmp_path):
    target = tmp_path / "backups"
    target.mkdir()
    ran = empty.manage("backup", str(target / "one"), LEDGER_SECRET_KEY="k" * 60)
    assert_refused(ran, f"There is no database at {empty.database}")
    assert list(target.iterdir()) == []


def test_a_backup_of_a_damaged_database_is_refused_and_older_backups_stay(place, tmp_path):
    place.do("backup", str(tmp_path / "backups"), "--keep", "1")
    before = list((tmp_path / "backups").iterdir())
    damage(place.database)
    assert_refused(place.manage("backup", str(tmp_path / "backups"), "--keep", "1"), "The database is damaged")
    assert list((tmp_path / "backups").iterdir()) == before


def test_a_backup_that_fails_the_audit_is_made_only_with_an_option(place, tmp_path):
    with sqlite3.connect(place.database) as connection:
        connection.execute("UPDATE series_handpoints SET won = '39' WHERE id = (SELECT min(id) FROM series_handpoints)")
    connection.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    assert_refused(place.manage("backup", str(folder / "one")), "The audit failed: ")
    assert list(folder.iterdir()) == []
    place.do("backup", str(folder / "one"), "--without-audit")
    assert json.loads((folder / "one" / "manifest.json").read_text())["audited"] is False


def test_a_full_disk_leaves_no_partial_backup(filled, tmp_path):
    """A limit on the size of files stops the copy, as a full disk would."""
    limited = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)); "
    limited += "sys.argv = sys.argv[1:]; runpy.run_path('manage.py', run_name='__main__')"
    folder = tmp_path / "backups"
    folder.mkdir()
    ran = run_python("-c", limited, "manage.py", "backup", str(folder / "one"), **filled.settings)
    assert_refused(ran, "cannot be written")
    assert list(folder.iterdir()) == []


def test_a_missing_parent_folder_is_reported(filled, tmp_path):
    """As when the disk for backups is not mounted."""
    assert_refused(filled.manage("backup", str(tmp_path / "usb" / "one")), "No such file or directory")
    assert not (tmp_path / "usb").exists()


# --- A folder for each date ------------------------------------------------------------------------------------------


def test_keep_leaves_the_newest_complete_backups(filled, tmp_path):
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


def test_keep_deletes_nothing_before_there_are_too_many(filled, made_backup, tmp_path):
    folder = tmp_path / "backups"
    older = [folder / f"2020-01-{day:02}T00-00-00Z" for day in (1, 2, 3)]
    for copy in older:
        shutil.copytree(made_backup, copy)
    made = Path(filled.do("backup", str(folder), "--keep", "5", "--without-audit").split()[0])
    assert sorted(folder.iterdir()) == [*older, made]


def test_a_new_backup_is_kept_when_the_clock_was_set_back(filled, made_backup, tmp_path):
    folder = tmp_path / "backups"
    shutil.copytree(made_backup, folder / "2999-01-01T00-00-00Z")
    made = Path(filled.do("backup", str(folder), "--keep", "1", "--without-audit").split()[0])
    assert list(folder.iterdir()) == [made]


def test_the_next_backup_removes_what_a_killed_backup_left(filled, tmp_path):
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


def test_a_stopped_backup_removes_its_files(filled, tmp_path):
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


def test_keep_must_be_at_least_one(filled, tmp_path):
    assert_refused(filled.manage("backup", str(tmp_path / "one"), "--keep", "0"), "at least 1")


# --- While hands are written -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_backups_made_during_writes_hold_every_acknowledged_hand(request, tmp_path, kind):
    new = request.getfixturevalue("new_postgres") if kind == "postgresql" else None
    place = Place(tmp_path / "data", new("khata_busy") if new else "")
    place.folder.mkdir()
    settings = {
        **place.settings,
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_API_RATE": "",
        "LEDGER_MOST_HANDS": "5000",
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
