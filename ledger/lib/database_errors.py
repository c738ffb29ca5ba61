"""Which errors come from a database that cannot be used right now, and not from a wrong statement."""

import errno

from django.db import DatabaseError, InterfaceError, OperationalError

RETRY_AFTER = 5  # seconds
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
# PostgreSQL's codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
_READ_ONLY = "25006"  # the server has become a replica
_ENDED = ("08", "57P0")  # the connection broke, or the server shuts down, has crashed or is starting


def is_unavailable(error: BaseException | None) -> bool:
    """Return whether the database is gone, locked for too long, read-only, damaged, or on a full disk."""
    match error:
        case OperationalError() | InterfaceError():
            return True
        case DatabaseError():  # SQLite raises this for a damaged file.
            return is_failover(error) or any(sign in str(error) for sign in ("malformed", "not a database"))
        case OSError():
            return error.errno in _NO_ROOM
        case _:
            return False


def is_failover(error: BaseException | None) -> bool:
    """Return whether PostgreSQL's primary is gone or has become a replica.

    The last commit of the request may then have been done or not.
    """
    cause = error.__cause__ if isinstance(error, DatabaseError | InterfaceError) else None
    if cause is None or not hasattr(cause, "sqlstate"):  # the errors of SQLite have no such code
        return False
    code = cause.sqlstate or ""  # a lost connection has no code, because the server gives it
    lost = isinstance(error, OperationalError | InterfaceError) and (not code or code.startswith(_ENDED))
    return lost or code == _READ_ONLY
