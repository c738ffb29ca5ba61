"""The page on which players join, and the other pages after that."""

import re
from typing import Any

import pytest

from tests.ledger.pages import address
from tests.ledger.scoring.table.seats.conftest import BEFORE, join, take_back
from tests.ledger.series.conftest import Scorer


@pytest.fixture
def seats(bob_scores) -> str:
    return address("seats", bob_scores.series)


def sent(bob: Scorer, **what: str) -> dict[str, Any]:
    return {"base_version": bob.submit().base_version, "key": "one press", **what}


def test_tap_on_a_player_seats_them(bobs_phone, bob_scores, seats, esha):
    page = bobs_phone.get(seats).content.decode()
    assert f'name="player" value="{esha.pk}"' in page
    answer = bobs_phone.post(seats, sent(bob_scores, player=esha.pk), follow=True)
    assert "Esha has joined." in answer.content.decode()
    assert bob_scores.state().names[-1] == "Esha"


def test_new_name_adds_a_player_and_known_name_does_not(bobs_phone, bob_scores, seats, esha, circle):
    for name in (" Hari ", "esha"):
        bobs_phone.post(seats, sent(bob_scores, name=name) | {"key": name})
    assert bob_scores.state().names == ("A", "B", "C", "Hari", "Esha")
    assert circle.players.count() == 5


def test_a_refused_joining_adds_no_player_to_the_circle(bobs_phone, bob_scores, seats, circle):
    late = sent(bob_scores, name="Hari")
    bob_scores.record(BEFORE)
    assert bobs_phone.post(seats, late).status_code == 409
    bob_scores.stop(with_standard=True)
    assert bobs_phone.post(seats, sent(bob_scores, name="Hari")).status_code == 422
    assert not circle.players.filter(name="Hari").exists()


@pytest.mark.parametrize("what", [{}, {"name": "   "}, {"player": "nobody"}, {"name": "A"}])
def test_invalid_input_is_shown_on_the_page(bobs_phone, bob_scores, seats, what):
    assert bobs_phone.post(seats, sent(bob_scores, **what)).status_code == 422
    assert bob_scores.state().names == ("A", "B", "C")


def test_take_back_a_joining(bobs_phone, bob_scores, seats, esha):
    back = address("seats_take_back", bob_scores.series)
    assert back not in bobs_phone.get(seats).content.decode()
    join(bob_scores, esha)
    assert back in bobs_phone.get(seats).content.decode()
    bobs_phone.post(back, sent(bob_scores))
    assert bob_scores.state().names == ("A", "B", "C")
    answer = bobs_phone.post(back, sent(bob_scores) | {"key": "another"}, follow=True)
    assert "No player has joined since the latest hand was recorded." in answer.content.decode()


def test_history_lists_joinings(bobs_phone, bob_scores, esha):
    join(bob_scores, esha)
    take_back(bob_scores)
    page = bobs_phone.get(address("history", bob_scores.series)).content.decode()
    assert "Bob had Esha join the table." in page
    assert "Bob took Esha off the table again." in page


@pytest.mark.parametrize("page", ["page", "settlement", "history", "export_csv"])
def test_every_page_shows_the_new_player(bobs_phone, joined, page):
    answer = bobs_phone.get(address(page, joined.series))
    assert answer.status_code == 200
    assert "Esha" in answer.content.decode()


@pytest.mark.parametrize(("number", "who"), [(1, "Esha"), (2, "C")])
def test_hand_page_marks_absent_players(bobs_phone, joined, number, who):
    page = bobs_phone.get(address("hand", joined.series, number)).content.decode()
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*Does not sit", page, re.DOTALL)
    assert f">{who}</bdi>" in row
    table = bobs_phone.get(address("page", joined.series)).content.decode()
    assert table.count("Does not sit") == 2
