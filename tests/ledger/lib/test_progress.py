"""The progress of a command, on a terminal and in a log."""

from io import StringIO

import pytest
from django.core.management.base import OutputWrapper

from ledger.lib import progress
from ledger.lib.progress import ProgressBar


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The seconds that the bar reads, to be changed by the test."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_a_terminal_shows_one_line_that_grows():
    terminal = Terminal()
    bar = ProgressBar(OutputWrapper(terminal), "Checking")
    for share in (0, 0.5, 0.5001, 1):
        bar(share)
    empty, half, full = " " * 40, "#" * 20 + " " * 20, "#" * 40
    assert terminal.getvalue() == f"\rChecking [{empty}]   0%\rChecking [{half}]  50%\rChecking [{full}] 100%\n"


def test_a_log_gets_a_line_every_half_minute(clock):
    log = StringIO()
    bar = ProgressBar(OutputWrapper(log), "Checking")
    for second, share in ((101, 0.1), (130, 0.25), (159, 0.5), (161, 0.75)):
        clock[0] = second
        bar(share)
    assert log.getvalue() == "Checking: 25%\nChecking: 75%\n"


def test_the_rate_counts_from_the_beginning(clock):
    bar = ProgressBar(OutputWrapper(StringIO()), "Checking")
    clock[0] += 20
    assert bar.rate(50_000, "hands") == "50,000 hands in 20.0 s, 2,500 a second"
