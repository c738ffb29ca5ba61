"""The tests of all that is stored once more, on PostgreSQL: folder by folder, so that several processes share them."""

from pathlib import Path

import pytest

from tests.ground.helpers import ROOT, run_python

TESTS = ROOT / "tests" / "ledger"


def arguments_by_part() -> dict[str, list[str]]:
    """Each folder by itself, and the files beside the folders."""
    folders = sorted(folder for folder in TESTS.iterdir() if list(folder.rglob("test_*.py")))
    files = sorted(TESTS.glob("test_*.py"))
    return {folder.name: [str(folder)] for folder in folders} | {"others": [str(file) for file in files]}


PARTS = arguments_by_part()


def test_no_test_is_left_out() -> None:
    chosen = [Path(argument) for arguments in PARTS.values() for argument in arguments]
    left_out = [file for file in TESTS.rglob("test_*.py") if not {file, *file.parents} & set(chosen)]
    assert left_out == []


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_the_ledgers_tests_pass_on_postgresql(postgres_url: str, part: str) -> None:
    ran = run_python("-m", "pytest", "-q", "-p", "no:cacheprovider", *PARTS[part], DATABASE_URL=postgres_url)
    assert ran.returncode == 0, ran.stdout[-5000:]
    assert " passed" in ran.stdout
