"""Keep the server running: start it again when it ends, replace workers that hang, and leave no worker behind.

The server is granian's parent process and its workers, in a process group of their own. ledger/config/heartbeat.py says
when a worker hangs.
"""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from ledger.config.heartbeat import SILENT, SOCKET, SUPERVISOR, WORKERS_LOCK

SERVER_LOCK = "server.lock"  # in the data folder; the supervisor holds it as long as it lives
TICK = 0.5  # seconds
QUICK = 5.0  # seconds: a server that ends sooner has not really started
MOST_QUICK_ENDS = 5  # in a row; then something is wrong that another start does not mend
STARTS_WITHIN = 60.0  # seconds until another worker sends its first beat
STOPS_WITHIN = 15.0  # seconds; granian itself kills workers after five


@contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Lock the data folder against other servers. End the program with one sentence if another server uses it."""
    with ExitStack() as files:
        try:
            lock, workers_lock = (
                files.enter_context((folder / name).open("a")) for name in (SERVER_LOCK, WORKERS_LOCK)
            )
            is_only = lock_if_free(lock)
            are_gone = is_only and workers_have_gone(workers_lock)
        except OSError as error:
            sys.exit(f"The data folder {folder} cannot be locked: {error.strerror}.")
        if not is_only:
            sys.exit(f"Another server uses the data folder {folder}: stop it, or name another one in LEDGER_DATA_DIR.")
        if not are_gone:
            sys.exit(f"A process of an earlier server still uses {folder / WORKERS_LOCK}: end it (`fuser` finds it).")
        yield


def lock_if_free(file: IO[str]) -> bool:
    """Lock the file, or return False if another process has locked it.

    The lock ends with this process, because the programs that it starts do not inherit the file.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def workers_have_gone(workers_lock: IO[str]) -> bool:
    """Return whether all workers of an earlier server have ended within STOPS_WITHIN seconds."""
    deadline = time.monotonic() + STOPS_WITHIN
    while not lock_if_free(workers_lock):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    fcntl.flock(workers_lock, fcntl.LOCK_UN)
    return True


@contextmanager
def folder_in_memory(prefix: str) -> Iterator[Path]:
    """A new folder for this user alone, in memory where the system allows it: a full disk does not matter there."""
    memory = Path("/dev/shm")  # noqa: S108  (the folder in it gets a name that cannot be guessed)
    place = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix=prefix, dir=place) as folder:
        yield Path(folder)


def tell_systemd(text: str) -> None:
    """Send a notice as sd_notify(3) does. Does nothing if systemd has not started this process."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices, suppress(OSError):
            notices.sendto(text.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


class Supervisor:
    """Runs the command until this process is asked to stop, and starts it again whenever it ends by itself.

    granian replaces a worker that was killed; but it gives up when a worker is killed twice within five seconds.
    """

    def __init__(self, command: list[str], *, workers: int, data_folder: Path) -> None:
        self.command, self.workers, self.data_folder = command, workers, data_folder
        self.stopping = False

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        quick_ends = 0
        while not self.stopping:
            began = time.monotonic()
            why = self.serve()
            if self.stopping:
                return
            quick_ends = quick_ends + 1 if time.monotonic() - began < QUICK else 0
            if quick_ends == MOST_QUICK_ENDS:
                sys.exit("The server ends as soon as it is started; the lines above say why.")
            say(f"{why} It is started again.")
            time.sleep(0.5)

    def serve(self) -> str:
        """Start the server, and leave no process of it when it has ended. Return why it has ended, in a sentence."""
        with (
            folder_in_memory("khata-server-") as folder,
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as beats,
            (self.data_folder / WORKERS_LOCK).open("a") as workers_lock,
        ):
            beats.bind(str(folder / SOCKET))
            # In a process group of its own: Ctrl-C goes to this process alone, which stops the server.
            server = subprocess.Popen(self.command, env=os.environ | {SUPERVISOR: str(folder)}, process_group=0)
            try:
                return self.watch(server, beats)
            finally:
                # Kill the whole group: workers without a parent and suspended workers, too.
                with suppress(ProcessLookupError):
                    os.killpg(server.pid, signal.SIGKILL)
                server.wait()
                workers_have_gone(workers_lock)

    def stop(self, _signal: int, _frame: object) -> None:
        self.stopping = True

    def watch(self, server: subprocess.Popen[bytes], beats: socket.socket) -> str:
        """Kill workers that hang. Return a sentence when the server has ended or must be ended."""
        silent: dict[int, float] = {}  # seconds since the last beat of each worker
        waited, left = 0.0, STOPS_WITHIN
        while (status := server.poll()) is None:
            heard = hear(beats)
            # Seconds are counted in turns of this loop: if the whole machine was asleep, no worker is to blame.
            waited = 0.0 if heard - silent.keys() or len(silent) >= self.workers else waited + TICK
            silent = {pid: seconds + TICK for pid, seconds in silent.items()} | dict.fromkeys(heard, 0.0)
            for pid in [pid for pid, seconds in silent.items() if seconds > SILENT]:
                del silent[pid]
                with suppress(ProcessLookupError):
                    if os.getpgid(pid) == server.pid:
                        os.kill(pid, signal.SIGKILL)
                        say(f"Worker {pid} hangs: no sign of life for {SILENT:.0f} seconds. It is killed.")
            if self.stopping:
                if left == STOPS_WITHIN:
                    server.terminate()
                left -= TICK
                if left < 0:
                    break
            elif waited > STARTS_WITHIN:
                return f"The server has no working workers after {STARTS_WITHIN:.0f} seconds."
            tell_systemd("READY=1\nWATCHDOG=1" if len(silent) >= self.workers else "WATCHDOG=1")
        return f"The server has ended with status {status}."


def hear(beats: socket.socket) -> set[int]:
    """Return the workers of all beats that have arrived, or arrive within a tick."""
    heard, deadline = set(), time.monotonic() + TICK
    with suppress(TimeoutError, BlockingIOError):
        while True:
            beats.settimeout(max(0.0, deadline - time.monotonic()))
            heard.add(int(beats.recv(32)))
    return heard


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
