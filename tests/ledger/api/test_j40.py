"""The whole way over the API: circle, players, the four hands of the J-40 document, settlement, balances, payment."""

import pytest

from tests.ledger.api.conftest import J40

pytestmark = pytest.mark.django_db


def test_the_series_of_the_j40_document_can_be_recorded_and_settled(alices):
    circle = alices.post("circles", {"name": "Nikosera", "currency": "NPR", "coin": "0.50"}).json()["id"]
    players = [alices.post(f"circles/{circle}/players", {"name": name}).json()["id"] for name in "ABCD"]
    body = {"game": "jaago-chalis", "preset": "j40-2004", "players": players, "point_value": "0.25"}
    series = alices.post(f"circles/{circle}/series", body).json()
    for record in J40:
        answer = alices.post(f"series/{series['id']}/hands", {"record": record, "base_version": series["version"]})
        assert answer.status_code == 201
        series = answer.json()
    assert series["status"] == "finished"
    assert series["cumulative"] == [41, 18.5, 6.5, 4]
    assert series["ranking"] == [[0], [1], [2], [3]]
    assert [hand["cumulative"] for hand in series["hands"]][2] == [25, 8.5, 14.5, -8]
    settlement = alices.get(f"series/{series['id']}/settlement").json()
    assert [row["difference"] for row in settlement["by_seat"]] == [94, 4, -44, -54]
    assert [row["standard"] for row in settlement["by_seat"]] == [90, -20, -30, -40]
    assert [row["total"] for row in settlement["by_seat"]] == [184, -16, -74, -94]
    assert [row["money"] for row in settlement["by_seat"]] == ["46.00", "-4.00", "-18.50", "-23.50"]
    # Pairs: A receives 22.5 + 20 from B, 34.5 + 30 from C, 37 + 40 from D.
    assert settlement["pairs"][0] == [0, 42.5, 64.5, 77]
    balances = alices.get(f"circles/{circle}/balances").json()
    assert {row["player"]: row["amount"] for row in balances["balances"]} == dict(
        zip(players, ["46.00", "-4.00", "-18.50", "-23.50"], strict=True)
    )
    plan = alices.get(f"circles/{circle}/settle-up").json()
    assert sorted((paid["from"], paid["to"], paid["amount"]) for paid in plan["transfers"]) == sorted(
        (payer, players[0], amount) for payer, amount in zip(players[1:], ["4.00", "18.50", "23.50"], strict=True)
    )
    paid = alices.post(f"circles/{circle}/payments", {"from": players[3], "to": players[0], "amount": "23.50"})
    assert paid.status_code == 201
    after = alices.get(f"circles/{circle}/balances").json()
    assert sorted(row["amount"] for row in after["balances"]) == ["-18.50", "-4.00", "0.00", "22.50"]
    entries = alices.get(f"circles/{circle}/entries").json()["results"]
    assert [row["cause"] for row in entries] == ["payment"] * 2 + ["settlement"] * 4


def test_a_player_without_entries_has_a_balance_of_zero(alices):
    circle = alices.post("circles", {"name": "Nikosera"}).json()["id"]
    a, b, c = (alices.post(f"circles/{circle}/players", {"name": name}).json()["id"] for name in "ABC")

    def balances() -> list[tuple[str, str]]:
        rows = alices.get(f"circles/{circle}/balances").json()["balances"]
        return [(row["player"], row["amount"]) for row in rows]

    assert balances() == [(a, "0.00"), (b, "0.00"), (c, "0.00")]
    alices.post(f"circles/{circle}/payments", {"from": a, "to": c, "amount": "4.00"})
    assert balances() == [(a, "4.00"), (b, "0.00"), (c, "-4.00")]


def test_a_golden_hand_is_judged(alices):
    judged = alices.post("games/jaago-chalis/judge", {"seats": 4, "record": J40[1]}).json()
    assert judged["complete"] is True
    assert judged["points_won"] == [14, 11.5, 8, 6.5]
    assert judged["points_entered"] == [14, 11.5, -2, -3.5]
    assert judged["winners"] == [1, 2, 1, 0, 0, 0, 3, 2, 0, 1, 1, 3, 2]
    assert judged["last_trick_winner"] == 2
    must_and_could = [
        (play["trick"], play["seat"], play["must"], play["could_have_played"]) for play in judged["illegal_plays"]
    ]
    assert must_and_could == [
        (1, 3, "beat 6S", ["7S", "8S", "9S", "JS"]),
        (1, 2, "beat 6S", ["10S", "QS"]),
    ]


def test_correct_undo_stop_and_reopen(alices, bobs, at):
    bobs.post(f"{at}/hands", {"record": J40[2], "base_version": 1})
    correction = {"record": J40[3], "base_version": 2, "reason": "wrong sheet"}
    assert bobs.post(f"{at}/hands/1/corrections", correction).json()["cumulative"] == [16, 10, -8, 12]
    kept = bobs.get(f"{at}/hands/1/revisions").json()
    assert [(row["kind"], row["reason"]) for row in kept] == [("recorded", ""), ("corrected", "wrong sheet")]
    assert bobs.post(f"{at}/undo", {"base_version": 3}).json()["hands"] == []
    stopped = bobs.post(f"{at}/stop", {"base_version": 4, "with_standard": False}).json()
    assert (stopped["status"], stopped["settlement"]["final"]) == ("stopped", True)
    assert bobs.post(f"{at}/reopen", {"base_version": 5, "reason": "one more"}).status_code == 403
    assert alices.post(f"{at}/reopen", {"base_version": 5, "reason": "one more"}).json()["status"] == "open"


def test_an_unchanged_series_is_304(bobs, at):
    first = bobs.get(at)
    again = bobs.get(at, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    bobs.post(f"{at}/hands", {"record": J40[2], "base_version": 1})
    assert bobs.get(at, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Bearer two words", "Basic YTpi"])
def test_a_missing_or_invalid_token_is_401(client, started, header):
    answer = client.get(f"/api/v1/series/{started['id']}", headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("body", "status", "codes"),
    [
        ("{", 400, []),
        ({}, 422, ["missing", "missing"]),
        ({"record": {"points_won": [1, 1, 1, 1]}, "base_version": 1}, 422, ["impossible"] * 4 + ["wrong_sum"]),
        ({"record": {**J40[0], "tricks": J40[0]["tricks"][:5]}, "base_version": 1}, 422, ["unfinished"]),
        ({"record": None, "base_version": 1}, 422, ["unreadable"]),
        ({"record": "\u0000", "base_version": "x"}, 422, ["not_a_number"]),
    ],
)
def test_all_problems_are_listed_and_nothing_is_written(bobs, at, body, status, codes):
    answer = bobs.post(f"{at}/hands", body)
    assert answer.status_code == status
    assert [problem["code"] for problem in answer.json()["problems"]] == codes
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert bobs.get(at).json()["version"] == 1
