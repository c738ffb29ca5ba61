"""The import rules in pyproject.toml hold, and a forbidden import is found."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ground.helpers import ROOT, clean_environment

LINT = Path(sys.executable).with_name("lint-imports")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [LINT, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, env=clean_environment(), capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path):
    for package in ("games", "ledger"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_is_allowed():
    checked = lint(ROOT)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("games/kit/planted.py", "import django.utils", "The rulebook knows neither the site nor Django"),
        ("games/planted.py", "import ledger.config.views", "The rulebook knows neither the site nor Django"),
        ("games/kit/planted.py", "import games.catalogue", "The shared parts of the rulebook know no game"),
        ("games/catalogue/planted.py", "import games.catalogue.jaago_chalis", "Games do not know each other"),
        ("ledger/planted.py", "import games.catalogue", "The site knows games only through the registry"),
        ("ledger/circles/planted.py", "import games.contract", "A room knows only those below it"),
        ("ledger/circles/planted.py", "import ledger.series", "A room knows only those below it"),
        ("ledger/money/__init__.py", "import games.contract", "A room knows only those below it"),
        ("ledger/money/__init__.py", "import ledger.series", "A room knows only those below it"),
        ("ledger/lib/planted.py", "import ledger.face", "A room knows only those below it"),
        ("ledger/face/planted.py", "import ledger.circles", "A room knows only those below it"),
        ("ledger/money/planted.py", "import ledger.series", "A room knows only those below it"),
        ("ledger/series/planted.py", "import ledger.following", "A room knows only those below it"),
        ("ledger/following/planted.py", "import ledger.scoring", "A room knows only those below it"),
        ("ledger/following/planted.py", "import ledger.sheets", "A room knows only those below it"),
        ("ledger/books/planted.py", "import ledger.following", "A room knows only those below it"),
        ("ledger/transfer/planted.py", "import ledger.books", "A room knows only those below it"),
        ("ledger/books/planted.py", "import ledger.scoring", "A room knows only those below it"),
        ("ledger/sheets/planted.py", "import ledger.scoring", "A room knows only those below it"),
        ("ledger/scoring/planted.py", "import ledger.api", "A room knows only those below it"),
        ("ledger/api/planted.py", "import ledger.config", "A room knows only those below it"),
        ("ledger/api/planted.py", "import ledger.operations", "A room knows only those below it"),
        ("ledger/series/planted.py", "import ledger.operations", "A room knows only those below it"),
        ("ledger/operations/planted.py", "import ledger.config", "A room knows only those below it"),
    ],
)
def test_a_forbidden_import_is_found(copy, file, line, contract):
    planted = copy / file
    planted.write_text(f"{planted.read_text() if planted.exists() else ''}\n{line}\n")
    checked = lint(copy)
    assert checked.returncode == 1
    assert [found for found in checked.stdout.splitlines() if " BROKEN" in found and found.startswith(contract)]


def private_modules(source: str) -> list[str]:
    """The modules and names in these imports that are private to a library."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    private = re.compile(r"\b(internal|_[^_]\w*)\b")
    return [name for name in found if private.search(name)]


def test_no_private_module_of_a_library_is_imported():
    files = [file for package in ("games", "ledger", "scripts") for file in (ROOT / package).rglob("*.py")]
    assert files
    assert {str(file): names for file in files if (names := private_modules(file.read_text(encoding="utf-8")))} == {}


def test_import_of_a_private_module_is_found():
    source = "from __future__ import annotations\nfrom allauth.account.internal import stagekit\nimport json._other\n"
    assert private_modules(source) == ["allauth.account.internal.stagekit", "json._other"]
