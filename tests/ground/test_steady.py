"""`make steady`: the tests run in rounds while other processes keep every core busy."""

import subprocess
import sys

import pytest

from scripts import steady


@pytest.fixture
def burning(monkeypatch):
    """The busy processes that are started."""
    started: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(steady, "BURN", [sys.executable, "-c", "import time; time.sleep(300)"])

    def start(command: list[str]) -> subprocess.Popen[bytes]:
        started.append(popen(command))
        return started[-1]

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    return started


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["steady", *arguments])
    with pytest.raises(SystemExit) as ended:
        steady.main()
    return int(str(ended.value.code))


def test_each_round_runs_beside_one_busy_process_for_each_core(monkeypatch, burning, capsys):
    rounds = []

    def run_tests(arguments: list[str]) -> bool:
        rounds.append((arguments, [process.poll() for process in burning]))
        return True

    monkeypatch.setattr(steady, "run_tests", run_tests)
    assert run(monkeypatch, "--rounds", "2", "tests/browser", "--", "-k", "over") == 0
    assert rounds == [(["tests/browser", "-k", "over"], [None] * steady.CORES)] * 2
    assert all(process.wait() for process in burning)
    assert "2 of 2 rounds passed" in capsys.readouterr().out


def test_one_failed_round_fails_the_run(monkeypatch, burning, capsys):
    rounds = iter([True, False, True])
    monkeypatch.setattr(steady, "run_tests", lambda arguments: arguments == steady.TESTS and next(rounds))
    assert run(monkeypatch, "--rounds", "3") == 1
    assert "2 of 3 rounds passed" in capsys.readouterr().out
