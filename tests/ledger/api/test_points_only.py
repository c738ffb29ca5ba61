"""Circles for points only, by programs; and the point value of a series that is started without one."""

from typing import Any

import pytest

from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import change_circle
from tests.ledger.api.conftest import Program

pytestmark = pytest.mark.django_db


def start(program: Program, circle: Circle, players: list[Player], status: int = 201, **more: Any) -> dict[str, Any]:
    key = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    body = {"game": "jaago-chalis", "players": [player.pk for player in players], **more}
    answer = program.post(f"circles/{circle.pk}/series", body, **key)
    assert answer.status_code == status, answer.content
    return answer.json()


def stop(program: Program, series: dict[str, Any]) -> None:
    body = {"base_version": series["version"], "with_standard": True}
    assert program.post(f"series/{series['id']}/stop", body).status_code == 200


def switch(program: Program, circle: Circle, *, on: bool) -> None:
    answer = program.patch(f"circles/{circle.pk}", {"points_only": on})
    assert answer.status_code == 200, answer.content
    assert answer.json()["points_only"] is on


def codes(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem["field"], problem["code"]) for problem in answer["problems"]]


# --- The circle ------------------------------------------------------------------------------------------------------


def test_a_circle_is_made_for_points_only(alices):
    made = alices.post("circles", {"name": "Neighbours", "points_only": True}).json()
    assert {name: made[name] for name in ("points_only", "currency", "coin")} == {
        "points_only": True,
        "currency": None,
        "coin": None,
    }
    assert alices.get(f"circles/{made['id']}").json() == made
    usual = alices.post("circles", {"name": "Friday table"}).json()
    assert (usual["points_only"], usual["currency"], usual["coin"]) == (False, "NPR", "0.01")


def test_an_owner_changes_the_name_and_the_switch(alices, circle):
    changed = alices.patch(f"circles/{circle.pk}", {"name": "Saturday table"}).json()
    assert (changed["name"], changed["points_only"], changed["currency"]) == ("Saturday table", False, "NPR")
    changed = alices.patch(f"circles/{circle.pk}", {"points_only": True}).json()
    assert (changed["name"], changed["points_only"], changed["currency"]) == ("Saturday table", True, None)
    changed = alices.patch(f"circles/{circle.pk}", {"points_only": False}).json()
    assert (changed["points_only"], changed["currency"]) == (False, "NPR")
    turned = circle.points_only_switches.values_list("points_only", "by_name")
    assert list(turned) == [(True, "Alice"), (False, "Alice")]


@pytest.mark.parametrize("body", [{"name": " "}, {"points_only": "yes"}, {"points_only": 1}, {"currency": "USD"}])
def test_what_cannot_be_changed_so(alices, circle, body):
    assert alices.patch(f"circles/{circle.pk}", body).status_code == 422


def test_a_series_for_money_is_in_the_way_while_it_is_open(alices, bobs, circle, players):
    series = start(bobs, circle, players, point_value="0.25")
    answer = alices.patch(f"circles/{circle.pk}", {"name": "Other", "points_only": True})
    assert answer.status_code == 409
    assert codes(answer.json()) == [("points_only", "open_for_money")]
    assert alices.get(f"circles/{circle.pk}").json()["name"] == "Friday table"  # nothing was written
    stop(bobs, series)
    start(bobs, circle, players, point_value=0)  # one for points is not in the way
    switch(alices, circle, on=True)


# --- Answers of a circle for points only -----------------------------------------------------------------------------


def test_money_is_null_and_lists_of_it_are_empty(alices, bobs, circle, players):
    series = start(bobs, circle, players, point_value="0.25")
    record = {"points_won": [18, 12, 10, 0], "last_trick": 0}
    series = bobs.post(f"series/{series['id']}/hands", {"base_version": 1, "record": record}).json()
    stop(bobs, series)
    paid = {"from": players[0].pk, "to": players[1].pk, "amount": "3.50"}
    payments = f"circles/{circle.pk}/payments"
    assert bobs.post(payments, paid, **{"Idempotency-Key": "once"}).status_code == 201
    settled = bobs.get(f"series/{series['id']}/settlement")
    etag = settled.headers["ETag"]
    switch(alices, circle, on=True)

    hidden = bobs.get(f"series/{series['id']}/settlement", **{"If-None-Match": etag})
    assert hidden.status_code == 200
    now, before = hidden.json(), settled.json()
    assert (now["point_value"], now["currency"]) == (None, None)
    assert [seat["money"] for seat in now["by_seat"]] == [None] * 4
    assert (now["lines"], now["pairs"]) == (before["lines"], before["pairs"])
    head = bobs.get(f"circles/{circle.pk}/series").json()["results"][0]
    assert (head["point_value"], head["currency"]) == (None, None)
    books = {name: bobs.get(f"circles/{circle.pk}/{name}").json() for name in ("balances", "settle-up", "entries")}
    assert books == {
        "balances": {"currency": None, "balances": [], "other_currencies": []},
        "settle-up": {"currency": None, "exact": True, "transfers": [], "other_currencies": []},
        "entries": {"results": [], "next": None, "next_cursor": None},
    }
    assert [row["money"] for row in bobs.get(f"circles/{circle.pk}/standings").json()["rows"]] == [None] * 4
    heading = bobs.get(f"circles/{circle.pk}/standings.csv").content.decode().splitlines()[0].split(",")
    assert {"money", "currency"}.isdisjoint(heading)
    again = bobs.post(payments, paid, **{"Idempotency-Key": "once"})
    assert again.headers["Idempotent-Replayed"] == "true"
    assert [(row["amount"], row["currency"]) for row in again.json()["postings"]] == [(None, None)] * 2
    another = bobs.post(payments, paid)
    assert (another.status_code, codes(another.json())) == (422, [("", "points_only")])
    assert bobs.get(f"series/{series['id']}/export.json").status_code == 403
    assert alices.get(f"series/{series['id']}/export.json").json()["series"]["point_value"] == "0.2500"
    switch(alices, circle, on=False)
    assert bobs.get(f"series/{series['id']}/settlement").json() == before


def test_a_series_for_money_is_neither_started_nor_reopened(alices, bobs, circle, players):
    for_money = start(bobs, circle, players, point_value="0.25")
    stop(bobs, for_money)
    switch(alices, circle, on=True)
    refused = start(bobs, circle, players, status=422, point_value="0.25")
    assert codes(refused) == [("point_value", "points_only")]
    series = start(bobs, circle, players, point_value=0)
    assert series["point_value"] is None
    stop(bobs, start(bobs, circle, players))
    reopen = {"base_version": 2, "reason": "One hand more"}
    answer = alices.post(f"series/{for_money['id']}/reopen", reopen)
    assert (answer.status_code, codes(answer.json())) == (422, [("", "points_only")])


# --- What a point is worth -------------------------------------------------------------------------------------------


def test_a_point_is_worth_what_it_was_in_the_last_series(alices, bobs, circle, players, owner):
    assert start(bobs, circle, players)["point_value"] == "0"
    assert start(bobs, circle, players, point_value="0.5")["point_value"] == "0.5"
    assert start(bobs, circle, players)["point_value"] == "0.5"
    assert start(bobs, circle, players, point_value=0)["point_value"] == "0"
    assert start(bobs, circle, players)["point_value"] == "0"
    start(bobs, circle, players, point_value="0.5")
    change_circle(circle=circle, currency="USD", coin_minor=1)
    assert start(bobs, circle, players)["point_value"] == "0", "half a rupee is not half a dollar"


def test_a_repeated_start_stays_the_same_answer(bobs, circle, players):
    first = start(bobs, circle, players, key="one")
    start(bobs, circle, players, point_value="0.5")
    assert start(bobs, circle, players, key="one") == first
    reused = start(bobs, circle, players, status=422, key="one", point_value="0.5")
    assert codes(reused) == [("Idempotency-Key", "key_reused")]
