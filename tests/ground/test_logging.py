"""The log: its one handler, the format of a line, and that it holds no secrets."""

import io
import json
import logging

import pytest

from ledger.config.logging import LogFormatter
from tests.ground.helpers import run_python

TOKEN = "q7wz3kd9m2xv5hb8n4tc6rj1fy"


@pytest.fixture
def log():
    """What the site's own handler writes."""
    (handler,) = (h for h in logging.getLogger().handlers if isinstance(h.formatter, LogFormatter))
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    before = handler.setStream(written)
    yield written
    handler.setStream(before)


@pytest.mark.django_db
def test_the_token_of_an_unknown_invite_address_is_not_logged(client, log):
    client.get(f"/join/{TOKEN}/nowhere/")
    assert "route=unknown status=404" in log.getvalue()
    assert TOKEN not in log.getvalue()


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (f"GET /join/{TOKEN}/ 200", "GET /join/***/ 200"),
        (f"GET /join/{TOKEN}?next=/ 200", "GET /join/***?next=/ 200"),
        (f"https://khata.example/ne/join/{TOKEN}", "https://khata.example/ne/join/***"),
        (f"Gone: /account/password/reset/key/1a-{TOKEN}/", "Gone: /account/password/reset/key/***/"),
        ("Gone: /account/password/reset/key/done/", "Gone: /account/password/reset/key/done/"),
        (f"Gone: /account/confirm-email/MQ:{TOKEN}/", "Gone: /account/confirm-email/***/"),
        (f"Authorization: Bearer {TOKEN}", "Authorization: Bearer ***"),
        (f"{{'authorization': 'bearer {TOKEN}'}}", "{'authorization': 'bearer ***'}"),
        (f"Authorization: Token {TOKEN}", "Authorization: Token ***"),
        ("Not Found: /joining/in/ for a token of thanks", "Not Found: /joining/in/ for a token of thanks"),
    ],
)
def test_only_secrets_are_replaced(log, written, kept):
    logging.getLogger("anything").warning("%s", written)
    assert log.getvalue().strip().endswith(f"anything: {kept}")


def test_secrets_are_replaced_in_tracebacks(log):
    try:
        raise ValueError(f"/join/{TOKEN}/")
    except ValueError:
        logging.getLogger("anything").exception("went wrong")
    assert "ValueError: /join/***/" in log.getvalue()
    assert TOKEN not in log.getvalue()


def test_a_json_line_stays_valid_when_a_secret_is_replaced():
    record = logging.LogRecord("anything", logging.INFO, "file", 1, f'/join/{TOKEN}"quoted"\nnew line', (), None)
    (line,) = LogFormatter(as_json=True).format(record).splitlines()
    assert json.loads(line)["message"] == '/join/***"quoted"\nnew line'


def test_no_other_handler_writes_a_log():
    code = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.config.settings"
import django; django.setup()
import logging
for name in [None, *logging.root.manager.loggerDict]:
    for handler in logging.getLogger(name).handlers:
        print(name, type(handler).__name__, type(handler.formatter).__name__)
"""
    written = run_python("-c", code, LEDGER_DEBUG="1").stdout.splitlines()
    assert [line for line in written if "NullHandler" not in line] == [
        "None StreamHandler LogFormatter",
        "django.security ReasonHandler NoneType",  # which writes nothing
    ]
