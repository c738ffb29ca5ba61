"""The ledger's tests once more, on PostgreSQL.

`make test-all` runs all that `make test` runs on SQLite, folder by folder, so that several processes share them,
and the evenings of the demo. Run alone, this file runs only the tests of simultaneous requests, whose outcome
the database decides.
"""

from pathlib import Path

import pytest

from tests.ground.helpers import ROOT, run_python
from tests.needs import THOROUGH

pytestmark = pytest.mark.thorough

TESTS = ROOT / "tests" / "ledger"


def arguments_by_part() -> dict[str, list[str]]:
    """The pytest arguments for each folder, and for the files outside the folders."""
    folders = sorted(folder for folder in TESTS.iterdir() if list(folder.rglob("test_*.py")))
    files = sorted(TESTS.glob("test_*.py"))
    return {folder.name: [str(folder)] for folder in folders} | {"others": [str(file) for file in files]}


ALL_PARTS = arguments_by_part()
# These tests are thorough, so their folders leave them out.
EVENINGS = {"evenings": [str(TESTS / "operations" / "test_demo.py"), str(TESTS / "standings" / "test_simulated.py")]}
DAILY_PARTS = {
    "concurrency": [
        str(TESTS / f"test_{name}.py") for name in ("concurrency", "concurrent_cards", "concurrent_verdicts")
    ]
}
PARTS = ALL_PARTS | EVENINGS if THOROUGH else DAILY_PARTS


def test_no_test_is_left_out():
    chosen = [Path(argument) for arguments in ALL_PARTS.values() for argument in arguments]
    left_out = [file for file in TESTS.rglob("test_*.py") if not {file, *file.parents} & set(chosen)]
    assert left_out == []


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_ledgers_tests_pass_on_postgresql(postgres_url, part):
    marked = "" if part in EVENINGS else "not thorough"
    arguments = ["-q", "-p", "no:cacheprovider", "-m", marked, *PARTS[part]]
    ran = run_python("-m", "pytest", *arguments, DATABASE_URL=postgres_url)
    assert ran.returncode == 0, ran.stdout[-5000:]
    assert " passed" in ran.stdout
