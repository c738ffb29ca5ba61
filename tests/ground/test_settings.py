"""The production settings in a process of their own, without the settings of the tests."""

import json
import stat
from pathlib import Path

import pytest

from scripts.data_folder import ensure_secret_key
from scripts.network import free_port
from tests.ground.helpers import run_python

pytestmark = pytest.mark.thorough

KEY = {"LEDGER_SECRET_KEY": "x" * 20 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
HOSTS = {"LEDGER_ALLOWED_HOSTS": "khata.example, scores.example"}
RIGHT = KEY | HOSTS


def start(folder: Path, code: str = "", **settings: str):
    setup = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'ledger.config.settings'; import django; django.setup();"
    return run_python("-c", setup + code, LEDGER_DATA_DIR=str(folder), **settings)


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1]


def test_production_starts_with_a_secret_key_and_allowed_hosts(tmp_path):
    started = start(tmp_path, "from django.conf import settings as s; print(s.DEBUG, s.ALLOWED_HOSTS)", **RIGHT)
    assert started.stdout.strip() == "False ['khata.example', 'scores.example']"


def test_key_and_hosts_can_be_files_in_the_data_folder(tmp_path):
    ensure_secret_key(tmp_path)
    (tmp_path / "allowed_hosts").write_text("localhost\n192.168.1.7\n")
    code = "from django.conf import settings as s; print(s.SECRET_KEY, *s.ALLOWED_HOSTS)"
    key = (tmp_path / "secret_key").read_text().strip()
    assert start(tmp_path, code).stdout.split() == [key, "localhost", "192.168.1.7"]


def test_the_key_file_is_private_and_never_replaced(tmp_path):
    ensure_secret_key(tmp_path)
    key = (tmp_path / "secret_key").read_text()
    ensure_secret_key(tmp_path)
    assert (tmp_path / "secret_key").read_text() == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert len(key.strip()) >= 50


def test_development_starts_without_settings(tmp_path):
    assert start(tmp_path, LEDGER_DEBUG="1").returncode == 0


def check_deployment(folder: Path, **settings: str):
    arguments = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    return run_python(*arguments, LEDGER_DATA_DIR=str(folder), **settings, **RIGHT)


def test_the_deployment_check_passes_only_with_tls(tmp_path):
    checked = check_deployment(tmp_path, LEDGER_TLS="1")
    assert checked.returncode == 0, checked.stderr
    assert "no issues (2 silenced)" in checked.stdout  # HSTS for subdomains and for browsers' lists
    unchecked = check_deployment(tmp_path)
    assert unchecked.returncode == 1
    assert "SESSION_COOKIE_SECURE" in unchecked.stderr


@pytest.mark.parametrize(
    ("hsts", "header"),
    [
        ({}, "max-age=31536000"),
        ({"LEDGER_HSTS": "subdomains"}, "max-age=31536000; includeSubDomains"),
        ({"LEDGER_HSTS": "preload"}, "max-age=31536000; includeSubDomains; preload"),
    ],
)
def test_hsts_includes_subdomains_only_when_set(tmp_path, hsts, header):
    code = """
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
answer = SecurityMiddleware(lambda request: HttpResponse())(RequestFactory().get("/", secure=True))
print(answer["Strict-Transport-Security"])
"""
    started = start(tmp_path, code, LEDGER_TLS="1", **RIGHT, **hsts)
    assert started.stdout.strip() == header


@pytest.mark.parametrize(("proxies", "believed"), [("0", "False"), ("1", "True")])
def test_forwarded_headers_are_trusted_only_behind_a_proxy(tmp_path, proxies, believed):
    code = "from django.test import RequestFactory as F; print(F(HTTP_X_FORWARDED_PROTO='https').get('/').is_secure())"
    assert start(tmp_path, code, LEDGER_PROXIES=proxies, **RIGHT).stdout.strip() == believed


def test_passwords_are_hashed_with_argon2(tmp_path):
    code = "from django.contrib.auth.hashers import make_password; print(make_password('a'))"
    assert start(tmp_path, code, **RIGHT).stdout.startswith("argon2")


def test_sqlite_uses_wal_and_immediate_transactions(tmp_path):
    code = """
import json
from django.db import connection
pragmas = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout"]
with connection.cursor() as cursor:
    values = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas}
print(json.dumps(values | {"mode": connection.transaction_mode}))
"""
    assert json.loads(start(tmp_path, code, **RIGHT).stdout) == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": 5_000,
        "mode": "IMMEDIATE",
    }


@pytest.mark.parametrize("name", ["a#b", "a?b", "a%20b", "50 %", "ü & 1"])
def test_the_database_lies_in_the_data_folder_whatever_its_name(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    code = "from django.db import connection as c; c.cursor().execute('CREATE TABLE hands (number INT)')"
    assert start(folder, code, **RIGHT).returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert (folder / "ledger.sqlite3").stat().st_size > 0


def test_a_postgresql_address_chooses_postgresql(tmp_path):
    code = "from django.db import connection as c; print(c.vendor, c.settings_dict['HOST'], c.settings_dict['PORT'])"
    address = "postgres://khata@one.example,two.example:5433/khata"
    started = start(tmp_path, code, DATABASE_URL=address, **RIGHT)
    assert started.stdout.strip() == "postgresql one.example,two.example 5432,5433"


@pytest.mark.slow
def test_all_processes_share_one_cache(tmp_path):
    create = "from django.core.management import call_command; call_command('createcachetable')"
    assert start(tmp_path, create, **RIGHT).returncode == 0
    first, second = (
        start(tmp_path, "from django.core.cache import cache; print(cache.add('attempts', 1))", **RIGHT)
        for _ in range(2)
    )
    assert (first.stdout.strip(), second.stdout.strip()) == ("True", "False")


WRONG = {
    "DATABASE_URL": "nonsense",
    "EMAIL_URL": "bogus",
    "LEDGER_ADDRESS": "scores.example.org",
    "LEDGER_API_RATE": "10/fortnight",
    "LEDGER_DEBUG": "maybe",
    "LEDGER_HSTS": "maybe",
    "LEDGER_LOG": "paper",
    "LEDGER_LOG_LEVEL": "LOUD",
    "LEDGER_MAX_BODY": "1",
    "LEDGER_METRICS": "abc",
    "LEDGER_MOST_HANDS": "many",
    "LEDGER_PROXIES": "x",
    "LEDGER_SIGNUP": "maybe",
    "LEDGER_THREADS": "0",
    "LEDGER_TIME_ZONE": "Mars/Base",
    "LEDGER_TLS": "perhaps",
    "LEDGER_TRUSTED_KEYS": "abc",
}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_a_wrong_setting_is_one_sentence_that_names_it(name, value, tmp_path):
    """Every command prints this sentence, and so does the server before it starts."""
    settings = {"LEDGER_DATA_DIR": str(tmp_path), **RIGHT, name: value}
    refused = run_python("manage.py", "check", **settings)
    assert (refused.returncode, refused.stdout) == (1, "")
    (said,) = refused.stderr.splitlines()
    assert said.startswith(name)


@pytest.mark.parametrize("name", ["LEDGER_WORKERS", "LEDGER_THREADS", "LEDGER_API_RATE"])
def test_the_server_does_not_start_with_a_wrong_setting(name, tmp_path):
    settings = {"LEDGER_DATA_DIR": str(tmp_path), "PORT": str(free_port()), "BIND": "127.0.0.1", name: "abc"}
    refused = run_python("-m", "scripts.serve", **settings)
    assert refused.returncode == 1
    (said,) = refused.stderr.splitlines()
    assert said.startswith(name)


@pytest.mark.parametrize(
    ("name", "value"),
    [("LEDGER_TIME_ZONE", ""), ("LEDGER_TLS", "TRUE"), ("LEDGER_API_RATE", ""), ("LEDGER_TRUSTED_KEYS", "a = b=,c=d")],
)
def test_what_may_be_written_so_starts(name, value, tmp_path):
    assert start(tmp_path, **RIGHT, **{name: value}).returncode == 0


OIDC = {
    "LEDGER_OIDC_ISSUER": "https://login.example.org/realms/club",
    "LEDGER_OIDC_CLIENT": "khata",
    "LEDGER_OIDC_SECRET": "s" * 32,
    "LEDGER_OIDC_NAME": "Club Login",
}
LOADED = """
import sys
from ledger.pocket.addresses import all_addresses
names = [name for _space, route, name in all_addresses() if "provider" in route or "3rdparty" in route]
print(names, [name for name in ("jwt", "allauth.socialaccount.models") if name in sys.modules])
"""


def test_without_a_provider_nothing_of_it_is_loaded(tmp_path):
    assert last_line(start(tmp_path, LOADED, **RIGHT).stdout) == "[] []"
    on = start(tmp_path, LOADED, **RIGHT, **OIDC)
    names = ["account_provider", "account_provider_login", "account_provider_callback"]
    assert last_line(on.stdout) == f"{names} ['jwt', 'allauth.socialaccount.models']"


def test_without_a_provider_no_page_speaks_of_one(tmp_path):
    ask = "from django.test import Client; print(b'provider' in Client().get('/account/login/').content)"
    debug = {"LEDGER_DEBUG": "1"}
    tables = "from django.core.management import call_command as c;c('migrate', verbosity=0);c('createcachetable');"
    assert last_line(start(tmp_path, tables + ask, **debug).stdout) == "False"
    assert last_line(start(tmp_path, tables + ask, **debug, **OIDC).stdout) == "True"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (HOSTS, "No secret key: set LEDGER_SECRET_KEY"),
        (KEY, "No allowed hosts: set LEDGER_ALLOWED_HOSTS"),
        ({**RIGHT, "LEDGER_HSTS": "all"}, "LEDGER_HSTS is host, subdomains or preload, and not 'all'."),
        ({**RIGHT, "LEDGER_ADDRESS": "scores.example.org"}, "LEDGER_ADDRESS begins with http:// or https://"),
        ({**RIGHT, **OIDC, "LEDGER_OIDC_SECRET": ""}, "belong together: LEDGER_OIDC_SECRET is missing."),
        *(
            ({**RIGHT, **OIDC, "LEDGER_OIDC_ISSUER": address}, "LEDGER_OIDC_ISSUER must be like https://")
            for address in (
                "http://login.example.org",
                "login.example.org",
                "https://a:b@login.example.org",
                "https://[login",
            )
        ),
        ({**RIGHT, **OIDC, "LEDGER_OIDC_NAME": "x" * 41}, "LEDGER_OIDC_NAME has at most 40 letters"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_settings_stop_the_start(tmp_path, settings, sentence):
    refused = start(tmp_path, **settings)
    assert refused.returncode == 1
    assert sentence in last_line(refused.stderr)
