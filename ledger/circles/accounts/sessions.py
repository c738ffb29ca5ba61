"""Sessions in the database under the hash of their key, so that nobody can sign in with a copy of the database."""

import hashlib
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.utils import timezone

from ledger.lib.current_request import note_user


def hash_session_key(session_key: str) -> str:
    """Return 40 of the 64 digits of SHA-256: as long as Django's column, and too long to guess."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:40]


class SessionStore(db.SessionStore):
    """Django's store of sessions, but the primary key of a row is the hash of the key in the cookie.

    The methods that begin with "a" are not overridden, because the site has no asynchronous views.
    """

    def load(self) -> dict[str, Any]:
        row = self.get_model_class().objects.filter(session_key=hash_session_key(self.session_key or "")).first()
        if row is None:
            self.flush()  # a key without a row is not used again
            return {}
        if row.expire_date <= timezone.now():
            return {}  # the row is not deleted here: the clock may be ahead (ledger/operations/tidy.py)
        data = self.decode(row.session_data)
        if user_id := data.get(SESSION_KEY):
            note_user(user_id)
        return data

    def exists(self, session_key: str) -> bool:
        return super().exists(hash_session_key(session_key))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key:
            super().delete(hash_session_key(key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = hash_session_key(row.session_key)
        return row
