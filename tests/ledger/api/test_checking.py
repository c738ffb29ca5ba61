"""Seals over the API, and checks of them, which need no login."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from ledger.circles.accounts.limits import WRONG_CODES
from tests.ledger.api.conftest import J40, Program

pytestmark = pytest.mark.django_db
NOT_TRUE = {"true": False, "state": "unknown"}


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    caches["memory"].clear()


@pytest.fixture
def at(bobs, started) -> str:
    """A series with one hand."""
    at = f"series/{started['id']}"
    bobs.post(f"{at}/hands", {"record": J40[0], "base_version": 1})
    return at


def check(body: Any, client: Client | None = None) -> Any:
    return (client or Client()).post("/api/v1/check", body, content_type="application/json")


def test_each_kind_of_a_seal_is_true_for_everyone(veras, at):
    seal = veras.get(f"{at}/seal").json()
    parts = {name: seal[name] for name in ("text", "signature", "key")}
    assert seal.keys() == {"code", "short", *parts}
    typed = {"short": " ".join((seal["short"][:4], seal["short"][4:])).upper()}
    for body in ({"code": seal["code"]}, {"short": seal["short"]}, typed, parts):
        answer = check(body)
        assert (answer.status_code, answer.json()) == (200, {"true": True, "state": "current"})


def test_members_see_what_has_changed(bobs, veras, charlies, at):
    code = {"code": bobs.get(f"{at}/seal").json()["code"]}
    made = bobs.post(f"{at}/hands", {"record": J40[1], "base_version": 2}).json()
    moved_on = {"true": True, "state": "moved_on"}
    assert check(code).json() == charlies.post("check", code).json() == moved_on
    seen = veras.post("check", code).json()
    (change,) = seen.pop("changed")
    assert seen == moved_on | {"series": made["id"], "version": 3}
    (revision,) = veras.get(f"{at}/hands/2/revisions").json()
    assert change == {"number": 3, "kind": "recorded", "hand_number": 2, "at": revision["recorded_at"]}
    now = {"code": bobs.get(f"{at}/seal").json()["code"]}
    assert veras.post("check", now).json() == {
        "true": True,
        "state": "current",
        "series": made["id"],
        "version": 3,
        "changed": [],
    }


def test_payments_are_in_it_where_there_is_money(bobs, alices, circle, at):
    without, with_payments = bobs.get(f"{at}/seal"), bobs.get(f"{at}/seal?payments=1")
    assert "\npayments NPR " in with_payments.json()["text"]
    assert "payments" not in without.json()["text"]
    bobs.post(f"{at}/stop", {"base_version": 2, "with_standard": True})
    assert alices.patch(f"circles/{circle.pk}", {"points_only": True}).status_code == 200
    assert "payments" not in bobs.get(f"{at}/seal?payments=1").json()["text"]
    for wrong in ("2", "yes", "1&payments=0"):
        assert bobs.get(f"{at}/seal?payments={wrong}").status_code == 422


def test_a_seal_is_fetched_again_only_after_a_change(bobs, at):
    first = bobs.get(f"{at}/seal")
    etag = {"If-None-Match": first.headers["ETag"]}
    assert bobs.get(f"{at}/seal", **etag).status_code == 304
    assert bobs.get(f"{at}/seal?payments=1", **etag).status_code == 200
    bobs.post(f"{at}/hands", {"record": J40[1], "base_version": 2})
    assert bobs.get(f"{at}/seal", **etag).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"code": ""},
        {"code": "no code"},
        {"code": "A" * 100_000},
        {"code": "ü\u0000"},
        {"short": ""},
        {"short": "\u0000" * 16},
        {"short": "abcd efgh ijkm npqr"},
        {"text": "Khata seal 1", "signature": "AAAA", "key": "0" * 16},
        {"text": "", "signature": "é", "key": ""},
    ],
)
def test_what_is_wrong_is_not_true_and_no_error(body):
    answer = check(body)
    assert (answer.status_code, answer.json()) == (200, NOT_TRUE)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"code": None},
        {"code": 1},
        {"code": "a", "short": "b"},
        {"text": "a", "signature": "b"},
        {"code": "a", "key": "b"},
        {"code": "a", "more": "b"},
        [],
    ],
)
def test_body_of_another_form_is_refused(body):
    assert check(body).status_code == 422
    assert check("{").status_code == 400


def test_only_wrong_codes_are_counted(bobs, at):
    most = WRONG_CODES.most
    code = {"code": bobs.get(f"{at}/seal").json()["code"]}
    assert {check(code).status_code for _time in range(most + 1)} == {200}
    assert [check({"code": "x"}).status_code for _time in range(most + 1)] == [200] * most + [429]
    assert check(code).json()["true"] is True


def test_a_key_has_no_effect(bobs, at):
    """The same request again is answered as things are now."""
    code, key = {"code": bobs.get(f"{at}/seal").json()["code"]}, {"Idempotency-Key": "one"}
    assert bobs.post("check", code, **key).json()["state"] == "current"
    bobs.post(f"{at}/hands", {"record": J40[1], "base_version": 2})
    again = bobs.post("check", code, **key)
    assert (again.json()["state"], "Idempotent-Replayed" in again.headers) == ("moved_on", False)
    assert bobs.post("check", {"code": "x"}, **key).json()["true"] is False


def test_a_token_that_may_only_read_may_check(bobs, viewer, at):
    code = {"code": bobs.get(f"{at}/seal").json()["code"]}
    reader = Program(viewer.user, read_only=True)
    assert reader.post("check", code).json()["version"] == 2
