"""Programs that send what they should not: every answer is the contract's, in its own form, and nothing is written."""

import json
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.http import HttpResponse
from django.test import Client

from ledger.api.views import circles
from ledger.circles.models import Circle, User
from ledger.config.wsgi import application
from ledger.series.models import Event
from tests.ledger.api.conftest import BASE, J40, Program
from tests.ledger.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def assert_problem(answer: HttpResponse, status: int, *codes: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    told: dict[str, Any] = json.loads(answer.content)
    assert told["status"] == status
    assert told["type"].startswith("urn:khata:problem:")
    assert told["title"]
    assert told["detail"]
    if codes:
        assert [problem["code"] for problem in told["problems"]] == list(codes)
    return told


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
def test_what_cannot_be_read_is_400(alices: Program, body: bytes, key: dict[str, str]) -> None:
    answer = alices.client.post(f"{BASE}circles", body, content_type="application/json", headers=key)
    assert_problem(answer, 400)
    assert alices.get("circles").json() == []


@pytest.mark.parametrize("body", ["[]", "null", '"x"', "7", "true"])
def test_a_body_that_is_no_object_is_422(alices: Program, body: str) -> None:
    assert len(assert_problem(alices.post("circles", body), 422)["problems"]) == 1


def test_a_body_that_is_deep_but_bearable_is_read(alices: Program) -> None:
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
def test_every_wrong_field_of_a_circle_is_named(alices: Program, body: Any, fields: list[str]) -> None:
    told = assert_problem(alices.post("circles", body), 422)
    assert [problem["field"] for problem in told["problems"]] == fields
    assert alices.get("circles").json() == []


@pytest.mark.parametrize("version", ["1", 1.5, 1.0, True, None, -1, 2**31, 10**400, [], {}])
def test_a_version_is_a_whole_number_and_nothing_like_one(
    bobs: Program, started: dict[str, Any], version: object
) -> None:
    told = assert_problem(bobs.post(f"series/{started['id']}/hands", {"record": J40[2], "base_version": version}), 422)
    assert [problem["field"] for problem in told["problems"]] == ["base_version"]


@pytest.mark.parametrize("standard", ["false", 0, "no", None])
def test_yes_and_no_are_not_read_from_anything_else(bobs: Program, started: dict[str, Any], standard: object) -> None:
    body = {"base_version": 1, "with_standard": standard}
    assert_problem(bobs.post(f"series/{started['id']}/stop", body), 422, "not_yes_or_no")


@pytest.mark.parametrize(
    "points", [[1e300, 1, 1, 1], [10**400, 1, 1, 1], ["5", 8.5, 18, 8.5], [True, 8.5, 18, 8.5], [0.1, 0.2, 20, 19.7]]
)
def test_figures_that_no_table_scores(bobs: Program, started: dict[str, Any], points: list[Any]) -> None:
    body = {"base_version": 1, "record": {"points_won": points}}
    assert_problem(bobs.post(f"series/{started['id']}/hands", body), 422)
    assert Event.objects.filter(series=started["id"]).count() == 1


def test_what_is_wrong_with_a_players_name_stands_under_name(alices: Program, circle: Circle) -> None:
    for name, code in (("", "required"), ("x" * 81, "too_long")):
        told = assert_problem(alices.post(f"circles/{circle.pk}/players", {"name": name}), 422, code)
        assert told["problems"][0]["field"] == "name"
    assert alices.post(f"circles/{circle.pk}/players", {"name": "Anil"}).status_code == 201
    told = assert_problem(alices.post(f"circles/{circle.pk}/players", {"name": " ANIL "}), 422, "taken")
    assert told["problems"][0]["field"] == "name"


def test_a_dealer_sits_at_the_table(bobs: Program, circle: Circle, started: dict[str, Any]) -> None:
    body = {"game": "jaago-chalis", "players": [player["id"] for player in started["players"]]}
    told = assert_problem(bobs.post(f"circles/{circle.pk}/series", body | {"first_dealer": 4}), 422, "no_such_seat")
    assert told["problems"][0]["field"] == "first_dealer"
    assert bobs.post(f"circles/{circle.pk}/series", body | {"first_dealer": 3}).json()["dealer"] == 3


def test_nobody_pays_themselves_and_the_field_is_the_callers(
    bobs: Program, circle: Circle, started: dict[str, Any]
) -> None:
    somebody = started["players"][0]["id"]
    payment = {"from": somebody, "to": somebody, "amount": "1.00"}
    told = assert_problem(bobs.post(f"circles/{circle.pk}/payments", payment), 422, "oneself")
    assert told["problems"][0]["field"] == "to"


@pytest.mark.parametrize(
    ("game", "seats", "record"),
    [
        ("cha", 2, {"winner": 0}),  # and what does the winner buy?
        ("cha", 2, {"hands": [["KD", "QD"], ["KC"]]}),
        ("jaago-chalis", 4, {"direction": "clockwise", "first_leader": 0, "tricks": []}),
    ],
)
def test_what_could_not_be_saved_is_not_complete(alices: Program, game: str, seats: int, record: Any) -> None:
    judged = alices.post(f"games/{game}/judge", {"seats": seats, "record": record}).json()
    assert [problem["code"] for problem in judged["problems"]] == ["unfinished"]
    assert judged["complete"] is False


@pytest.mark.parametrize("point_value", ["0.25", 0.25, "0", 12])
def test_what_a_point_is_worth_may_be_text_or_number(
    bobs: Program, circle: Circle, started: dict[str, Any], point_value: object
) -> None:
    seated = [player["id"] for player in started["players"]]
    body = {"game": "jaago-chalis", "players": seated, "point_value": point_value}
    assert bobs.post(f"circles/{circle.pk}/series", body).json()["point_value"] == str(point_value)


@pytest.mark.parametrize("point_value", ["-1", "1e3", "NaN", "1_0", " 1", "", "0.12345", "1000001", True, []])
def test_what_a_point_cannot_be_worth(
    bobs: Program, circle: Circle, started: dict[str, Any], point_value: object
) -> None:
    seated = [player["id"] for player in started["players"]]
    body = {"game": "jaago-chalis", "players": seated, "point_value": point_value}
    told = assert_problem(bobs.post(f"circles/{circle.pk}/series", body), 422)
    assert [problem["field"] for problem in told["problems"]] == ["point_value"]


@pytest.mark.parametrize(
    "address", ["", "nothing", "circles/", "circles/1", "series/UPPERCASE123", "games//judge", "%00"]
)
def test_an_address_that_is_none_is_404_for_all_who_have_a_token(alices: Program, client: Client, address: str) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
        assert alices.client.generic(method, BASE + address).status_code == 404
        assert client.generic(method, BASE + address).status_code == 401
    assert_problem(alices.get(address), 404)


def test_a_number_that_no_hand_has(bobs: Program, started: dict[str, Any]) -> None:
    body = {"record": J40[2], "base_version": 1, "reason": "why"}
    for number in (0, 7, 2**70, "9" * 5000):
        at = f"series/{started['id']}/hands/{number}"
        assert_problem(bobs.get(f"{at}/revisions"), 404)
        assert_problem(bobs.post(f"{at}/corrections", body), 404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "POST"])
def test_a_method_that_is_none_is_405_and_says_which_are(alices: Program, method: str) -> None:
    answer = alices.client.generic(method, f"{BASE}games")
    assert_problem(answer, 405)
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_options_and_head(alices: Program, started: dict[str, Any], scorer: Any) -> None:
    at = f"{BASE}series/{started['id']}"
    asked = alices.client.options(at)
    assert (asked.status_code, asked.headers["Allow"]) == (200, "GET, HEAD, OPTIONS")
    assert "application/json" in asked.json()["renders"]
    got, head = alices.client.get(at), alices.client.head(at)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["ETag"] == got.headers["ETag"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "nonsense"]
)
def test_a_body_that_is_not_json_is_415(alices: Program, kind: str) -> None:
    assert_problem(alices.client.post(f"{BASE}circles", b"name=x", content_type=kind), 415)


def test_whatever_charset_is_named_it_is_utf8(alices: Program) -> None:
    body = json.dumps({"name": "टेबल"}, ensure_ascii=False).encode()
    for charset in ("utf-16", "latin-1", "nonsense"):
        kind = f"application/json; charset={charset}"
        made = alices.client.generic("POST", f"{BASE}circles?cursor=%ff", body, content_type=kind)
        assert (made.status_code, made.json()["name"]) == (201, "टेबल")


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "k"}], ids=["", "with key"])
def test_too_much_at_once_is_413(alices: Program, key: dict[str, str]) -> None:
    body = {"name": "x" * 300_000}
    assert_problem(alices.post("circles", body, **key), 413)


def test_an_error_of_ours_is_told_in_the_same_form_and_keeps_no_answer(
    alices: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    alices.client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(circles, "make_circle", lambda **_: 1 / 0)
        assert_problem(alices.post("circles", {"name": "x"}), 500)
        assert_problem(alices.post("circles", {"name": "x"}, **{"Idempotency-Key": "k"}), 500)
    assert alices.post("circles", {"name": "x"}, **{"Idempotency-Key": "k"}).status_code == 201


# --- Who calls -------------------------------------------------------------------------------------------------------


def test_a_session_reads_and_writes_only_with_its_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.login(username=alice.username, password=PASSWORD)
    assert client.get(f"{BASE}circles").status_code == 200
    told = assert_problem(client.post(f"{BASE}circles", {"name": "x"}, content_type="application/json"), 403)
    assert "X-CSRFToken" in told["detail"]
    client.get("/account/")
    with_token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    answer = client.post(f"{BASE}circles", {"name": "x"}, content_type="application/json", headers=with_token)
    assert answer.status_code == 201


def test_a_token_that_may_only_read_may_also_judge(alice: User) -> None:
    reading = Program(alice, read_only=True)
    assert reading.post("games/jaago-chalis/judge", {"seats": 4, "record": J40[2]}).status_code == 200
    told = assert_problem(reading.post("circles", {"name": "x"}), 403)
    assert "only read" in told["detail"]


def test_a_bad_token_is_401_even_with_a_good_session(alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert_problem(client.get(f"{BASE}circles", headers={"Authorization": "Bearer khata_wrong"}), 401)
    assert_problem(client.get(f"{BASE}circles", headers={"Authorization": "Bearer \xff\xfe"}), 401)


def test_whose_account_is_closed_is_nobody(alice: User, alices: Program) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert_problem(alices.get("circles"), 401)


def test_who_is_not_of_the_circle_learns_nothing(charlies: Program, circle: Circle, started: dict[str, Any]) -> None:
    for address in (f"circles/{circle.pk}", f"series/{started['id']}"):
        theirs, nobodys = charlies.get(address), charlies.get(f"{address[:-12]}{'a' * 12}")
        assert (theirs.status_code, theirs.content) == (404, nobodys.content)


@pytest.mark.parametrize("charset", ["rot13", "utf-16", "nonsense"])
def test_a_charset_that_no_text_is_written_in_is_not_believed(charset: str) -> None:
    """The test client makes its requests itself; the server's are of this class."""
    environ = {"QUERY_STRING": "name=%E0%A4%95", "CONTENT_TYPE": f"application/json; charset={charset}"}
    setup_testing_defaults(environ)
    request = application.request_class(environ)
    assert request.GET["name"] == "क"
    assert (request.content_type, request.encoding) == ("application/json", None)
