"""Which errors mean that the database cannot be used right now, and not that a statement is wrong."""

import errno

from django.db import DatabaseError, InterfaceError, OperationalError

RETRY_AFTER = 5  # seconds
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
# PostgreSQL's codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
_READ_ONLY = "25006"  # the server has become a replica
_ENDED = ("08", "57P0")  # the connection broke, or the server ended it: it shuts down, has crashed, is starting up


def is_unavailable(error: BaseException | None) -> bool:
    """Gone, locked for too long, read-only, damaged, or on a full disk."""
    match error:
        case OperationalError() | InterfaceError():
            return True
        case DatabaseError():  # SQLite says so of a damaged file.
            return is_failover(error) or any(sign in str(error) for sign in ("malformed", "not a database"))
        case OSError():
            return error.errno in _NO_ROOM
        case _:
            return False


def is_failover(error: BaseException | None) -> bool:
    """The primary of PostgreSQL is gone, or is a replica by now. A commit that was under way may be done or not."""
    cause = error.__cause__ if isinstance(error, DatabaseError | InterfaceError) else None
    if cause is None or not hasattr(cause, "sqlstate"):  # SQLite's errors have none
        return False
    code = cause.sqlstate or ""  # where the connection is gone, no server is there to give a code
    lost = isinstance(error, OperationalError | InterfaceError) and (not code or code.startswith(_ENDED))
    return lost or code == _READ_ONLY
