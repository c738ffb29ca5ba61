"""scripts/supervisor.py with small programs in place of the server. test_server.py tests the real one."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import supervisor
from scripts.supervisor import Supervisor, only_server
from tests.ground.helpers import ROOT

pytestmark = pytest.mark.thorough

# Like a worker, it holds the lock and sends as many beats as the first argument says. Then it runs the third argument.
WORKER = """
import fcntl, os, signal, socket, subprocess, sys, time
beats, data, rest = sys.argv[1:]
lock = open(os.path.join(data, "workers.lock"), "a")
fcntl.flock(lock, fcntl.LOCK_SH)
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
    for _beat in range(int(beats)):
        supervisor.sendto(str(os.getpid()).encode(), os.environ["KHATA_SUPERVISOR"] + "/beats")
        time.sleep(0.1)
exec(rest)
"""


@pytest.fixture(autouse=True)
def short_times(monkeypatch):
    for name, seconds in {"TICK": 0.1, "SILENT": 1.0, "STARTS_WITHIN": 1.0, "STOPS_WITHIN": 5.0}.items():
        monkeypatch.setattr(supervisor, name, seconds)


def supervise(folder: Path, beats: int, rest: str) -> Supervisor:
    return Supervisor([sys.executable, "-c", WORKER, str(beats), str(folder), rest], workers=1, data_folder=folder)


def pid_in(file: Path) -> int:
    began = time.monotonic()
    while not file.exists() or not file.read_text():
        assert time.monotonic() - began < 60
        time.sleep(0.02)
    return int(file.read_text())


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("hang", ["time.sleep(300)", "os.kill(os.getpid(), signal.SIGSTOP)"])
def test_a_silent_worker_is_killed(hang, tmp_path, capsys):
    assert supervise(tmp_path, 3, hang).serve() == "The server has ended with status -9."
    assert "hangs: no sign of life" in capsys.readouterr().err


def test_a_server_that_never_beats_is_ended(tmp_path):
    assert supervise(tmp_path, 0, "time.sleep(300)").serve() == "The server has no working workers after 1 seconds."


def test_workers_without_a_parent_are_ended(tmp_path):
    """As after `kill -9` of granian's parent process."""
    file = tmp_path / "pid"
    rest = f"""
child = os.fork()
if child == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(300)
with open({str(file)!r}, "w") as written:
    written.write(str(child))
"""
    supervise(tmp_path, 1, rest).serve()
    assert not lives(pid_in(file))


def test_a_server_that_does_not_stop_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "STOPS_WITHIN", 1.0)
    running = supervise(tmp_path, 0, "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(300)")
    running.stopping = True
    began = time.monotonic()
    running.serve()
    assert time.monotonic() - began < 60


def test_systemd_is_told_that_the_server_works(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.settimeout(1)
        systemd.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        supervise(tmp_path, 5, "").serve()
        assert systemd.recv(100) in (b"WATCHDOG=1", b"READY=1\nWATCHDOG=1")
        while systemd.recv(100) != b"READY=1\nWATCHDOG=1":
            pass


SECOND = """
import pathlib, sys
from scripts.supervisor import only_server
with only_server(pathlib.Path(sys.argv[1])):
    pass
"""


def second_server(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", SECOND, str(folder)], cwd=ROOT, capture_output=True, text=True)


def test_a_second_server_in_the_folder_is_refused(tmp_path):
    with only_server(tmp_path):
        refused = second_server(tmp_path)
    assert (refused.returncode, refused.stderr) == (
        1,
        f"Another server uses the data folder {tmp_path}: stop it, or name another one in LEDGER_DATA_DIR.\n",
    )
    assert second_server(tmp_path).returncode == 0


def test_a_start_waits_for_workers_of_a_killed_server(tmp_path, monkeypatch):
    command = [sys.executable, "-c", WORKER, "0", str(tmp_path), "print('locked', flush=True); time.sleep(300)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        monkeypatch.setattr(supervisor, "STOPS_WITHIN", 0.3)
        with (
            pytest.raises(SystemExit, match=r"A process of an earlier server still uses .*workers.lock"),
            only_server(tmp_path),
        ):
            pass
        monkeypatch.setattr(supervisor, "STOPS_WITHIN", 60.0)
        os.kill(worker.pid, signal.SIGKILL)
        with only_server(tmp_path):
            pass
