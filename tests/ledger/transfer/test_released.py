"""The files of every release can still be read. `make freeze` has made these files, and they are never changed.

The folder `1` has an export and a database in the first format, from before there were releases.
"""

import json
import lzma
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger import __version__
from ledger.transfer.import_circle import check_file, import_circle
from scripts.data_folder import ROOT
from scripts.upgrade import DataSite
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import export

RELEASED = Path(__file__).with_name("released")
FIRST = RELEASED / "1"
RELEASES = sorted(path for path in RELEASED.iterdir() if path.is_dir() and path != FIRST)
FILES = ["backup-postgresql.tar.xz", "backup-sqlite.tar.xz", "circle.json.xz", "data.tar.xz", "known.json"]

# The fields that are newer than a release, by the part of the file.
NEW_FIELDS: dict[str, dict[str, tuple[str, ...]]] = {"1": {"players": ("face",)}, "1.0.0": {}}

each_release = pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)

UPDATE_AND_ASK = """
from django.core.management import call_command
from django.test import Client
from ledger.circles.models import Circle, User
call_command("migrate", verbosity=0)
call_command("audit")
circle = Circle.objects.get(members__user__username="bob")
client = Client()
client.force_login(User.objects.get(username="bob"))
for page in (f"/circles/{circle.pk}/", *(f"/series/{one.pk}/" for one in circle.series.all())):
    answer = client.get(page)
    assert answer.status_code == 200, (page, answer.status_code)
call_command("export_circle", circle.pk)
"""


def as_released(text: str, release: Path = FIRST) -> dict[str, Any]:
    """An exported file without its seal, and without what is newer than the release."""
    whole: dict[str, Any] = json.loads(text)
    whole.pop("seal", None)
    for part, fields in NEW_FIELDS[release.name].items():
        for row in whole[part]:
            for field in fields:
                del row[field]
    return whole


def faces_in_order(text: str) -> list[int]:
    """The faces in an exported file, in the order in which players were added; those who have left come last."""
    players = sorted(json.loads(text)["players"], key=lambda row: (row["hidden_at"] is not None, row["created_at"]))
    return [row["face"] for row in players]


def test_files_of_each_release_are_kept():
    assert sorted(path.name for path in FIRST.iterdir()) == ["circle.json", "khata.sqlite3.xz"]
    for release in RELEASES:
        assert sorted(path.name for path in release.iterdir()) == FILES
    assert [release.name for release in (FIRST, *RELEASES)] == list(NEW_FIELDS)
    assert __version__ in NEW_FIELDS, "run `make freeze`"


def test_a_circle_of_the_first_format_is_imported(db):
    text = (FIRST / "circle.json").read_text(encoding="utf-8")
    circle = import_circle(check_file(text.encode()), None)
    assert run_audit()[1] == 0
    assert as_released(export(circle)) == json.loads(text)
    assert faces_in_order(export(circle)) == [number % 16 for number in range(circle.players.count())]


def test_the_circle_of_the_first_release_has_every_kind_of_event():
    whole = json.loads((FIRST / "circle.json").read_text(encoding="utf-8"))
    games = {series["game"] for series in whole["series"]}
    assert games == {"jaago-chalis", "jass", "putz", "jewel", "cha", "scorecard"} <= set(BY_SLUG)
    assert {event["kind"] for series in whole["series"] for event in series["events"]} == {
        "started",
        "recorded",
        "corrected",
        "withdrawn",
        "stopped",
        "reopened",
        "joined",
        "unseated",
    }
    assert {series["status"] for series in whole["series"]} == {"open", "stopped", "finished"}
    assert {entry["kind"] for entry in whole["entries"]} == {"settlement", "payment", "reversal"}
    assert {rules["game"] for rules in whole["house_rules"]} == games


@pytest.mark.slow
@pytest.mark.thorough
def test_a_database_of_the_first_format_is_migrated(tmp_path):
    database = tmp_path / "khata.sqlite3"
    database.write_bytes(lzma.decompress((FIRST / "khata.sqlite3.xz").read_bytes()))
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_DATA_DIR": str(tmp_path),
        "LEDGER_DEBUG": "1",
    }
    text = (FIRST / "circle.json").read_text(encoding="utf-8")

    command = [sys.executable, "manage.py", "shell", "-v0", "-c", UPDATE_AND_ASK]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    audit, _line, exported = done.stdout.partition("\n")
    assert audit.startswith("Everything is as it was written: 2 circles")
    assert as_released(exported) == json.loads(text)
    assert faces_in_order(exported) == [number % 16 for number in range(len(json.loads(text)["players"]))]


# --- Releases --------------------------------------------------------------------------------------------------------

USE_WHAT_IS_KNOWN = """
import json, sys
from django.test import Client
known = json.loads({known!r})
assert Client().get(known["link"]).status_code == 200
circles = Client().get("/api/v1/circles", headers={{"authorization": "Bearer " + known["token"]}}).json()
assert known["circle"] in json.dumps(circles)
from django.contrib.auth.models import AnonymousUser
from ledger.following.check_page import check, find_short
assert check(find_short(known["short_code"]), AnonymousUser()).is_true
"""


def text_of(release: Path) -> str:
    return lzma.decompress((release / "circle.json.xz").read_bytes()).decode()


def unpacked(release: Path, name: str, to: Path) -> Path:
    with tarfile.open(release / name, "r:xz") as archive:
        archive.extractall(to, filter="data")
    return to


def assert_is_read(site: DataSite, release: Path) -> None:
    """The updated data hold what they held, and the links, tokens and codes of the release still work."""
    said = site.update_and_look()
    assert "Everything is as it was written: 8 circles" in said
    known = (release / "known.json").read_text()
    site.manage("shell", "-v0", "-c", USE_WHAT_IS_KNOWN.format(known=known))
    exported = site.manage("export_circle", json.loads(known)["circle"])
    assert as_released(exported, release) == as_released(text_of(release), release)


@each_release
def test_a_circle_of_the_release_is_imported(release, db):
    text = text_of(release)
    circle = import_circle(check_file(text.encode()), None)
    assert run_audit()[1] == 0
    assert as_released(export(circle), release) == as_released(text, release)


@pytest.mark.slow
@pytest.mark.thorough
@each_release
def test_a_data_folder_of_the_release_is_updated(release, tmp_path):
    assert_is_read(DataSite(unpacked(release, "data.tar.xz", tmp_path / "data")), release)


@pytest.mark.slow
@pytest.mark.thorough
@each_release
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_backup_of_the_release_is_restored(release, database, tmp_path, new_postgres):
    backup = unpacked(release, f"backup-{database}.tar.xz", tmp_path / "backup")
    site = DataSite(tmp_path / "data", new_postgres("released") if database == "postgresql" else "")
    site.manage("restore", str(backup))
    assert_is_read(site, release)
