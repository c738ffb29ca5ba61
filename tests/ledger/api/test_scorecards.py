"""Every template of the scorecard over the API: judged, described by the schema, played and settled."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

pytestmark = pytest.mark.django_db

# A hand by each template's formula, worked out by hand (see tests/games/scorecard/test_templates.py).
WORKED: dict[str, tuple[int, dict[str, Any], list[float]]] = {
    "free": (3, {"points": [10, -4, 0]}, [10, -4, 0]),
    "rummy": (3, {"points": [0, 120, 250]}, [0, 120, 250]),
    "hearts": (4, {"points": [0, 26, 0, 0], "turned": True}, [26, 0, 26, 26]),
    "wizard": (4, {"bids": [0, 1, 0, 1], "tricks": [0, 1, 0, 0]}, [20, 30, 20, -10]),
    "kitti": (3, {"sides": [[1], [0, 2]], "value": 1, "times": 2}, [-2, 4, -2]),
    "uno": (3, {"points": [0, 500, 12]}, [0, 500, 12]),
    "dhumbal": (4, {"points": [3, 0, 17, 9], "penalised": [1]}, [3, 25, 17, 9]),
    "twenty-nine": (4, {"bids": [None, 18], "tricks": [None, 17], "times": 4}, [0, -4, 0, -4]),
}


@pytest.fixture
def scorecard(veras) -> dict[str, Any]:
    games = veras.get("games").json()
    return next(game for game in games if game["slug"] == "scorecard")


def test_every_template_has_a_worked_hand(scorecard):
    assert [preset["slug"] for preset in scorecard["presets"]] == list(WORKED)


@pytest.mark.parametrize("template", WORKED)
def test_the_judge_works_out_every_template(veras, scorecard, template):
    seats, record, entered = WORKED[template]
    body = {"preset": template, "seats": seats, "record": record}
    judged = veras.post("games/scorecard/judge", body).json()
    assert (judged["complete"], judged["problems"], judged["points_entered"]) == (True, [], entered)
    assert Draft202012Validator(scorecard["record_schema"]).is_valid(record)
    rules = next(preset["rules"] for preset in scorecard["presets"] if preset["slug"] == template)
    assert Draft202012Validator(scorecard["rules_schema"]).is_valid(rules)


@pytest.mark.parametrize(
    "record",
    [
        {"points": [1, "2"]},
        {"bids": [1, 1.5], "tricks": [1, 0]},
        {"bids": [1, 1], "points": [1, 1]},
        {"sides": [[0], [1], [2]], "value": 1},
        {"sides": [[0], []], "value": 1},
        {"sides": [[0], [1]], "value": 1, "leader": 0},
    ],
)
def test_the_schema_refuses_other_records(veras, scorecard, record):
    assert not Draft202012Validator(scorecard["record_schema"]).is_valid(record)
    assert veras.post("games/scorecard/judge", {"seats": 2, "record": record}).status_code == 422


def test_the_other_way_of_writing_is_refused_in_words(veras):
    body = {"preset": "kitti", "seats": 3, "record": {"points": [1, 2, 3]}}
    (problem,) = veras.post("games/scorecard/judge", body).json()["problems"]
    assert (problem["code"], "Who won, and the worth" in problem["message"]) == ("wrong_kind", True)


def test_bids_alone_are_not_complete(veras):
    body = {"rules": {"written": "bids", "teams": 2}, "seats": 4, "record": {"bids": [6, 5]}}
    judged = veras.post("games/scorecard/judge", body).json()
    assert judged["complete"] is False
    assert {(each["field"], each["code"]) for each in judged["problems"]} == {
        ("tricks.0", "unfinished"),
        ("tricks.1", "unfinished"),
    }


def test_payment_at_once_is_listed_with_the_hand_and_in_the_settlement(bobs, circle, players):
    seated = [player.pk for player in players[:3]]
    body = {"game": "scorecard", "players": seated, "preset": "kitti", "point_value": 0.5}
    series = bobs.post(f"circles/{circle.pk}/series", body).json()
    assert series["preset"] == "kitti"
    for version, (won, lost, value) in enumerate([([1], [0, 2], 24), ([1, 2], [0], 36)], start=1):
        record = {"sides": [won, lost], "value": value}
        hands = bobs.post(f"series/{series['id']}/hands", {"record": record, "base_version": version}).json()["hands"]
    assert hands[0]["bonuses"] == [
        {"from_seat": 0, "to_seat": 1, "points": 24, "cause": "at_once"},
        {"from_seat": 2, "to_seat": 1, "points": 24, "cause": "at_once"},
    ]
    bobs.post(f"series/{series['id']}/stop", {"base_version": 3, "with_standard": True})
    settlement = bobs.get(f"series/{series['id']}/settlement").json()
    assert [line["text"] for line in settlement["lines"]] == [
        "A pays B 24 for hand 1.",
        "C pays B 24 for hand 1.",
        "A pays B 36 for hand 2.",
        "A pays C 36 for hand 2.",
    ]
    assert [(row["at_once"], row["bonus"], row["total"], row["money"]) for row in settlement["by_seat"]] == [
        (-96, 0, -96, "-48.00"),
        (84, 0, 84, "42.00"),
        (12, 0, 12, "6.00"),
    ]
