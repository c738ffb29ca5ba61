"""A test whose tools are missing is skipped on a user's machine and fails in CI, with the name of what is missing."""

import subprocess
from pathlib import Path

import pytest

from tests.browser.conftest import JOURNEYS
from tests.ground.helpers import ROOT, run_python

NEEDS_A_PROGRAM = """
from tests.needs import find_program
def test_it():
    find_program("Chromium", "no-such-program")
"""
SKIPS_QUIETLY = """
import pytest
def test_it():
    pytest.skip("no reason worth telling")
def test_another():
    pass
"""


def run(folder: Path, test: str, **environment: str) -> subprocess.CompletedProcess[str]:
    file = folder / "test_one.py"
    file.write_text(test)
    plugins = ("-p", "no:django", "-p", "no:cacheprovider", "-p", "tests.conftest")
    return run_python(
        "-m", "pytest", "-ra", "-c", "/dev/null", "--rootdir", str(folder), *plugins, str(folder), **environment
    )


def test_a_missing_tool_skips_the_test_and_shows_the_reason(tmp_path):
    ran = run(tmp_path, NEEDS_A_PROGRAM)
    assert ran.returncode == 0
    assert "Chromium is missing on this machine" in ran.stdout
    assert "1 skipped" in ran.stdout


@pytest.mark.thorough
def test_a_missing_tool_fails_the_test_in_ci(tmp_path):
    ran = run(tmp_path, NEEDS_A_PROGRAM, CI="true")
    assert ran.returncode == 1
    assert "FAILED" in ran.stdout
    assert "Chromium is missing on this machine" in ran.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_skipped_test_fails_the_run_in_ci(tmp_path, workers):
    assert run(tmp_path, SKIPS_QUIETLY, PYTEST_ADDOPTS=f"-n {workers}").returncode == 0
    ran = run(tmp_path, SKIPS_QUIETLY, PYTEST_ADDOPTS=f"-n {workers}", CI="true")
    assert ran.returncode == 1
    assert "CI runs every test, and some were skipped." in ran.stdout


def test_every_journey_is_a_test():
    folder = ROOT / "tests" / "browser"
    assert [file for file, name in JOURNEYS.items() if f"\ndef {name}(" not in (folder / file).read_text()] == []


def test_a_file_whose_tests_are_all_thorough_is_not_imported_by_make_test(tmp_path):
    test = (
        "import pytest\npytestmark = [pytest.mark.slow, pytest.mark.thorough]\nprint('imported')\ndef test_it(): ...\n"
    )
    assert "imported" in run(tmp_path, test, PYTEST_ADDOPTS="-s").stdout
    ran = run(tmp_path, test, PYTEST_ADDOPTS="-s -m 'not thorough'")
    assert "imported" not in ran.stdout


def test_ci_runs_the_tests_and_the_checks():
    script = (ROOT / ".ci" / "run").read_text()
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100
    assert "set -euo pipefail" in script
    assert (
        script.index("export CI=true")
        < script.index("make test-all")
        < script.index("make check")
        < script.index("make image-test")
    )


def test_ci_runs_no_test_a_second_time():
    script = (ROOT / ".ci" / "run").read_text()
    assert script.count("make test") == 1
    assert "||" not in script
