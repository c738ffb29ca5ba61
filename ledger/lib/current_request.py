"""What becomes known of a request while it is answered: who sent it, and what went wrong. The log line has it.

Each request runs in one thread from beginning to end, so any room can note something here without passing it on.
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
    reason: str = ""  # why it was refused
    error: BaseException | None = None  # a mistake of ours, to be logged with its traceback
    met_failover: bool = False  # the database was lost in the middle

    def count_statement(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """For `connection.execute_wrapper`."""
        self.statements += 1
        return execute(*arguments)


_current: ContextVar[CurrentRequest | None] = ContextVar("current_request", default=None)


@contextmanager
def enter_request(request_id: str) -> Iterator[CurrentRequest]:
    current = CurrentRequest(request_id)
    before = _current.set(current)
    try:
        yield current
    finally:
        _current.reset(before)


def current_request_id() -> str:
    """Empty outside of a request."""
    current = _current.get()
    return current.id if current else ""


def note_user(user_id: Any) -> None:
    if current := _current.get():
        current.user = str(user_id)


def note_reason(reason: str) -> None:
    """One line of text, which must hold no secret and no name."""
    if current := _current.get():
        printable = "".join(letter if letter.isprintable() else " " for letter in reason)
        current.reason = " ".join(printable.split())[:300]


def note_error(error: BaseException | None) -> None:
    """An error that ends the request. If the database cannot be used, that is a reason and not a mistake of ours."""
    current = _current.get()
    if is_unavailable(error):
        metrics.DATABASE_ERRORS.inc()
        first_line = str(error).partition("\n")[0]
        note_reason(f"{type(error).__name__}: {first_line}")
        # Before the first statement nothing was lost: there was no database to begin with.
        if current and current.statements and is_failover(error):
            current.met_failover = True
    elif current:
        current.error = error


def met_failover() -> bool:
    """Has the database been lost in the middle of this request?"""
    current = _current.get()
    return current is not None and current.met_failover
