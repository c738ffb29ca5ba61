"""A player takes the next seat of a series, and leaves it again."""

import pytest
from django.http import HttpResponse

from ledger.circles.models import User
from ledger.circles.services.players import add_player
from tests.ledger.api.conftest import BASE, Program, start

pytestmark = pytest.mark.django_db

HAND = {"players": [{"ended": "declared", "bonus": 3}, {"ended": "played"}, {"ended": "played"}]}


@pytest.fixture
def jewel(bobs, circle, players) -> str:
    return start(bobs, circle, players[:2], game="jewel")


@pytest.fixture
def joined(bobs, jewel, players) -> str:
    """The same series, which C has joined."""
    assert bobs.post(f"{jewel}/seats", {"player": players[2].pk, "base_version": 1}).status_code == 201
    return jewel


def leave(program: Program, series: str, version: str | None) -> HttpResponse:
    headers = {} if version is None else {"If-Match": version}
    return program.client.delete(f"{BASE}{series}/seats/last", headers=headers)


def names(answer: HttpResponse) -> list[str]:
    return [player["name"] for player in answer.json()["players"]]


def test_a_player_joins_plays_and_can_no_longer_be_taken_back(bobs, jewel, players):
    joined = bobs.post(f"{jewel}/seats", {"player": players[2].pk, "base_version": 1})
    assert (joined.status_code, joined.json()["version"], names(joined)) == (201, 2, ["A", "B", "C"])
    played = bobs.post(f"{jewel}/hands", {"record": HAND, "base_version": 2}).json()
    assert played["cumulative"] == [6, -3, -3]
    refused = leave(bobs, jewel, '"3"')
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "nobody_joined")


def test_a_seat_is_taken_back_before_a_hand(bobs, joined):
    left = leave(bobs, joined, '"2"')
    assert (left.status_code, left.json()["version"], names(left)) == (200, 3, ["A", "B"])


@pytest.mark.parametrize("version", ['"1"', '"3"', "2", "*", '"two"', ""])
def test_another_version_is_answered_with_the_series_as_it_is(bobs, joined, version):
    late = leave(bobs, joined, version)
    assert (late.status_code, late.json()["current"]["version"]) == (409, 2)
    assert names(bobs.get(joined)) == ["A", "B", "C"]


def test_a_version_is_required(bobs, joined):
    answer = leave(bobs, joined, None)
    assert answer.status_code == 428
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert names(bobs.get(joined)) == ["A", "B", "C"]


def test_the_version_may_stand_in_the_address(bobs, joined):
    late = bobs.delete(f"{joined}/seats/last?base_version=1")
    assert (late.status_code, late.json()["current"]["version"]) == (409, 2)
    assert bobs.delete(f"{joined}/seats/last?base_version=2", **{"If-Match": '"1"'}).status_code == 409
    for bad in ("base_version=two", "base_version=", "base_version=-1", "version=2"):
        assert bobs.delete(f"{joined}/seats/last?{bad}").status_code == 422
    left = bobs.delete(f"{joined}/seats/last?base_version=2&hands=1")
    assert (left.status_code, left.json()["version"], names(left)) == (200, 3, ["A", "B"])


def test_a_late_writer_joins_nobody(bobs, joined, players):
    late = bobs.post(f"{joined}/seats", {"player": players[3].pk, "base_version": 1})
    assert (late.status_code, names(bobs.get(joined))) == (409, ["A", "B", "C"])


def test_a_seat_that_is_sent_twice_is_taken_once(bobs, jewel, players):
    body = {"player": players[2].pk, "base_version": 1}
    first, second = (bobs.post(f"{jewel}/seats", body, **{"Idempotency-Key": "one"}) for _time in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.headers["Idempotent-Replayed"] == "true"
    assert second.json() == first.json()


def test_refusals(bobs, jewel, players, stranger):
    for player, code in ((players[0], "seated_twice"), (stranger, "unknown_player")):
        answer = bobs.post(f"{jewel}/seats", {"player": player.pk, "base_version": 1})
        assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, code)
    reader = Program(User.objects.get(username="bob"), read_only=True)
    assert leave(reader, jewel, '"1"').status_code == 403


def test_a_game_with_fixed_players_has_no_free_seat(bobs, at, circle):
    fifth = add_player(circle=circle, name="E")
    answer = bobs.post(f"{at}/seats", {"player": fifth.pk, "base_version": 1})
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, "closed_table")
