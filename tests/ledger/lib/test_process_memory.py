import resource
import subprocess
import sys
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from ledger.lib import process_memory

MEGABYTE = 2**20


def test_the_most_memory_is_read_from_linux():
    assert 10 * MEGABYTE < process_memory.most_memory() < 20_000 * MEGABYTE


@pytest.mark.parametrize(("platform", "unit"), [("darwin", 1), ("freebsd14", 1024)])
@pytest.mark.parametrize("status", [None, "Name:\tpython\nPid:\t7\n"])
def test_a_system_without_this_figure_in_proc_is_asked_by_getrusage(monkeypatch, tmp_path, platform, unit, status):
    file = tmp_path / "status"
    if status is not None:
        file.write_text(status)
    monkeypatch.setattr(process_memory, "STATUS", file)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(resource, "getrusage", lambda _who: SimpleNamespace(ru_maxrss=50_000))
    assert process_memory.most_memory() == 50_000 * unit


@pytest.mark.parametrize("error", [ValueError("not allowed to raise maximum limit"), OSError(22, "Invalid argument")])
def test_a_limit_that_the_system_refuses_is_left_out(monkeypatch, error):
    monkeypatch.setattr(resource, "setrlimit", Mock(side_effect=error))
    process_memory.limit_memory(100 * MEGABYTE)


@pytest.mark.parametrize("later", ["", f"limit_memory({500 * MEGABYTE}); "], ids=["one limit", "a higher one later"])
def test_the_limit_holds(later):
    code = f"from ledger.lib.process_memory import *; limit_memory({50 * MEGABYTE}); {later}bytearray({60 * MEGABYTE})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1
    assert "MemoryError" in ran.stderr
