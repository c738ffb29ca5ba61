"""Signs of life of a worker process, for scripts/supervisor.py, which replaces a worker that hangs.

Each second the event loop hands a beat to a request thread, which sends it. So no beat comes if the process is stopped,
or if its event loop is stuck. While all of its request threads work, the event loop sends the beats itself for 40
seconds (BUSY - SILENT): a busy worker does not hang. After 20 seconds the log names the requests on which the threads
work.
"""

import asyncio
import fcntl
import logging
import os
import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

SUPERVISOR = "KHATA_SUPERVISOR"  # the folder of the supervisor's socket, in the environment of the server
SOCKET = "beats"
WORKERS_LOCK = "workers.lock"  # in the data folder; each worker under a supervisor locks this file while it lives
EVERY = 1.0  # seconds
SILENT = 20.0  # seconds without a beat: the worker hangs
BUSY = 60.0  # seconds without a free thread, after which the supervisor replaces the worker

logger = logging.getLogger(__name__)


class Heartbeat:
    """The beats of this process. Without a supervisor only the time of the latest beat is kept, for /healthz."""

    def __init__(self, threads: Executor, data_folder: Path, at_work: Callable[[], str]) -> None:
        """`at_work` names the requests on which the threads work."""
        self.threads, self.at_work = threads, at_work
        self.latest: float | None = None
        self.socket: socket.socket | None = None
        if folder := os.environ.get(SUPERVISOR):
            # Kept open to keep the lock: another server does not start while this process lives.
            # Opened for reading, so that a worker starts on a read-only disk too.
            self.lock = (data_folder / WORKERS_LOCK).open()
            fcntl.flock(self.lock, fcntl.LOCK_SH)
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.socket.settimeout(0)
            self.address = str(Path(folder, SOCKET))

    def no_thread_is_free(self) -> bool:
        """Return whether no request thread has been free for SILENT seconds."""
        return self.latest is not None and time.monotonic() - self.latest > SILENT

    async def run(self) -> None:
        self.latest = time.monotonic()
        while True:
            beat = asyncio.get_running_loop().run_in_executor(self.threads, self.beat)
            is_named = False
            while not (await asyncio.wait({beat}, timeout=EVERY))[0]:
                silent = time.monotonic() - self.latest
                if silent < BUSY - SILENT:  # the supervisor waits for SILENT seconds more
                    self.send()
                if silent > SILENT and not is_named:
                    logger.warning("no thread has been free for %.0f seconds; at work: %s", silent, self.at_work())
                    is_named = True
            await asyncio.sleep(EVERY)

    def beat(self) -> None:
        self.latest = time.monotonic()
        self.send()

    def send(self) -> None:
        if self.socket is None:
            return
        try:
            with suppress(BlockingIOError):  # the supervisor is stopped, and has not read earlier beats
                self.socket.sendto(str(os.getpid()).encode(), self.address)
        except OSError:
            # The supervisor was killed, and nothing else would stop this server.
            logger.warning("the process that supervises this server has gone: the server stops")
            os.killpg(os.getpgrp(), signal.SIGTERM)
