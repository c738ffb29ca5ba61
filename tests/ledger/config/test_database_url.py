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


def test_one_host() -> None:
    database = read_database_url("postgres://khata:p%40ss@db.example:5433/scores")
    assert {name: database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "scores",
        "USER": "khata",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": 5433,
    }
    assert database["OPTIONS"] == COMMON | {"connect_timeout": 5}


def test_several_hosts_are_tried_in_turn_for_the_one_that_takes_writes() -> None:
    database = read_database_url("postgres://khata:p%40ss@h1:5441,h2,[::1]:5443/scores")
    assert {name: database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "scores",
        "USER": "khata",
        "PASSWORD": "p@ss",
        "HOST": "h1,h2,::1",
        "PORT": "5441,5432,5443",
    }
    assert database["OPTIONS"] == COMMON | {"connect_timeout": 2, "target_session_attrs": "read-write"}


def test_psycopg_makes_one_attempt_for_each_host() -> None:
    database = read_database_url("postgres://khata@127.0.0.1:5441,127.0.0.2:5442/scores")
    attempts = conninfo_attempts({"host": database["HOST"], "port": database["PORT"]})
    assert sorted((attempt["host"], attempt["port"]) for attempt in attempts) == [
        ("127.0.0.1", "5441"),
        ("127.0.0.2", "5442"),
    ]


def test_without_a_user() -> None:
    database = read_database_url("postgres://h1,h2/scores")
    assert (database["USER"], database["HOST"], database["PORT"]) == ("", "h1,h2", "5432,5432")


@pytest.mark.parametrize("hosts", ["h1", "h1,h2"])
def test_what_the_address_says_comes_first(hosts: str) -> None:
    address = f"postgres://khata@{hosts}/scores?connect_timeout=9&target_session_attrs=any&sslmode=require"
    options = read_database_url(address)["OPTIONS"]
    assert (options["connect_timeout"], options["target_session_attrs"], options["sslmode"]) == (9, "any", "require")
    assert options["options"] == "-c lock_timeout=5s"


def test_options_of_the_server_are_added_to_the_deadline_for_locks() -> None:
    options = read_database_url("postgres://khata@h1/scores?options=-c%20search_path=cards")["OPTIONS"]
    assert options["options"] == "-c lock_timeout=5s -c search_path=cards"


def test_sqlite_has_none_of_this() -> None:
    database = read_database_url("sqlite:////srv/khata/ledger.sqlite3")
    assert (database["NAME"], database.get("OPTIONS")) == ("/srv/khata/ledger.sqlite3", None)
