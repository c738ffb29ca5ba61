"""A separate process prints sheets and pictures, one after the other, while requests go on.

The first order starts the process. It ends with the server, after a large sheet, and after some minutes without work.
The orders are only in memory: a sheet that was not ready when the server ended is ordered again by the next request.
"""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict
from threading import BoundedSemaphore, Lock, Thread

from django.conf import settings

from ledger.sheets.pdf import CannotPrint, Job

logger = logging.getLogger(__name__)

WAITS = 2.0  # seconds that a request waits for its sheet; most sheets take a third of a second
MOST_WAITING = 2  # requests that wait; others are answered at once, because there are few threads
MOST_ORDERS = 8  # sheets that are being made or wait for their turn
RETRY_AFTER = 2  # seconds
LARGEST = 1_500_000  # letters of HTML, some 20,000 figures: three times a series of 500 hands of twelve
ENDS_WITHIN = 5.0  # seconds
HOMEBREW = {"DYLD_FALLBACK_LIBRARY_PATH": "/opt/homebrew/lib:/usr/local/lib"}  # where a Mac has WeasyPrint's libraries
REMEMBERS = 600.0  # seconds before a sheet that could not be made is tried again


class BeingMade(Exception):
    """The sheet is not ready yet. A later request gets the sheet."""


class TooLarge(Exception):
    """The sheet needs more time or memory than the printer has."""


class Printer:
    def __init__(self) -> None:
        self.orders: dict[str, Future[bytes]] = {}
        self.failed: dict[str, tuple[float, Exception]] = {}
        self.lock = Lock()  # of the two dicts above
        self.waiting = BoundedSemaphore(MOST_WAITING)
        self.turn = Lock()  # to use the process
        self.process: subprocess.Popen[bytes] | None = None

    def order(self, name: str, make_job: Callable[[], Job], keep: Callable[[bytes], bytes]) -> bytes:
        """Return the sheet if it is ready within WAITS seconds. Raise BeingMade, CannotPrint or TooLarge.

        `make_job` returns the job; it is not called if `name` is ordered already. `keep` stores the printed sheet and
        returns its content.
        """
        with self.lock:
            since, failure = self.failed.get(name, (0.0, None))
            if failure and time.monotonic() - since < REMEMBERS:
                raise failure
            ordered = self.orders.get(name)
            is_new = ordered is None
            if ordered is None:
                if len(self.orders) >= MOST_ORDERS:
                    raise BeingMade
                ordered = self.orders[name] = Future()
        if is_new:
            try:
                job = make_job()
            except BaseException:
                with self.lock:
                    del self.orders[name]
                ordered.set_exception(BeingMade())
                raise
            Thread(target=self._make, args=(name, job, keep, ordered), name="printer", daemon=True).start()
        if is_new and self.waiting.acquire(blocking=False):  # one request for each sheet waits
            try:
                return ordered.result(WAITS)
            except TimeoutError:
                raise BeingMade from None
            finally:
                self.waiting.release()
        raise BeingMade

    def _make(self, name: str, job: Job, keep: Callable[[bytes], bytes], ordered: "Future[bytes]") -> None:
        content, failure = b"", None
        try:
            content = keep(self.print(job))
        except Exception as reason:  # it is raised again in the request that ordered the sheet
            failure = reason
            if isinstance(reason, OSError):  # a full disk may have room in a minute
                logger.exception("a sheet could not be kept")
            else:
                logger.error("no sheet could be made: %s", reason)  # noqa: TRY400  (the message says all)
        with self.lock:
            # Before the result is set, because the request that waits for it may order again at once.
            del self.orders[name]
            if failure and not isinstance(failure, OSError):
                now = time.monotonic()
                self.failed = {other: failed for other, failed in self.failed.items() if now - failed[0] < REMEMBERS}
                self.failed[name] = (now, failure)
        if failure:
            ordered.set_exception(failure)
        else:
            ordered.set_result(content)

    def print(self, job: Job) -> bytes:
        """Print the job in the process. Raise CannotPrint or TooLarge."""
        if job.size > LARGEST:
            raise TooLarge(f"{job.size} letters")
        with self.turn:
            # An idle process may have ended by itself. Then the job is given to a new process.
            for _attempt in range(1 if self.process is None else 2):
                try:
                    return self._ask(job)
                except (OSError, ValueError):
                    self._end()
        raise TooLarge("the process has ended")

    def _ask(self, job: Job) -> bytes:
        if self.process is None:
            command = [sys.executable, "-m", "ledger.sheets.pdf"]
            pipe = subprocess.PIPE
            environment = os.environ | (HOMEBREW if sys.platform == "darwin" else {})
            self.process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdin=pipe, stdout=pipe)
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(asdict(job)).encode() + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())  # the line is empty if the process has ended: ValueError
        content = self.process.stdout.read(answer["bytes"])
        if len(content) < answer["bytes"]:
            raise ValueError
        if answer["is_last"]:
            self._end()
        if answer["error"]:
            raise CannotPrint(answer["error"])
        return content

    def _end(self) -> None:
        if self.process is not None:
            try:
                self.process.communicate(timeout=ENDS_WITHIN)  # the process then removes its files and ends
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.communicate()
            self.process = None


printer = Printer()
