"""The rulebook and its tests do not need Django."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WITHOUT_DJANGO = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "ledger", "environs", "rest_framework"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
for module in [name for name in sys.modules if name.partition(".")[0] in {"django", "ledger"}]:
    del sys.modules[module]

try:
    import django
except ModuleNotFoundError:
    pass
else:
    raise SystemExit("django was not kept out")

import games, games.registry
from games.contract import Table

game = games.registry.GAMES[0]
record = game.read_record(game.example.records[0]).value
print(sum(game(game.default_preset.rules, 4).score(record, Table(4)).points_won))
"""


def test_the_rulebook_works_without_django():
    ran = subprocess.run([sys.executable, "-c", WITHOUT_DJANGO], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "40\n", "")


def test_importing_the_rulebook_does_not_import_the_site():
    listing = "import sys, games, games.registry; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    ran = subprocess.run([sys.executable, "-c", listing], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0
    assert "pydantic" in ran.stdout.split()
    assert not {"django", "ledger", "sqlite3"} & set(ran.stdout.split())


def imported_by(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


SITE = {"django", "ledger", "rest_framework"}
CLOCKS_AND_DICE = {"time", "datetime", "random", "secrets", "uuid", "os", "socket", "sqlite3"}
SEEDED = {("playouts.py", "random")}  # a function of the deal and a seed: docs/decisions/0186-luck-and-play.md


@pytest.mark.parametrize(("folder", "kept_out"), [("games", SITE | CLOCKS_AND_DICE), ("tests/games", SITE)])
def test_no_file_imports_a_forbidden_module(folder, kept_out):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert len(files) > 20
    found = {(path.name, name) for path in files for name in imported_by(path) if name.partition(".")[0] in kept_out}
    assert found == (SEEDED if folder == "games" else set())


def test_the_reference_judge_does_not_import_the_rulebook():
    path = ROOT / "tests/games/jaago_chalis/reference.py"
    assert list(imported_by(path)) == ["dataclasses"]
