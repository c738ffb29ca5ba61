"""A start that fails is explained in one sentence. Also: what a start and a stop do to the data."""

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.network import free_port
from tests.ground.helpers import ROOT, Place, clean_environment, damage
from tests.ground.test_server import Served

pytestmark = pytest.mark.thorough

# Root can write everywhere, unless it drops these two capabilities.
AS_OTHERS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def serve(place: Place, *before: str) -> subprocess.CompletedProcess[str]:
    environment = clean_environment(**place.settings, BIND="127.0.0.1", PORT=str(free_port()))
    command = [*before, sys.executable, "-m", "scripts.serve"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def assert_one_sentence(ran: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    for part in parts:
        assert part in ran.stderr
    assert ran.stdout == ""


def test_a_read_only_data_folder_is_reported(place):
    before = AS_OTHERS if place.folder.stat().st_uid == 0 else []
    place.folder.chmod(0o500)
    try:
        ran = serve(place, *before)
    finally:
        place.folder.chmod(0o700)
    assert_one_sentence(
        ran,
        f"The data folder {place.folder} cannot be written (Permission denied)",
        "give it to the user who runs Khata, or name another folder in LEDGER_DATA_DIR",
    )


def test_a_data_folder_that_cannot_be_created_is_reported(tmp_path):
    (tmp_path / "file").touch()
    place = Place(tmp_path / "file" / "data")
    assert_one_sentence(serve(place), f"The data folder {place.folder} cannot be written (Not a directory)")


def test_a_read_only_database_is_reported(place):
    before = AS_OTHERS if place.folder.stat().st_uid == 0 else []
    place.database.chmod(0o400)
    ran = serve(place, *before)
    assert_one_sentence(ran, f"The database {place.database} cannot be opened", "Give the file and its folder to")


@pytest.mark.parametrize(
    ("text", "said"), [("x" * 44, "it has 33 bytes instead of 32"), ("cut sho", "it must be 32 bytes as base64")]
)
def test_a_signing_key_that_is_none_is_reported(place, text, said):
    (place.folder / "signing_key").write_text(text)
    file = place.folder / "signing_key"
    assert_one_sentence(serve(place), f"{file} is not a signing key: {said}", "Put the right one back from a backup")


def test_a_damaged_database_is_reported_and_not_changed(place):
    damage(place.database)
    content = place.database.read_bytes()
    ran = serve(place)
    assert_one_sentence(ran, f"The database {place.database} is damaged (", "Move it away and restore a backup")
    assert place.database.read_bytes() == content


def test_a_file_that_is_not_a_database_is_reported(place):
    place.database.write_text("This was a database once. " * 1000)
    assert_one_sentence(serve(place), "is damaged (file is not a database)", "restore a backup")


def test_a_database_of_a_newer_version_is_reported(place):
    with sqlite3.connect(place.database) as connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('series', '0999_later', '2030')")
    connection.close()
    ran = serve(place)
    assert_one_sentence(ran, "a newer version of Khata", "does not know series.0999_later", "Update Khata, or restore")


@pytest.mark.parametrize(
    "address", ["postgres://khata@127.0.0.1:1/khata", "postgres://khata:secret@%2Fnowhere%2Fat%2Fall/khata"]
)
def test_an_unreachable_postgresql_is_reported(tmp_path, address):
    ran = serve(Place(tmp_path / "data", address))
    assert_one_sentence(ran, "The database cannot be reached: ", "Start it, or correct DATABASE_URL.")
    assert "secret" not in ran.stderr


# --- A start and a stop ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_update_makes_a_backup_before_it_migrates(place, tmp_path):
    place.do("migrate", "money", "0001", "--verbosity=0")
    rows = place.do("dumpdata", "money", "circles")
    site = Served(clean_environment(**place.settings, BIND="127.0.0.1", PORT=str(free_port())))
    site.start()
    log = Path(place.folder, "log").read_text()
    site.cut_off()

    (backup,) = (place.folder / "backups").iterdir()
    assert backup.name.startswith("before-update-")
    assert f"This version changes the database. What was in it before: {backup}  " in log
    manifest = json.loads((backup / "manifest.json").read_text())
    assert manifest["audited"] is False  # this version cannot read it yet
    assert "money.0002_nothing_written_is_changed" not in manifest["migrations"]
    assert place.do("migrate", "--check") == ""

    # The second start makes no update.
    site.start()
    site.cut_off()
    assert len(list((place.folder / "backups").iterdir())) == 1

    # The backup of the old version can be restored, and the next start updates it.
    restored = Place(tmp_path / "restored")
    assert "was not audited" in restored.do("restore", str(backup))
    restored.do("migrate", "--verbosity=0")
    assert restored.do("dumpdata", "money", "circles") == rows
    assert "Everything is as it was written" in restored.do("audit")


@pytest.mark.slow
def test_an_update_without_a_backup_is_refused(place):
    place.do("migrate", "money", "0001", "--verbosity=0")
    (place.folder / "backups").touch()  # so that no folder can be made there
    ran = serve(place)
    assert_one_sentence(
        ran,
        "no backup can be made before.",
        "To update without one, run `manage.py migrate` as you run its other commands.",
    )
    assert place.manage("migrate", "--check").returncode == 1


@pytest.mark.slow
def test_after_a_clean_stop_the_database_is_one_private_file(tmp_path):
    place = Place(tmp_path / "data")
    site = Served(clean_environment(**place.settings, BIND="127.0.0.1", PORT=str(free_port())))
    place.folder.mkdir()
    site.start()
    assert not (place.folder / "backups").exists()  # a new database is no update
    assert site.process is not None
    with sqlite3.connect(place.database) as writer:  # a connection that never puts its log into the file
        writer.execute("PRAGMA wal_autocheckpoint=0")
        writer.execute("CREATE TABLE written (text)")
        writer.execute("INSERT INTO written VALUES ('at the end of the evening')")
    assert b"at the end of the evening" not in place.database.read_bytes()
    assert Path(f"{place.database}-wal").stat().st_mode & 0o777 == 0o600
    writer.close()
    site.process.terminate()
    assert site.process.wait(timeout=60) == 0
    site.process = None

    log = Path(f"{place.database}-wal")
    assert not log.exists() or log.stat().st_size == 0
    alone = shutil.copy(place.database, tmp_path / "alone.sqlite3")
    with sqlite3.connect(alone) as connection:
        assert connection.execute("SELECT text FROM written").fetchall() == [("at the end of the evening",)]
    for name in ("ledger.sqlite3", "secret_key"):
        assert stat.S_IMODE((place.folder / name).stat().st_mode) == 0o600


# --- Keys that were lost ---------------------------------------------------------------------------------------------


def test_a_lost_secret_key_is_not_replaced_without_a_word(place):
    (place.folder / "secret_key").unlink()
    assert_one_sentence(serve(place), f"The secret key {place.folder / 'secret_key'} is missing", "new_secret_key")
    assert not (place.folder / "secret_key").exists()
    said = place.do("new_secret_key")
    assert "There is a new secret key" in said
    assert stat.S_IMODE((place.folder / "secret_key").stat().st_mode) == 0o600
    assert "Move it away first." in place.manage("new_secret_key").stderr


def test_a_lost_signing_key_is_not_replaced_without_a_word(place):
    place.do("rotate_signing_key")
    file = place.folder / "signing_key"
    file.unlink()
    assert_one_sentence(serve(place), f"The signing key {file} is missing", "manage.py rotate_signing_key")
    assert not file.exists()
    place.do("rotate_signing_key")
    assert place.do("shell", "-v0", "-c", CHECK_KEY).strip() == "no fault"


def test_the_signing_key_of_another_site_is_not_used(place):
    place.do("rotate_signing_key")
    file = place.folder / "signing_key"
    file.write_text("A" * 43 + "=\n")
    file.chmod(0o600)
    assert_one_sentence(serve(place), f"The signing key {file} is not that of this site.")
    (place.folder / "signing_keys.json").unlink()
    assert place.do("shell", "-v0", "-c", CHECK_KEY).strip() == "no fault", "nothing was signed before"


@pytest.mark.parametrize("lost", ["signing_key", "signing_keys.json"])
def test_what_was_signed_shows_that_a_key_was_lost(lost, place):
    place.do("shell", "-v0", "-c", HAND_OUT)
    (place.folder / "signing_key").unlink()
    (place.folder / "signing_keys.json").unlink()
    if lost == "signing_keys.json":
        (place.folder / "signing_key").write_text("A" * 43 + "=\n")
    assert_one_sentence(serve(place), f"The signing key {place.folder / 'signing_key'} is")


HAND_OUT = """
from ledger.signing.answers import store_short_code; from ledger.signing.seals import seal_of
from ledger.series.models import Series; from ledger.series.state import series_state
store_short_code(seal_of(series_state(Series.objects.first()), payments=False))
"""
CHECK_KEY = "from ledger.operations.start import check_signing_key as check; print(check() or 'no fault')"
