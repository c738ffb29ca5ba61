"""One log line for each request: user, route and time, without addresses, names or secrets."""

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import OperationalError
from django.test import Client

from ledger.api.tokens import make_token
from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.config import views
from ledger.config.asgi import WholeRequests
from ledger.config.logging import LogFormatter
from ledger.lib import metrics
from ledger.lib.current_request import enter_request, note_reason
from ledger.live.links import make_link, token_of
from ledger.series import services
from tests.ledger.api.conftest import Program
from tests.ledger.circles.test_start_page import form
from tests.ledger.config.event_loop import run_async
from tests.ledger.config.test_asgi import ask, part
from tests.ledger.config.test_unavailable import browser, post_hand
from tests.ledger.following.test_follow import Phone
from tests.ledger.pages import address, client_of, submit

pytestmark = pytest.mark.django_db


class Log(io.StringIO):
    """The output of the site's log handler."""

    def lines(self) -> list[str]:
        return self.getvalue().splitlines()

    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines()]


@pytest.fixture
def log() -> Iterator[Log]:
    """The log with LEDGER_LOG=json."""
    (handler,) = (h for h in logging.getLogger().handlers if isinstance(h.formatter, LogFormatter))
    assert isinstance(handler, logging.StreamHandler)
    written, formatter = Log(), handler.formatter
    stream = handler.setStream(written)
    handler.setFormatter(LogFormatter(as_json=True))
    yield written
    handler.setStream(stream)
    handler.setFormatter(formatter)


LOCKED = Mock(side_effect=OperationalError("database is locked\nand a second line"))


def fail(*_arguments: Any, **_options: Any) -> None:
    raise ValueError("a mistake of ours")


def test_a_line_has_user_route_status_and_time(log, owner):
    answer = client_of(owner.user).get(f"/circles/{owner.circle.pk}/?secret=1")
    (line,) = log.requests()
    assert line.pop("ms") > 0
    assert line.pop("statements") > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:45", line.pop("time"))
    assert line == {
        "level": "INFO",
        "logger": "ledger.requests",
        "method": "GET",
        "route": "circle",
        "status": 200,
        "user": str(owner.user.pk),
        "request_id": answer["X-Request-ID"],
    }


def test_the_statements_are_counted(log, owner, django_assert_num_queries):
    client = client_of(owner.user)
    client.get("/")
    counted = log.requests()[0]["statements"]
    with django_assert_num_queries(counted):
        client.get("/")


def test_a_line_of_text_has_the_same_facts():
    record = logging.LogRecord("ledger.requests", logging.INFO, "file", 1, "", (), None)
    record.created = 0.5
    record.facts = {"route": "circle", "status": 403, "user": "", "reason": 'not "here"'}
    line = LogFormatter().format(record)
    assert line == (
        r'1970-01-01T05:30:00.500+05:30 INFO ledger.requests: route=circle status=403 reason="not \"here\""'
    )


@pytest.mark.parametrize(
    ("path", "route", "status"),
    [
        ("/", "home", 200),
        ("/rules/", "rules_list", 200),
        ("/healthz", "healthz", 200),
        ("/readyz", "readyz", 200),
        ("/no/such/page/", "unknown", 404),
        ("/static/no-such-file.css", "static", 404),
        ("/circles/abcdefghijkl/", "unknown", 404),
        ("/join/q7wz3kd9m2xv5hb8n4tc6rj1fy/", "join", 404),
        ("/follow/q7wz3kd9m2xv.5hb8n4tc6rj1fy/", "follow:page", 404),
        ("/rules", "unknown", 301),
        ("/api/v1/circles", "api:circles", 401),
        ("/start/?%0AERROR%0Dforged=line", "start", 200),
    ],
)
def test_every_request_is_exactly_one_line_without_its_address(log, client, path, route, status):
    answer = client.get(path)
    (line,) = log.requests()
    assert (line["route"], line["status"]) == (route, status)
    assert line["level"] == "INFO"
    assert answer["X-Request-ID"] == line["request_id"]
    assert "traceback" not in line


def test_an_answer_of_a_middleware_has_the_route_of_its_page(log, series, scorer):
    """Most requests of an evening get 304 from a middleware, before the view is called."""
    phone = Phone(scorer.user, series)
    assert phone.ask().status_code == 304
    assert [(line["route"], line["status"]) for line in log.requests()] == [("series:page", 200), ("series:live", 304)]


def test_a_guest_has_an_id_from_the_first_request_on(log, client):
    client.post("/start/", form())
    client.get("/")
    guest = User.objects.get(is_guest=True)
    assert client.session[SESSION_KEY] == str(guest.pk)
    assert [line["user"] for line in log.requests()] == [str(guest.pk)] * 2


def test_a_request_with_a_token_has_the_id_of_its_user(log, client, alice):
    client.get("/api/v1/circles", headers={"Authorization": f"Bearer {make_token(user=alice)[1]}"})
    assert log.requests()[0]["user"] == str(alice.pk)


def test_a_visitor_without_an_account_has_no_id(log, client):
    client.get("/")
    assert "user" not in log.requests()[0]


@pytest.mark.parametrize("as_json", [False, True])
def test_no_line_holds_a_token_a_session_key_or_a_name(log, circle, alice, series, as_json, monkeypatch):
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, LogFormatter):
            handler.setFormatter(LogFormatter(as_json=as_json))
    invite = make_invite(actor=None, circle=circle, role=Role.VIEWER)[1]
    bearer = make_token(user=alice)[1]
    client = Client(raise_request_exception=False)
    headers = {"Authorization": f"Bearer {bearer}"}
    follow = token_of(make_link(me=circle.members.get(user=alice), series=series))

    def visit() -> None:
        client.get(f"/join/{invite}/")
        client.get(f"/join/{invite}/?next=/join/{invite}/")
        client.post(f"/join/{invite}/", {"name": "Gulistan", "form_key": "k" * 22})
        client.get(f"/join/{invite}/nowhere")
        client.get(f"/follow/{follow}/")
        client.get(f"/follow/{follow}/live/?from=/follow/{follow}/")
        client.post(f"/follow/{follow}/seat/", {"seat": "1"})
        client.get(f"/follow/{follow}/nowhere")
        client.get(f"/circles/{circle.pk}/")
        client.get(f"/api/v1/circles/{circle.pk}", headers=headers)
        client.get("/api/v1/circles", headers={"Authorization": f"Bearer {bearer}x"})
        client.post("/account/login/", {"login": "alice", "password": "a-wrong-password"})
        client.get("/", headers={"Host": "elsewhere.example"})

    visit()
    session_key = client.session.session_key
    monkeypatch.setattr("ledger.config.views.tonight_of", fail)
    monkeypatch.setattr("ledger.circles.access.enter_circle", fail)
    monkeypatch.setattr("ledger.following.score_page.series_state", fail)
    visit()
    client.get("/")
    written = log.getvalue()
    assert len(log.lines()) > 26
    secrets = [
        invite,
        follow,
        bearer,
        session_key,
        "Gulistan",
        "alice",
        "Alice",
        "a-wrong-password",
        circle.name,
        circle.pk,
    ]
    assert [secret for secret in secrets if secret in written] == []


# --- Errors and refusals ---------------------------------------------------------------------------------------------


def test_an_error_has_one_traceback_and_its_page_names_the_request(log, owner, monkeypatch):
    monkeypatch.setattr(views, "tonight_of", fail)
    answer = browser(owner.user).get("/")
    (line,) = log.requests()
    assert (line["status"], line["level"], line["user"]) == (500, "ERROR", str(owner.user.pk))
    assert line["traceback"].startswith("Traceback")
    assert line["traceback"].count('a mistake of ours")') == 1  # the line of code
    assert line["traceback"].endswith("ValueError: a mistake of ours")
    assert answer["X-Request-ID"] == line["request_id"]
    assert line["request_id"] in answer.content.decode()
    assert "a mistake of ours" not in answer.content.decode()


def test_an_error_of_a_middleware_is_logged_as_well(log, monkeypatch):
    monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", fail)
    answer = Client(raise_request_exception=False).get("/")
    (line,) = log.requests()
    assert (answer.status_code, line["status"], line["route"]) == (500, 500, "home")
    assert line["traceback"].endswith("ValueError: a mistake of ours")


def test_an_error_of_the_api_has_one_traceback_and_its_problem_names_the_request(log, alice, monkeypatch):
    monkeypatch.setattr("ledger.api.auth.TokenMayWrite.has_permission", fail)
    answer = Program(alice, raise_request_exception=False).get("circles")
    (line,) = log.requests()
    assert (answer.status_code, line["level"]) == (500, "ERROR")
    assert line["traceback"].endswith("ValueError: a mistake of ours")
    assert answer.json()["request_id"] == line["request_id"] == answer["X-Request-ID"]


def test_a_locked_database_is_logged_without_a_traceback(log, series, scorer, monkeypatch):
    errors = metrics.REGISTRY.get_sample_value("khata_database_errors_total")
    monkeypatch.setattr(services, "append_event", LOCKED)
    page = browser(scorer.user).post(address("throw_in", series), submit(series) | {"reason": "misdeal"})
    problem = post_hand(scorer, series)
    assert (page.status_code, problem.status_code) == (503, 503)
    by_page, by_program = log.requests()
    for line in (by_page, by_program):
        assert (line["level"], line["reason"]) == ("WARNING", "OperationalError: database is locked")
        assert "traceback" not in line
    assert by_page["request_id"] in page.content.decode()
    assert by_program["request_id"] == problem.json()["request_id"]
    assert metrics.REGISTRY.get_sample_value("khata_database_errors_total") == errors + 2


def test_refusals_have_no_traceback(log, series, scorer, viewer, charlie):
    client_of(charlie).get(address("page", series))
    client_of(viewer.user).post(address("throw_in", series), submit(series) | {"reason": "misdeal"})
    bob = client_of(scorer.user)
    bob.post(address("enter_hand", series), submit(series) | {"points_0": "1"})
    bob.post(address("throw_in", series), {"reason": "misdeal"})
    bob.post(address("throw_in", series), {"reason": "misdeal", "base_version": 0, "key": "other"})
    Client(enforce_csrf_checks=True).post("/language/", {"language": "ne"})
    Client().get("/", headers={"Host": "elsewhere.example"})
    lines = log.requests()
    assert [line["status"] for line in lines] == [404, 403, 422, 400, 409, 403, 400]
    assert all(line["level"] == "INFO" and "traceback" not in line for line in lines)
    assert lines[-2]["reason"] == "CSRF cookie not set."
    assert lines[-1]["reason"].startswith("Invalid HTTP_HOST header: 'elsewhere.example'.")


def test_a_reason_stays_on_one_line():
    with enter_request("one") as current:
        note_reason("first\nsecond\x1b[31m" + "x" * 1000)
    assert current.reason.startswith("first second [31mxxx")
    assert len(current.reason) == 300


def test_readyz_gives_the_reason(log, client, monkeypatch):
    monkeypatch.setattr(views.connection, "cursor", LOCKED)
    client.get("/readyz")
    assert log.requests()[0]["reason"] == "OperationalError: database is locked"


# --- The id of a request ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proxies", "incoming", "is_taken"),
    [
        (1, "a-plain.ID_9", True),
        (1, "x" * 64, True),
        (1, "x" * 65, False),
        (1, "with space", False),
        (1, "a\nb", False),
        (1, "नेपाल", False),
        (1, "", False),
        (0, "a-plain.ID_9", False),
    ],
)
def test_a_valid_request_id_of_a_trusted_proxy_is_used(client, settings, proxies, incoming, is_taken):
    settings.PROXIES = proxies
    given = client.get("/healthz", HTTP_X_REQUEST_ID=incoming)["X-Request-ID"]
    assert (given == incoming) is is_taken
    assert is_taken or re.fullmatch("[0-9a-f]{16}", given)


def test_every_request_has_an_id_of_its_own(client):
    assert len({client.get("/healthz")["X-Request-ID"] for _request in range(20)}) == 20


def test_lines_logged_during_a_request_have_its_id():
    record = logging.LogRecord("ledger.sheets", logging.WARNING, "file", 1, "no fonts", (), None)
    with enter_request("0123"):
        assert json.loads(LogFormatter(as_json=True).format(record))["request_id"] == "0123"
    assert "request_id" not in json.loads(LogFormatter(as_json=True).format(record))


# --- Before a thread has begun ---------------------------------------------------------------------------------------


def test_a_request_refused_before_a_thread_starts_is_one_line(log, settings):
    settings.PROXIES = 1

    async def receive() -> dict[str, Any]:
        return part(b"a" * 100, more=True)

    server = WholeRequests(Mock(side_effect=AssertionError), threads=1, largest=50)
    sent = run_async(ask(server, "/join/secret/", receive, headers=[(b"x-request-id", b"of-the-proxy")]))
    (line,) = log.requests()
    assert (line["route"], line["status"], line["request_id"]) == ("refused", 413, "of-the-proxy")
    assert dict(sent[0]["headers"])[b"x-request-id"] == b"of-the-proxy"
    assert "secret" not in log.getvalue()
