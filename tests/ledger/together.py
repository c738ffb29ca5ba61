"""Several people pressing a button at the same moment, each in a thread and with a database connection of their own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def run_together(*actions: Callable[[], Any]) -> list[Any]:
    """What each came to, in no particular order: its answer, or the exception that it ended in."""
    barrier, outcomes = threading.Barrier(len(actions)), []

    def run(action: Callable[[], Any]) -> None:
        connection.ensure_connection()  # so that nobody is late for having no connection yet
        barrier.wait()
        try:
            outcomes.append(action())
        except Exception as refused:  # noqa: BLE001  (whoever asked looks at it)
            outcomes.append(refused)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
