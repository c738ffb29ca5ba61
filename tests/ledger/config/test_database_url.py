"""DATABASE_URL: one host, several hosts of one cluster, and the options of a connection."""

import pytest
from psycopg.conninfo import conninfo_attempts

from ledger.config.database import read_database_url

COMMON = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c lock_timeout=5s",
}


@pytest.mark.parametrize(
    ("hosts", "stored", "options"),
    [
        ("db.example:5433", ("db.example", 5433), {"connect_timeout": 5}),
        # Several hosts are tried in turn for the one that takes writes.
        (
            "h1:5441,h2,[::1]:5443",
            ("h1,h2,::1", "5441,5432,5443"),
            {"connect_timeout": 2, "target_session_attrs": "read-write"},
        ),
    ],
)
def test_hosts(hosts, stored, options):
    database = read_database_url(f"postgres://khata:p%40ss@{hosts}/scores")
    assert (database["HOST"], database["PORT"]) == stored
    assert (database["NAME"], database["USER"], database["PASSWORD"]) == ("scores", "khata", "p@ss")
    assert database["OPTIONS"] == COMMON | options


def test_psycopg_makes_one_attempt_for_each_host():
    database = read_database_url("postgres://khata@127.0.0.1:5441,127.0.0.2:5442/scores")
    attempts = conninfo_attempts({"host": database["HOST"], "port": database["PORT"]})
    assert sorted((attempt["host"], attempt["port"]) for attempt in attempts) == [
        ("127.0.0.1", "5441"),
        ("127.0.0.2", "5442"),
    ]


def test_without_a_user():
    database = read_database_url("postgres://h1,h2/scores")
    assert (database["USER"], database["HOST"], database["PORT"]) == ("", "h1,h2", "5432,5432")


@pytest.mark.parametrize("hosts", ["h1", "h1,h2"])
def test_what_the_address_says_comes_first(hosts):
    address = f"postgres://khata@{hosts}/scores?connect_timeout=9&target_session_attrs=any&sslmode=require"
    options = read_database_url(address)["OPTIONS"]
    assert (options["connect_timeout"], options["target_session_attrs"], options["sslmode"]) == (9, "any", "require")
    assert options["options"] == "-c lock_timeout=5s"


def test_options_of_the_server_are_added_to_the_deadline_for_locks():
    options = read_database_url("postgres://khata@h1/scores?options=-c%20search_path=cards")["OPTIONS"]
    assert options["options"] == "-c lock_timeout=5s -c search_path=cards"


def test_sqlite_has_none_of_this():
    database = read_database_url("sqlite:////srv/khata/ledger.sqlite3")
    assert (database["NAME"], database.get("OPTIONS")) == ("/srv/khata/ledger.sqlite3", None)
