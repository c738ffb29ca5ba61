"""Signs of life of a worker process, for scripts/supervisor.py, which replaces a worker that hangs.

Each second the event loop hands a beat to a request thread, which sends it. So no beat comes if the process is stopped,
if its event loop is stuck, or if all of its request threads are. One thread that works for minutes, as on a large
import, does not matter as long as another is free.
"""

import asyncio
import fcntl
import logging
import os
import signal
import socket
import time
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

SUPERVISOR = "KHATA_SUPERVISOR"  # the folder of the supervisor's socket, in the environment of the server
SOCKET = "beats"
WORKERS_LOCK = "workers.lock"  # in the data folder; every worker under a supervisor holds it as long as it lives
EVERY = 1.0  # seconds
SILENT = 20.0  # seconds without a beat: the worker hangs

logger = logging.getLogger(__name__)


class Heartbeat:
    """One for each process. Without a supervisor the beats are only counted, for /healthz."""

    def __init__(self, threads: Executor, data_folder: Path) -> None:
        self.threads = threads
        self.latest: float | None = None
        self.socket: socket.socket | None = None
        if folder := os.environ.get(SUPERVISOR):
            # Kept open, and with it the lock: another server does not start while this process lives.
            # Opened for reading, so that a worker starts on a read-only disk too.
            self.lock = (data_folder / WORKERS_LOCK).open()
            fcntl.flock(self.lock, fcntl.LOCK_SH)
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.socket.settimeout(0)
            self.address = str(Path(folder, SOCKET))

    def hangs(self) -> bool:
        return self.latest is not None and time.monotonic() - self.latest > SILENT

    async def run(self) -> None:
        self.latest = time.monotonic()
        while True:
            await asyncio.get_running_loop().run_in_executor(self.threads, self.beat)
            await asyncio.sleep(EVERY)

    def beat(self) -> None:
        self.latest = time.monotonic()
        if self.socket is None:
            return
        try:
            with suppress(BlockingIOError):  # the supervisor is stopped, and reads the beats before this one first
                self.socket.sendto(str(os.getpid()).encode(), self.address)
        except OSError:
            # It was killed, and nothing would stop this server any more.
            logger.warning("the process that supervises this server has gone: the server stops")
            os.killpg(os.getpgrp(), signal.SIGTERM)
