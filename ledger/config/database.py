"""DATABASE_URL, and the options of a connection to PostgreSQL."""

import re
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

POSTGRESQL = {
    "connect_timeout": 5,  # seconds, for each host
    # A host that vanishes does not close its connections. The site notices after 11 seconds (5 + 3 × 2) if it waits for
    # an answer, and after 10 seconds if it sends (tcp_user_timeout is in milliseconds).
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# One of several hosts may be gone: the next host is tried after 2 seconds.
SEVERAL_HOSTS = {"connect_timeout": 2, "target_session_attrs": "read-write"}
LOCK_TIMEOUT = "-c lock_timeout=5s"  # the same deadline as for SQLite's lock
DEFAULT_PORT = 5432


def read_database_url(url: str) -> dict[str, Any]:
    """Return the `default` of DATABASES.

    A PostgreSQL cluster has several hosts: postgres://user:password@h1:5432,h2:5432/name

    Parameters after a question mark are passed to the database's library. They override the options in this module.
    """
    if not re.match(r"(sqlite|postgres|postgresql|pgsql)://", url):
        raise ImproperlyConfigured("DATABASE_URL must be like postgres://user:password@host:5432/name.")
    parts = urlsplit(url)
    user, at_sign, hosts = parts.netloc.rpartition("@")
    has_several = "," in hosts
    single = urlunsplit(parts._replace(netloc=user + at_sign)) if has_several else url
    database: dict[str, Any] = {**dj_database_url.parse(single)}
    if has_several:
        nodes = [urlsplit(f"//{node}") for node in hosts.split(",")]
        database["HOST"] = ",".join(node.hostname or "" for node in nodes)
        database["PORT"] = ",".join(str(node.port or DEFAULT_PORT) for node in nodes)
    if database["ENGINE"] == "django.db.backends.postgresql":
        in_url = database.get("OPTIONS", {})
        options = f"{LOCK_TIMEOUT} {in_url.get('options', '')}".strip()
        database["OPTIONS"] = POSTGRESQL | (SEVERAL_HOSTS if has_several else {}) | in_url | {"options": options}
    return database
