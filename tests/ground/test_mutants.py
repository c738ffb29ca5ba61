"""`make mutants` on one small module."""

import pytest

from tests.ground.helpers import run_python


@pytest.mark.slow
def test_mutants_are_killed_by_the_tests_that_run_them() -> None:
    tests = ("tests/games/kit/test_transfers.py", "tests/games/kit/test_tricks.py")
    tried = run_python("-m", "scripts.mutants", "kit", "--only", "kit/transfers", "--tests", *tests)
    assert "left out" not in tried.stdout
    assert "no test notices" in tried.stdout  # such as whether nothing is paid where two totals are level
    assert tried.returncode == 0, tried.stdout + tried.stderr
