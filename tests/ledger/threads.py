"""Run actions at the same moment, each in a thread with its own database connection."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def run_together(*actions: Callable[[], Any]) -> list[Any]:
    """Return the results in any order: the returned value or the exception of each action."""
    barrier, outcomes = threading.Barrier(len(actions)), []

    def run(action: Callable[[], Any]) -> None:
        connection.ensure_connection()  # connect before the actions start
        barrier.wait()
        try:
            outcomes.append(action())
        except Exception as refused:  # noqa: BLE001  (the caller checks it)
            outcomes.append(refused)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
