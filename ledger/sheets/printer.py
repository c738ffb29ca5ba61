"""Sheets and pictures are printed by a process of its own, one after the other, while requests go on.

The first order starts the process. It ends when the server closes its pipe, or has been killed, after a large sheet,
and after some minutes without work. Nothing is lost with it: a sheet that is wanted again is made again.
"""

import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import BoundedSemaphore, Lock, Thread

from django.conf import settings

from ledger.sheets.pdf import CannotPrint, Job, as_line

logger = logging.getLogger(__name__)

WAITS = 2.0  # seconds that a request waits for its sheet; most take a third of one
MOST_WAITING = 2  # requests that wait; others are answered at once, because there are few threads
MOST_ORDERS = 8  # sheets that are being made or wait for their turn
RETRY_AFTER = 2  # seconds
LARGEST = 1_500_000  # letters of HTML, some 20,000 figures: three times a series of 500 hands of twelve
ENDS_WITHIN = 5.0  # seconds
REMEMBERS = 600.0  # seconds in which what could not be made is not tried again


class BeingMade(Exception):
    """The sheet is not ready yet. It is there when it is asked for again."""


class TooLarge(Exception):
    """The sheet needs more time or memory than the printer has."""


class Printer:
    def __init__(self) -> None:
        self.orders: dict[str, Future[bytes]] = {}
        self.failed: dict[str, tuple[float, Exception]] = {}
        self.lock = Lock()  # of these two
        self.waiting = BoundedSemaphore(MOST_WAITING)
        self.turn = Lock()  # of the process
        self.process: subprocess.Popen[bytes] | None = None

    def order(self, name: str, draw_up: Callable[[], Job], keep: Callable[[bytes], bytes]) -> bytes:
        """What is printed, if it is ready soon; else raises BeingMade. `keep` gets it in any case, and returns what it
        has kept.

        `draw_up` is called if the same `name` is not ordered yet. Raises CannotPrint and TooLarge too.
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
                job = draw_up()
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
        made, failure = b"", None
        try:
            made = keep(self.print(job))
        except Exception as reason:  # of any kind: it is raised where the sheet was asked for
            failure = reason
            if isinstance(reason, OSError):  # a full disk may have room in a minute
                logger.exception("a sheet could not be kept")
            else:
                logger.error("no sheet could be made: %s", reason)  # noqa: TRY400  (the message says all)
        with self.lock:
            # Before the answer, as who has it may ask again at once.
            del self.orders[name]
            if failure and not isinstance(failure, OSError):
                self.failed = {one: at for one, at in self.failed.items() if time.monotonic() - at[0] < REMEMBERS}
                self.failed[name] = (time.monotonic(), failure)
        if failure:
            ordered.set_exception(failure)
        else:
            ordered.set_result(made)

    def print(self, job: Job) -> bytes:
        """What the process makes of the job. Raises CannotPrint or TooLarge."""
        if job.size > LARGEST:
            raise TooLarge(f"{job.size} letters")
        with self.turn:
            # One that is there already may just have ended for want of work.
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
            self.process = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe)
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(as_line(job))
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())  # nothing, if the process has ended
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
                self.process.communicate(timeout=ENDS_WITHIN)  # closes its input: it removes its files, and ends
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.communicate()
            self.process = None


printer = Printer()
