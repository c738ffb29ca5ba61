"""The tests of all that is stored once more, on PostgreSQL."""

import pytest

from tests.ground.helpers import run_python


@pytest.mark.slow
def test_the_ledgers_tests_pass_on_postgresql(postgres_url: str) -> None:
    arguments = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/ledger", "--ignore=tests/ledger/face")
    ran = run_python(*arguments, DATABASE_URL=postgres_url)
    assert ran.returncode == 0, ran.stdout[-5000:]
    assert " passed" in ran.stdout
