"""Who sits out may be left out of a record: the series says who deals."""

from typing import Any

import pytest

from tests.ledger.api.conftest import Program, problems_of, start

pytestmark = pytest.mark.django_db

HEARTS = {"declarer": 0, "contract": "hearts", "matadors": 1, "points": 60}  # 20, lost: -90, and 30 for each other
CLUBS = {"declarer": 3, "contract": "clubs", "matadors": 1, "points": 75}  # 24 + 50


def record(program: Program, series: str, version: int, hand: dict[str, Any], **headers: str) -> Any:
    return program.post(f"{series}/hands", {"record": hand, "base_version": version}, **headers)


@pytest.fixture
def skat(bobs, circle, players) -> str:
    return start(bobs, circle, players, game="skat", first_dealer=3, point_value="0")


def test_the_dealer_sits_out(bobs, skat):
    first = record(bobs, skat, 1, HEARTS).json()
    assert first["hands"][0]["record"]["sitting_out"] == [3]
    assert first["cumulative"] == [-90, 30, 30, 30]
    second = record(bobs, skat, 2, CLUBS).json()
    assert second["hands"][1]["record"]["sitting_out"] == [0]
    assert second["cumulative"] == [-90, 30, 30, 104]
    passed = record(bobs, skat, 3, {"passed": True}).json()
    assert passed["hands"][2]["record"] == {"passed": True, "sitting_out": [1]}


def test_a_declarer_who_deals_is_refused(bobs, skat):
    assert problems_of(record(bobs, skat, 1, CLUBS)) == [("declarer", "sits_out")]


def test_the_table_may_say_otherwise(bobs, skat):
    answer = record(bobs, skat, 1, CLUBS | {"sitting_out": [1]}).json()
    assert answer["hands"][0]["record"]["sitting_out"] == [1]


def test_nobody_is_filled_in_while_it_is_not_known_who_deals(bobs, circle, players):
    series = start(bobs, circle, players, game="skat", point_value="0")
    assert problems_of(record(bobs, series, 1, HEARTS)) == [("sitting_out", "wrong_number")]


def test_a_correction_is_of_the_same_deal(bobs, skat):
    record(bobs, skat, 1, HEARTS)
    record(bobs, skat, 2, CLUBS)
    body = {"record": HEARTS | {"points": 61}, "base_version": 3, "reason": "counted again"}
    answer = bobs.post(f"{skat}/hands/1/corrections", body).json()
    assert answer["hands"][0]["record"]["sitting_out"] == [3]
    assert answer["cumulative"] == [70, 0, 0, 74]  # 20 + 50


def test_a_repeated_request_is_answered_again(bobs, skat):
    first = record(bobs, skat, 1, HEARTS, **{"Idempotency-Key": "one"})
    record(bobs, skat, 2, CLUBS)
    again = record(bobs, skat, 1, HEARTS, **{"Idempotency-Key": "one"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    other = record(bobs, skat, 1, HEARTS | {"points": 59}, **{"Idempotency-Key": "one"})
    assert problems_of(other) == [("Idempotency-Key", "key_reused")]
