"""Warnings over the API: what is possible and doubtful is listed, and saved."""

from typing import Any

import pytest

from tests.ledger.api.conftest import start

pytestmark = pytest.mark.django_db

DOUBTFUL: dict[str, Any] = {"card_points": [100, 57], "trump": "hearts", "chosen_by": 2}
JEWELS = {"players": [{"ended": "declared", "single_jewels": 4}, {"ended": "played", "single_jewels": 3}]}


def test_a_hand_with_a_warning_is_saved_and_lists_it(bobs, circle, players):
    series = start(bobs, circle, players, game="jass", first_dealer=0)
    saved = bobs.post(f"{series}/hands", {"record": DOUBTFUL, "base_version": 1})
    assert saved.status_code == 201
    (hand,) = bobs.get(series).json()["hands"]
    assert hand["warnings"] == [
        {
            "field": "chosen_by",
            "code": "not_after_dealer",
            "message": "1 dealt, so the choice of trump is with 2, not with 3.",
        }
    ]
    right = {"record": {**DOUBTFUL, "chosen_by": 1}, "base_version": 2, "reason": "Bela chose."}
    corrected = bobs.post(f"{series}/hands/1/corrections", right).json()
    assert corrected["hands"][0]["warnings"] == []


@pytest.mark.parametrize(
    ("game", "body", "warnings"),
    [
        ("jewel", {"seats": 2, "record": JEWELS}, [("players", "too_many_jewels")]),
        (
            "scorecard",
            {"seats": 2, "record": {"points": [1, 2]}, "rules": {"settlement": "ladder", "ladder": [-5, 5]}},
            [("ladder", "winner_pays")],
        ),
        ("jass", {"seats": 4, "record": DOUBTFUL}, []),  # the dealer is not known
    ],
)
def test_judge_lists_warnings_apart_from_problems(veras, game, body, warnings):
    judged = veras.post(f"games/{game}/judge", body).json()
    assert [(warning["field"], warning["code"]) for warning in judged["warnings"]] == warnings
    assert (judged["complete"], judged["problems"]) == (True, [])


def test_a_record_that_cannot_be_scored_has_no_warnings(veras):
    judged = veras.post("games/jass/judge", {"seats": 4, "record": {**DOUBTFUL, "card_points": [100, 58]}}).json()
    assert judged["warnings"] == []
    assert [problem["code"] for problem in judged["problems"]] == ["wrong_sum"]
