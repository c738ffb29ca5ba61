"""The files of every release can be imported. scripts/freeze.py has made them, and they are never changed."""

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.registry import BY_SLUG
from ledger.transfer.import_circle import check_file, import_circle
from scripts.data_folder import ROOT
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import export

RELEASES = sorted(path for path in Path(__file__).with_name("released").iterdir() if path.is_dir())

# What the parts of a file have had since release 1.
NEW_FIELDS = {"players": ("face",)}

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


def as_released(text: str) -> dict[str, Any]:
    """An exported file without what is newer than release 1."""
    whole: dict[str, Any] = json.loads(text)
    whole.pop("seal", None)
    for part, fields in NEW_FIELDS.items():
        for row in whole[part]:
            for field in fields:
                del row[field]
    return whole


def faces_in_order(text: str) -> list[int]:
    """The faces in an exported file, in the order in which players were added; those who have left come last."""
    players = sorted(json.loads(text)["players"], key=lambda row: (row["hidden_at"] is not None, row["created_at"]))
    return [row["face"] for row in players]


def test_a_file_of_each_release_is_kept() -> None:
    assert [release.name for release in RELEASES] == [str(number) for number in range(1, len(RELEASES) + 1)]
    for release in RELEASES:
        assert sorted(path.name for path in release.iterdir()) == ["circle.json", "khata.sqlite3.xz"]


@each_release
def test_a_circle_of_the_release_is_imported(release: Path, db: None) -> None:
    text = (release / "circle.json").read_text(encoding="utf-8")
    circle = import_circle(check_file(text.encode()), None)
    assert run_audit()[1] == 0
    assert as_released(export(circle)) == json.loads(text)
    assert faces_in_order(export(circle)) == [number % 16 for number in range(circle.players.count())]


def test_the_circle_of_the_first_release_has_every_kind_of_event() -> None:
    whole = json.loads((RELEASES[0] / "circle.json").read_text(encoding="utf-8"))
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
@each_release
def test_a_database_of_the_release_is_migrated(release: Path, tmp_path: Path) -> None:
    database = tmp_path / "khata.sqlite3"
    database.write_bytes(lzma.decompress((release / "khata.sqlite3.xz").read_bytes()))
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "ledger.config.settings",
        "LEDGER_DATA_DIR": str(tmp_path),
        "LEDGER_DEBUG": "1",
    }
    text = (release / "circle.json").read_text(encoding="utf-8")

    command = [sys.executable, "manage.py", "shell", "-v0", "-c", UPDATE_AND_ASK]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    audit, _line, exported = done.stdout.partition("\n")
    assert audit.startswith("Everything is as it was written: 2 circles")
    assert as_released(exported) == json.loads(text)
    assert faces_in_order(exported) == [number % 16 for number in range(len(json.loads(text)["players"]))]
