"""Sheets are made by a separate process; requests and saves do not wait for it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event as Signal
from typing import Any
from unittest.mock import Mock

import pytest
from django.conf import settings as project

from ledger.sheets import cache, pdf
from ledger.sheets import printer as printer_module
from ledger.sheets.pdf import LARGE, Job, sheet_job
from ledger.sheets.printer import BeingMade, Printer, TooLarge
from ledger.sheets.signed_pdf import signed
from tests.ledger.api.conftest import Program
from tests.ledger.api.test_hostile import assert_problem
from tests.ledger.pages import client_of
from tests.ledger.sheets.conftest import kept, sheet_of
from tests.ledger.sheets.evenings import scorecard
from tests.ledger.sheets.tables import Table

pytestmark = pytest.mark.thorough

PAGE = Job(['<html lang="en"><title>x</title><p>A page</p></html>'], [])
MOST_MEGABYTES = 400


@pytest.fixture
def printer() -> Iterator[Printer]:
    one = Printer()
    yield one
    one._end()


class Slow(Printer):
    """Prints only after `may_print` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.may_print, self.printed = Signal(), 0

    def print(self, job: Job) -> bytes:
        assert self.may_print.wait(60)
        self.printed += 1
        return b"%PDF"


@pytest.fixture
def slow(monkeypatch) -> Iterator[Slow]:
    monkeypatch.setattr(printer_module, "WAITS", 0.05)
    one = Slow()
    monkeypatch.setattr(cache, "printer", one)
    yield one
    one.may_print.set()


def order(printer: Printer, name: str, make_job: Callable[[], Job] = lambda: PAGE) -> bytes:
    return printer.order(name, make_job, lambda made: made)


# --- While a sheet is made -------------------------------------------------------------------------------------------


def test_a_page_asks_again_until_the_sheet_is_made(viewer, series, slow):
    reader, address = client_of(viewer.user), f"/series/{series.pk}/sheet.pdf"
    response = reader.get(address)
    assert (response.status_code, response["Retry-After"], response["Refresh"]) == (503, "2", "2")
    assert "The sheet is being made" in response.content.decode()
    assert "no-store" in response["Cache-Control"]
    program = Program(viewer.user)
    answer = program.get(f"series/{series.pk}/sheet.pdf")
    assert_problem(answer, 503)
    assert answer["Retry-After"] == "2"
    slow.may_print.set()
    wait_until(lambda: bool(kept()))
    assert reader.get(address).content == program.get(f"series/{series.pk}/sheet.pdf").content == signed(b"%PDF")
    assert slow.printed == 1


def test_only_two_requests_wait(slow):
    for _request in range(printer_module.MOST_WAITING):
        slow.waiting.acquire()
    began = time.monotonic()
    with pytest.raises(BeingMade):
        order(slow, "a")
    assert time.monotonic() - began < 0.05


def test_one_request_for_each_sheet_waits(slow, monkeypatch):
    with pytest.raises(BeingMade):
        order(slow, "a")
    monkeypatch.setattr(printer_module, "WAITS", 30)
    began = time.monotonic()
    with pytest.raises(BeingMade):
        order(slow, "a")
    assert time.monotonic() - began < 5


def test_who_has_the_sheet_may_order_it_again_at_once(slow):
    with pytest.raises(BeingMade):
        order(slow, "a")
    seen: list[list[str]] = []
    slow.orders["a"].add_done_callback(lambda _sheet: seen.append(list(slow.orders)))
    slow.may_print.set()
    wait_until(lambda: bool(seen))
    assert seen == [[]]


def test_the_waiting_list_is_short(slow):
    drawn_up = []
    for number in range(printer_module.MOST_ORDERS + 5):
        with pytest.raises(BeingMade):
            order(slow, f"{number}", lambda: drawn_up.append(1) or PAGE)
    assert len(drawn_up) == printer_module.MOST_ORDERS


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- The process -----------------------------------------------------------------------------------------------------


def test_a_series_of_500_hands_of_twelve_needs_little_memory(printer):
    """The process ends after it, and the next sheet has a new one."""
    job = sheet_job(sheet_of(scorecard(*[[7, -3, 0, 120, 4, 9, -8, 1, 2, 3, 4, 5]] * 500)))
    printer.print(PAGE)
    assert printer.process
    status, most = Path(f"/proc/{printer.process.pid}/status"), 0
    with ThreadPoolExecutor(1) as threads:
        printing = threads.submit(printer.print, job)
        while not printing.done():
            with suppress(OSError, IndexError):  # the process has just ended
                most = int(status.read_text().split("VmHWM:")[1].split()[0])
            time.sleep(0.02)
    assert printing.result().startswith(b"%PDF")
    assert printer.process is None
    assert 100 < most / 1024 < MOST_MEGABYTES
    assert printer.print(PAGE).startswith(b"%PDF")


def test_the_process_leaves_no_files(printer, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    printer.print(PAGE)
    assert list(tmp_path.iterdir())
    printer._end()
    assert not list(tmp_path.iterdir())


def test_the_memory_of_the_server_does_not_end_the_process(printer):
    """Linux counts the server's memory for a process that the server starts."""
    much = b"x" * 200 * 2**20
    printer.print(PAGE)
    assert printer.process
    assert len(much) > LARGE


def test_what_is_too_large_is_refused_at_once(printer, viewer, series, monkeypatch):
    monkeypatch.setattr(printer_module, "LARGEST", 100)
    monkeypatch.setattr(cache, "printer", printer)
    page = client_of(viewer.user).get(f"/series/{series.pk}/sheet.pdf")
    assert page.status_code == 503
    assert "This series is too large for a sheet" in page.content.decode()
    assert "Refresh" not in page
    assert_problem(Program(viewer.user).get(f"series/{series.pk}/sheet.pdf"), 503)
    assert printer.process is None


def test_a_sheet_that_takes_too_long_is_not_tried_again(printer, monkeypatch):
    asked = []

    def ends(_job: Job) -> bytes:
        asked.append(1)
        raise ValueError

    monkeypatch.setattr(printer, "_ask", ends)
    for _time in range(3):
        with pytest.raises(TooLarge):
            order(printer, "a")
    assert len(asked) == 1


def test_a_killed_process_is_started_again(printer):
    first = printer.print(PAGE)
    assert printer.process
    os.kill(printer.process.pid, signal.SIGKILL)
    assert printer.print(PAGE) == first


OWNER = """
import django, sys, time
django.setup()
from ledger.sheets.printer import Printer
from ledger.sheets.pdf import Job
printer = Printer()
printer.print(Job(["<p>x</p>"], []))
print(printer.process.pid, flush=True)
time.sleep(60)
"""


def test_the_process_ends_with_a_killed_server(tmp_path):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True, env=environment, cwd=project.BASE_DIR
    )
    assert owner.stdout
    pid = int(owner.stdout.readline())
    held = [str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()]
    assert [name for name in held if name.startswith("socket:") or "sqlite" in name] == []
    owner.kill()
    owner.communicate()
    wait_until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        state = re.search(r"State:\s+(\w)", Path(f"/proc/{pid}/status").read_text())
    except FileNotFoundError:
        return False
    return state is not None and state[1] != "Z"


def test_the_printer_goes_on_after_a_failure(printer):
    with pytest.raises(RuntimeError):
        order(printer, "a", Mock(side_effect=RuntimeError))
    assert order(printer, "a").startswith(b"%PDF")


def test_process_and_server_print_the_same(printer):
    job = sheet_job(sheet_of(Table()))
    assert printer.print(job) == pdf.print_job(job)


def test_a_full_disk_does_not_stop_a_sheet_for_long(printer):
    with pytest.raises(OSError, match="full"):
        printer.order("a", lambda: PAGE, Mock(side_effect=OSError("the disk is full")))
    assert order(printer, "a").startswith(b"%PDF")


WITHOUT_PROC = """
import sys
from pathlib import Path
from ledger.lib import process_memory
from ledger.sheets import pdf
process_memory.STATUS = Path("/nowhere/status")
pdf.main()
"""


def test_a_sheet_is_printed_where_the_system_has_no_proc(monkeypatch, printer):
    start = subprocess.Popen

    def without_proc(_command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        return start([sys.executable, "-c", WITHOUT_PROC], **options)

    monkeypatch.setattr(printer_module.subprocess, "Popen", without_proc)
    assert printer.print(PAGE).startswith(b"%PDF")
