"""Facts for the log line of the current request, such as its user and its error.

Each request runs in one thread from beginning to end, so any module can note a fact here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ledger.lib import metrics
from ledger.lib.database_errors import is_failover, is_unavailable


@dataclass
class CurrentRequest:
    id: str
    user: str = ""  # the id of a user or guest, never a name
    statements: int = 0  # SQL statements
    reason: str = ""  # why the request was refused
    error: BaseException | None = None  # a bug, to be logged with its traceback
    met_failover: bool = False  # the database was lost during the request

    def count_statement(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Count an SQL statement and execute it. Made for `connection.execute_wrapper`."""
        self.statements += 1
        return execute(*arguments)


_current: ContextVar[CurrentRequest | None] = ContextVar("current_request", default=None)


@contextmanager
def enter_request(request_id: str) -> Iterator[CurrentRequest]:
    current = CurrentRequest(request_id)
    token = _current.set(current)
    try:
        yield current
    finally:
        _current.reset(token)


def current_request_id() -> str:
    """Return the id of the current request, or an empty text outside of a request."""
    current = _current.get()
    return current.id if current else ""


def note_user(user_id: Any) -> None:
    if current := _current.get():
        current.user = str(user_id)


def note_reason(reason: str) -> None:
    """Note the reason as one line. It must contain no secret and no name of a person."""
    if current := _current.get():
        printable = "".join(letter if letter.isprintable() else " " for letter in reason)
        current.reason = " ".join(printable.split())[:300]


def note_error(error: BaseException | None) -> None:
    """Note the error that ends the request. A database that cannot be used is a reason; any other error is a bug."""
    current = _current.get()
    if is_unavailable(error):
        metrics.DATABASE_ERRORS.inc()
        first_line = str(error).partition("\n")[0]
        note_reason(f"{type(error).__name__}: {first_line}")
        # A request that has made no statement yet has lost no work.
        if current and current.statements and is_failover(error):
            current.met_failover = True
    elif current:
        current.error = error


def met_failover() -> bool:
    """Return whether the database was lost during this request."""
    current = _current.get()
    return current is not None and current.met_failover
