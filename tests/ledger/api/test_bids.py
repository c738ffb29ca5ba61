"""Programs read and write the bids of the next hand, too."""

import pytest

from tests.ledger.api.conftest import problems_of, start

pytestmark = pytest.mark.django_db

CALLS = [3, 2, 4, 2]


@pytest.fixture
def call_break(bobs, circle, players) -> str:
    return start(bobs, circle, players, game="call-break", preset="club")


def test_everybody_reads_them_and_they_are_no_part_of_the_score(bobs, veras, call_break):
    assert veras.get(call_break).json()["bids"] is None
    noted = bobs.post(f"{call_break}/bids", {"bids": CALLS, "base_version": 1})
    assert (noted.status_code, noted.json()["bids"], noted.json()["version"]) == (200, CALLS, 1)
    read = veras.get(call_break).json()
    assert (read["bids"], read["cumulative"], read["hands"]) == (CALLS, [0, 0, 0, 0], [])


def test_who_writes_last_is_right_and_the_etag_changes(bobs, call_break):
    first = bobs.get(call_break).headers["ETag"]
    bobs.post(f"{call_break}/bids", {"bids": CALLS, "base_version": 1})
    second = bobs.get(call_break).headers["ETag"]
    assert bobs.get(call_break, **{"If-None-Match": second}).status_code == 304
    bobs.post(f"{call_break}/bids", {"bids": [3, 2, 4, 3], "base_version": 1})
    assert len({first, second, bobs.get(call_break).headers["ETag"]}) == 3
    assert bobs.get(call_break).json()["bids"] == [3, 2, 4, 3]


def test_they_are_gone_with_the_hand(bobs, call_break):
    bobs.post(f"{call_break}/bids", {"bids": CALLS, "base_version": 1})
    record = {"calls": CALLS, "tricks": [4, 2, 3, 4]}
    played = bobs.post(f"{call_break}/hands", {"record": record, "base_version": 1}).json()
    # 3 called and 4 taken is 3.1; 4 called and 3 taken is −4.
    assert (played["bids"], played["cumulative"]) == (None, [3.1, 2, -4, 2.2])


def test_an_older_version_is_answered_with_the_series(bobs, call_break):
    bobs.post(f"{call_break}/hands", {"record": {"calls": CALLS, "tricks": [4, 2, 3, 4]}, "base_version": 1})
    late = bobs.post(f"{call_break}/bids", {"bids": CALLS, "base_version": 1})
    assert (late.status_code, late.json()["current"]["version"], late.json()["current"]["bids"]) == (409, 2, None)


def test_the_same_request_twice_is_one_answer(bobs, call_break):
    body, key = {"bids": CALLS, "base_version": 1}, {"Idempotency-Key": "calls"}
    first, again = (bobs.post(f"{call_break}/bids", body, **key) for _ in range(2))
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(
    ("bids", "problem"),
    [
        ([3, 2, 2, 2], ("calls", "too_low")),  # 9; at this club the calls come to 10 at least
        ([5, 5], ("calls", "wrong_length")),
        ([3, 2, 4, 1], ("calls.3", "too_low")),
        ([3, 2, 4, "2"], ("calls.3", "not_a_number")),
        ([3, 2, 4, None], ("calls.3", "not_a_number")),
        ("3242", ("bids", "unreadable")),
    ],
)
def test_bids_that_cannot_be_are_refused(bobs, call_break, bids, problem):
    answer = bobs.post(f"{call_break}/bids", {"bids": bids, "base_version": 1})
    assert answer.status_code == 422
    assert problem in problems_of(answer)
    assert bobs.get(call_break).json()["bids"] is None


def test_a_game_without_bids_has_none(bobs, started, at):
    assert started["bids"] is None
    assert problems_of(bobs.post(f"{at}/bids", {"bids": CALLS, "base_version": 1})) == [("", "no_bids")]


def test_partners_who_bid_for_themselves_may_bid_words(bobs, circle, players):
    spades = start(bobs, circle, players, game="spades")
    noted = bobs.post(f"{spades}/bids", {"bids": [4, "nil", 3, 5], "base_version": 1})
    assert (noted.status_code, noted.json()["bids"]) == (200, [4, "nil", 3, 5])
    for wrong in ("none", "x" * 30, {}, 0):
        assert bobs.post(f"{spades}/bids", {"bids": [4, wrong, 3, 5], "base_version": 1}).status_code == 422
    record = {"bids": [4, "nil", 3, 5], "tricks": [5, 0, 3, 5]}
    played = bobs.post(f"{spades}/hands", {"record": record, "base_version": 1}).json()
    # Team 0 bid 7 and took 8: 71. Team 1 bid 5, took 5, and a nil was made: 150.
    assert (played["bids"], played["cumulative"]) == (None, [71, 150, 71, 150])
