"""The paid, open and covered payments of a series, and requests that mark one as paid."""

from typing import Any

import pytest

from ledger.money.models import Entry, EntryKind
from tests.ledger.api.conftest import J40, Program, problems_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(bobs, started) -> dict[str, Any]:
    """The J-40 document: A receives 46.00, B pays 4.00, C 18.50, D 23.50."""
    at = f"series/{started['id']}"
    for version, record in enumerate(J40, start=1):
        assert bobs.post(f"{at}/hands", {"record": record, "base_version": version}).status_code == 201
    players = {player["name"]: player["id"] for player in started["players"]}
    return {"at": at, **players}


def payments(program: Program, ended: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    names = {pk: name for name, pk in ended.items()}
    rows = program.get(f"{ended['at']}/settlement").json()["payments"]
    return [(names[row["from"]], names[row["to"]], row["amount"], row["state"]) for row in rows]


def body(ended: dict[str, Any], payer: str, payee: str, amount: str, **more: Any) -> dict[str, Any]:
    return {"from": ended[payer], "to": ended[payee], "amount": amount, **more}


def test_an_open_series_has_no_payments(bobs, started, at):
    assert bobs.get(f"{at}/settlement").json()["payments"] == []
    players = [player["id"] for player in started["players"]]
    answer = bobs.post(f"{at}/payments", {"from": players[0], "to": players[1], "amount": "1"})
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (409, "not_over")


def test_a_payment_is_marked_once(bobs, ended):
    assert payments(bobs, ended) == [
        ("D", "A", "23.50", "open"),
        ("C", "A", "18.50", "open"),
        ("B", "A", "4.00", "open"),
    ]
    key = {"Idempotency-Key": "once"}
    first = bobs.post(f"{ended['at']}/payments", body(ended, "C", "A", "18.50"), **key)
    again = bobs.post(f"{ended['at']}/payments", body(ended, "C", "A", "18.50"), **key)
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert again.headers["Idempotent-Replayed"] == "true"
    assert payments(bobs, ended)[1] == ("C", "A", "18.50", "paid")
    assert Entry.objects.filter(kind=EntryKind.PAYMENT).count() == 1


def test_a_part_of_a_payment_is_marked(bobs, ended):
    assert bobs.post(f"{ended['at']}/payments", body(ended, "D", "A", "10")).status_code == 201
    assert payments(bobs, ended)[:2] == [("D", "A", "10.00", "paid"), ("D", "A", "13.50", "open")]


def test_what_is_covered_is_marked_only_anyway(bobs, circle, ended):
    etag = bobs.get(f"{ended['at']}/settlement").headers["ETag"]
    assert bobs.post(f"circles/{circle.pk}/payments", body(ended, "D", "A", "23.50")).status_code == 201
    assert bobs.get(f"{ended['at']}/settlement", **{"If-None-Match": etag}).status_code == 200
    assert payments(bobs, ended)[0] == ("D", "A", "23.50", "covered")
    refused = bobs.post(f"{ended['at']}/payments", body(ended, "D", "A", "23.50"))
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (409, "covered")
    assert refused.json()["balances"] == [
        {"player": ended["D"], "name": "D", "amount": "0.00"},
        {"player": ended["A"], "name": "A", "amount": "22.50"},
    ]
    anyway = body(ended, "D", "A", "23.50", anyway=True)
    assert bobs.post(f"{ended['at']}/payments", anyway).status_code == 201
    assert payments(bobs, ended)[0] == ("D", "A", "23.50", "paid")
    assert bobs.post(f"{ended['at']}/payments", anyway).json()["problems"][0]["code"] == "not_planned"


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"amount": "0"}, "amount", "zero"),
        ({"amount": "1.005"}, "amount", "too_precise"),
        ({"amount": 4}, "amount", "unreadable"),
        ({"from": "nobody"}, "from", "unknown_player"),
        ({"anyway": "yes"}, "anyway", "not_yes_or_no"),
        ({"note": "in cash"}, "note", "unknown_field"),
    ],
)
def test_what_is_no_payment_is_refused(change, field, code, bobs, ended):
    answer = bobs.post(f"{ended['at']}/payments", body(ended, "D", "A", "1") | change)
    assert answer.status_code == 422
    assert problems_of(answer) == [(field, code)]
