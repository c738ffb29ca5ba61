"""Sessions as Django keeps them in the database. Every page begins with this question, so it is put together once."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from ledger.lib.prepared import Prepared


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key)
        if found is not None and found.expire_date > timezone.now():
            return found
        return super()._get_session_from_db()  # type: ignore[misc,no-any-return]


_SESSION = Prepared(lambda key: Session.objects.filter(session_key=key))
