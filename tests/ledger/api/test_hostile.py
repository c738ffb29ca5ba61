"""Programs that send invalid requests: every answer has the documented form, and nothing is written."""

import json
from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger.api.tokens import make_token
from ledger.api.views import circles
from ledger.circles.models import User
from ledger.config.wsgi import application
from ledger.series.models import Event
from tests.ledger.api.conftest import BASE, J40, Program
from tests.ledger.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def assert_problem(answer: HttpResponse, status: int, *codes: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    content: dict[str, Any] = json.loads(answer.content)
    assert content["status"] == status
    assert content["type"].startswith("urn:khata:problem:")
    assert content["title"]
    assert content["detail"]
    if codes:
        assert [problem["code"] for problem in content["problems"]] == list(codes)
    return content


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'"\xc3\x28"',
        b'{"name": "a", "name": "b"}',
        b'{"name": NaN}',
        b'{"name": Infinity}',
        b'{"name": 1e999}',
        b'{"name": -1e999}',
        b'{"name": ' + b"9" * 5000 + b"}",
        b'{"name": "\\ud800"}',
        b'{"\\uDFFF": 1}',
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 40 + b"1" + b"}" * 40,
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "k"}], ids=["", "with key"])
def test_an_unreadable_body_is_400(alices, body, key):
    answer = alices.client.post(f"{BASE}circles", body, content_type="application/json", headers=key)
    assert_problem(answer, 400)
    assert alices.get("circles").json() == []


@pytest.mark.parametrize("body", ["[]", "null", '"x"', "7", "true"])
def test_a_body_that_is_not_an_object_is_422(alices, body):
    assert len(assert_problem(alices.post("circles", body), 422)["problems"]) == 1


def test_a_body_below_the_limit_of_depth_is_read(alices):
    assert_problem(alices.post("circles", {"name": [[[["x"]]]]}), 422, "not_text")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"name": 7}, ["name"]),
        ({"name": "x" * 401}, ["name"]),
        ({"name": "a\0b"}, ["name"]),
        ({"name": "x", "colour": "red"}, ["colour"]),
        ({"name": "x", "\0": "red"}, ["\N{REPLACEMENT CHARACTER}"]),
        ({"name": "  "}, ["name"]),
        ({"name": "x" * 81}, ["name"]),
        ({"name": "x", "currency": "XXX"}, ["currency"]),
        ({"name": "", "currency": "npr"}, ["name", "currency"]),
        ({"name": "", "coin": "0.03"}, ["name", "coin"]),
        ({"name": "x", "currency": "FRANCS"}, ["currency"]),
        ({"name": "x", "coin": "one"}, ["coin"]),
        ({"name": "x", "coin": True}, ["coin"]),
        ({"name": "x", "coin": "0.03"}, ["coin"]),
        ({"name": "x", "coin": "१"}, ["coin"]),
        ({"name": False, "currency": [], "coin": {}}, ["name", "currency", "coin"]),
    ],
)
def test_every_wrong_field_of_a_circle_is_named(alices, body, fields):
    content = assert_problem(alices.post("circles", body), 422)
    assert [problem["field"] for problem in content["problems"]] == fields
    assert alices.get("circles").json() == []


@pytest.mark.parametrize("version", ["1", 1.5, 1.0, True, None, -1, 2**31, 10**400, [], {}])
def test_a_version_must_be_a_whole_number(bobs, at, version):
    content = assert_problem(bobs.post(f"{at}/hands", {"record": J40[2], "base_version": version}), 422)
    assert [problem["field"] for problem in content["problems"]] == ["base_version"]


@pytest.mark.parametrize("standard", ["false", 0, "no", None])
def test_a_boolean_must_be_true_or_false(bobs, at, standard):
    body = {"base_version": 1, "with_standard": standard}
    assert_problem(bobs.post(f"{at}/stop", body), 422, "not_yes_or_no")


@pytest.mark.parametrize(
    "points", [[1e300, 1, 1, 1], [10**400, 1, 1, 1], ["5", 8.5, 18, 8.5], [True, 8.5, 18, 8.5], [0.1, 0.2, 20, 19.7]]
)
def test_impossible_points_are_refused(bobs, started, at, points):
    body = {"base_version": 1, "record": {"points_won": points}}
    assert_problem(bobs.post(f"{at}/hands", body), 422)
    assert Event.objects.filter(series=started["id"]).count() == 1


def test_problems_with_a_players_name_name_the_field(alices, circle):
    for name, code in (("", "required"), ("x" * 81, "too_long")):
        content = assert_problem(alices.post(f"circles/{circle.pk}/players", {"name": name}), 422, code)
        assert content["problems"][0]["field"] == "name"
    assert alices.post(f"circles/{circle.pk}/players", {"name": "Anil"}).status_code == 201
    content = assert_problem(alices.post(f"circles/{circle.pk}/players", {"name": " ANIL "}), 422, "taken")
    assert content["problems"][0]["field"] == "name"


def test_the_first_dealer_must_have_a_seat(bobs, circle, started):
    body = {"game": "jaago-chalis", "players": [player["id"] for player in started["players"]]}
    content = assert_problem(bobs.post(f"circles/{circle.pk}/series", body | {"first_dealer": 4}), 422, "no_such_seat")
    assert content["problems"][0]["field"] == "first_dealer"
    assert bobs.post(f"circles/{circle.pk}/series", body | {"first_dealer": 3}).json()["dealer"] == 3


def test_a_payment_to_oneself_is_refused_under_the_field_of_the_body(bobs, circle, started):
    player = started["players"][0]["id"]
    payment = {"from": player, "to": player, "amount": "1.00"}
    content = assert_problem(bobs.post(f"circles/{circle.pk}/payments", payment), 422, "oneself")
    assert content["problems"][0]["field"] == "to"


@pytest.mark.parametrize(
    ("game", "seats", "record"),
    [
        ("cha", 2, {"winner": 0}),  # what the winner buys is missing
        ("cha", 2, {"hands": [["KD", "QD"], ["KC", "KS"]]}),
        ("jaago-chalis", 4, {"direction": "clockwise", "first_leader": 0, "tricks": []}),
    ],
)
def test_an_unfinished_record_is_judged_as_incomplete(alices, game, seats, record):
    judged = alices.post(f"games/{game}/judge", {"seats": seats, "record": record}).json()
    assert [problem["code"] for problem in judged["problems"]] == ["unfinished"]
    assert judged["complete"] is False


@pytest.mark.parametrize("point_value", ["0.25", 0.25, "0", 12])
def test_a_point_value_can_be_text_or_a_number(bobs, circle, started, point_value):
    seated = [player["id"] for player in started["players"]]
    body = {"game": "jaago-chalis", "players": seated, "point_value": point_value}
    assert bobs.post(f"circles/{circle.pk}/series", body).json()["point_value"] == str(point_value)


@pytest.mark.parametrize("point_value", ["-1", "1e3", "NaN", "1_0", " 1", "", "0.12345", "1000001", True, []])
def test_impossible_point_values_are_refused(bobs, circle, started, point_value):
    seated = [player["id"] for player in started["players"]]
    body = {"game": "jaago-chalis", "players": seated, "point_value": point_value}
    content = assert_problem(bobs.post(f"circles/{circle.pk}/series", body), 422)
    assert [problem["field"] for problem in content["problems"]] == ["point_value"]


@pytest.mark.parametrize(
    "address", ["", "nothing", "circles/", "circles/1", "series/UPPERCASE123", "games//judge", "%00"]
)
def test_an_unknown_address_is_404_with_a_token_and_401_without(alices, client, address):
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
        assert alices.client.generic(method, BASE + address).status_code == 404
        assert client.generic(method, BASE + address).status_code == 401
    assert_problem(alices.get(address), 404)


def test_a_hand_that_does_not_exist_is_404(bobs, started):
    body = {"record": J40[2], "base_version": 1, "reason": "why"}
    for number in (0, 7, 2**70, "9" * 5000):
        at = f"series/{started['id']}/hands/{number}"
        assert_problem(bobs.get(f"{at}/revisions"), 404)
        assert_problem(bobs.post(f"{at}/corrections", body), 404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "POST"])
def test_an_unknown_method_is_405_with_the_known_ones(alices, method):
    answer = alices.client.generic(method, f"{BASE}games")
    assert_problem(answer, 405)
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_and_head(alices, started, scorer):
    at = f"{BASE}series/{started['id']}"
    asked = alices.client.options(at)
    assert (asked.status_code, asked.headers["Allow"]) == (200, "GET, PATCH, DELETE, HEAD, OPTIONS")
    assert "application/json" in asked.json()["renders"]
    got, head = alices.client.get(at), alices.client.head(at)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["ETag"] == got.headers["ETag"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "nonsense"]
)
def test_a_body_that_is_not_json_is_415(alices, kind):
    assert_problem(alices.client.post(f"{BASE}circles", b"name=x", content_type=kind), 415)


def test_bodies_are_read_as_utf8_with_any_charset(alices):
    body = json.dumps({"name": "टेबल"}, ensure_ascii=False).encode()
    for charset in ("utf-16", "latin-1", "nonsense"):
        kind = f"application/json; charset={charset}"
        made = alices.client.generic("POST", f"{BASE}circles?cursor=%ff", body, content_type=kind)
        assert (made.status_code, made.json()["name"]) == (201, "टेबल")


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "k"}], ids=["", "with key"])
def test_a_too_large_body_is_413(alices, key):
    body = {"name": "x" * 300_000}
    assert_problem(alices.post("circles", body, **key), 413)


def test_a_server_error_is_a_problem_without_a_receipt(alices, monkeypatch):
    alices.client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(circles, "make_circle", lambda **_: 1 / 0)
        assert_problem(alices.post("circles", {"name": "x"}), 500)
        assert_problem(alices.post("circles", {"name": "x"}, **{"Idempotency-Key": "k"}), 500)
    assert alices.post("circles", {"name": "x"}, **{"Idempotency-Key": "k"}).status_code == 201


# --- Callers ---------------------------------------------------------------------------------------------------------


def test_a_session_reads_and_writes_only_with_its_csrf_token(alice):
    client = Client(enforce_csrf_checks=True)
    assert client.login(username=alice.username, password=PASSWORD)
    assert client.get(f"{BASE}circles").status_code == 200
    content = assert_problem(client.post(f"{BASE}circles", {"name": "x"}, content_type="application/json"), 403)
    assert "X-CSRFToken" in content["detail"]
    client.get("/account/")
    with_token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    answer = client.post(f"{BASE}circles", {"name": "x"}, content_type="application/json", headers=with_token)
    assert answer.status_code == 201


def test_a_read_only_token_can_judge(alice):
    reading = Program(alice, read_only=True)
    assert reading.post("games/jaago-chalis/judge", {"seats": 4, "record": J40[2]}).status_code == 200
    content = assert_problem(reading.post("circles", {"name": "x"}), 403)
    assert "only read" in content["detail"]


def test_a_bad_token_is_401_even_with_a_good_session(alice):
    client = Client()
    client.force_login(alice)
    assert_problem(client.get(f"{BASE}circles", headers={"Authorization": "Bearer khata_wrong"}), 401)
    assert_problem(client.get(f"{BASE}circles", headers={"Authorization": "Bearer \xff\xfe"}), 401)


def test_a_closed_account_is_401(alice, alices):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert_problem(alices.get("circles"), 401)


def test_an_outsider_gets_the_same_404_as_for_an_unknown_id(charlies, circle, at):
    for address in (f"circles/{circle.pk}", at):
        theirs, unknown = charlies.get(address), charlies.get(f"{address[:-12]}{'a' * 12}")
        assert (theirs.status_code, theirs.content) == (404, unknown.content)


@pytest.mark.parametrize("charset", ["rot13", "utf-16", "nonsense"])
def test_the_server_ignores_the_charset_of_the_content_type(alice, open_connection, charset):
    """Through the server's entry point, because the test client makes its requests itself."""
    body = json.dumps({"name": "टेबल"}, ensure_ascii=False).encode()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": f"{BASE}circles",
        "QUERY_STRING": "name=%E0%A4%95",
        "HTTP_HOST": "testserver",
        "HTTP_AUTHORIZATION": f"Bearer {make_token(user=alice)[1]}",
        "CONTENT_TYPE": f"application/json; charset={charset}",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    statuses: list[str] = []
    answer = b"".join(application(environ, lambda status, _headers: statuses.append(status)))
    assert statuses == ["201 Created"]
    assert json.loads(answer)["name"] == "टेबल"
