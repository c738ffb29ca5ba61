"""Which errors mean that the database cannot be used right now, and not that a statement is wrong."""

import errno

from django.db import DatabaseError, InterfaceError, OperationalError

RETRY_AFTER = 5  # seconds
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def is_unavailable(error: BaseException | None) -> bool:
    """Gone, locked for too long, read-only, damaged, or on a full disk."""
    match error:
        case OperationalError() | InterfaceError():
            return True
        case DatabaseError():  # SQLite says so of a damaged file, PostgreSQL of a server that became a replica.
            return any(sign in str(error) for sign in ("malformed", "not a database", "read-only transaction"))
        case OSError():
            return error.errno in _NO_ROOM
        case _:
            return False
