"""The page on which a scorer says who deals the next hand, and the pages that show it."""

import re

import pytest
from django.test import Client

from tests.ledger.api.conftest import Program
from tests.ledger.following.test_follow import Phone
from tests.ledger.pages import address, client_of, markup_of, refusal_text, submit, text_of
from tests.ledger.series import conftest as j40
from tests.ledger.series.conftest import J40

players, agreed, series, bob_scores = j40.players, j40.agreed, j40.series, j40.bob_scores


@pytest.fixture
def bobs(bob_scores, bobs_phone) -> Client:
    bob_scores.record(J40[2] | {"last_trick": 1})
    return bobs_phone


def test_a_tap_names_the_dealer(bobs, series, viewer):
    entry = text_of(bobs.get(address("enter_hand", series)))
    assert "B deals" in entry
    assert "Another player?" in entry
    vera = Phone(viewer.user, series)
    answer = bobs.post(address("dealer", series), submit(series) | {"seat": "3"}, follow=True)
    assert answer.redirect_chain == [(address("enter_hand", series), 302)]
    assert "D deals" in text_of(answer)
    news = text_of(vera.ask())
    assert "Bob said that D deals hand 2." in news
    assert "Bob said that D deals hand 2." in text_of(bobs.get(address("history", series)))


def test_a_scorer_is_asked_where_nobody_knows(bobs_phone, series):
    assert "Who deals?" in text_of(bobs_phone.get(address("enter_hand", series)))
    assert "Who deals hand 1?" in text_of(bobs_phone.get(address("dealer", series)))


@pytest.mark.parametrize("seat", ["", "four", "-1", "4"])
def test_a_seat_that_is_not_there_is_shown_with_its_fault(bobs, series, seat):
    answer = refusal_text(bobs.post(address("dealer", series), submit(series) | {"seat": seat}))
    assert "There is no player on this seat." in answer


def test_who_is_out_is_not_offered(scorer, players):
    """With Uno to 20, C is out after one hand."""
    evening = j40.start_game(scorer, "scorecard", players, end="out", target=20, best="low")
    evening.record({"points": [0, 5, 20, 7]})
    page = markup_of(client_of(scorer.user).get(address("dealer", evening.series)))
    assert re.findall(r'name="seat"\s+value="(\d)"', page) == ["0", "1", "3"]


def test_another_scorer_was_quicker(bobs, series):
    late = submit(series) | {"base_version": 1, "seat": "3"}
    assert bobs.post(address("dealer", series), late).status_code == 409


def test_there_is_no_next_hand_after_the_end(bobs, series, bob_scores):
    bob_scores.stop(with_standard=True)
    late = submit(series) | {"seat": "3"}
    assert bobs.get(address("dealer", series)).headers["Location"] == address("page", series)
    assert bobs.post(address("dealer", series), late).status_code == 422


def test_the_api_names_the_dealer_too(bobs, series, bob, viewer):
    program, path = Program(bob), f"series/{series.pk}"
    named = program.post(f"{path}/dealer", {"seat": 3, "base_version": 2})
    assert (named.status_code, named.json()["dealer"], named.json()["version"]) == (200, 3, 3)
    assert Program(viewer.user).get(path).json()["dealer"] == 3
    assert program.post(f"{path}/dealer", {"seat": 1, "base_version": 2}).status_code == 409
    refused = program.post(f"{path}/dealer", {"seat": 4, "base_version": 3})
    assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "no_such_seat")
