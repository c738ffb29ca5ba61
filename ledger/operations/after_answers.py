"""Work out luck and play in a thread that starts when an answer has been sent.

The database shows which results are missing, so nothing is lost if the process is killed.
"""

import logging
import time
from threading import Thread

from django.db import connection

from ledger.series.luck import luck_is_due, work_out_missing_luck

logger = logging.getLogger(__name__)

PAUSE = 0.2  # seconds after each hand, to answer requests: one hand keeps a processor busy for some 50 ms
AGAIN_AFTER = 3600.0  # seconds to wait after a failure


class LuckThread:
    """Works out luck and play in at most one thread of each process."""

    def __init__(self, pause: float = PAUSE) -> None:
        self.pause = pause
        self.thread: Thread | None = None
        self.not_before = 0.0

    def start_if_due(self) -> None:
        """Start the thread if luck is missing and no thread is at work. The server calls this after each answer."""
        if not luck_is_due.is_set() or time.monotonic() < self.not_before:
            return
        if self.thread is None or not self.thread.is_alive():
            luck_is_due.clear()
            self.thread = Thread(target=self.run, name="luck", daemon=True)
            self.thread.start()

    def run(self) -> None:
        try:
            _done, failed = work_out_missing_luck(lambda: time.sleep(self.pause))
            if failed:
                self.not_before = time.monotonic() + AGAIN_AFTER
        except Exception:  # such as a full disk; pages show the luck that is stored
            logger.exception("luck and play could not be worked out; the site tries again in an hour")
            self.not_before = time.monotonic() + AGAIN_AFTER
        finally:
            connection.close()
