"""What the standings leave out: a player's name, money for viewers, and ratings."""

import json

import pytest

from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import leave_out
from tests.ledger.pages import settings_form
from tests.ledger.standings.test_api import rows
from tests.ledger.transfer.circle_files import export, moved

pytestmark = pytest.mark.django_db
NOBODY = {"id": None, "name": None}


@pytest.fixture
def played(four_play) -> None:
    for _series in range(3):
        four_play([18, 12, 10, 0])


def test_a_player_who_is_left_out_has_a_row_without_a_name(standings_page, played, circle, players, bobs):
    before = rows(bobs, circle)
    leave_out(player=players[1], is_left_out=True)
    after = rows(bobs, circle)
    assert after[1] == before[1] | {"player": NOBODY}
    assert [after[0], *after[2:]] == [before[0], *before[2:]]
    pairs = bobs.get(f"circles/{circle.pk}/rivals").json()["pairs"]
    assert len(pairs) == 6
    of_nobody = [pair for pair in pairs if NOBODY in (pair["a"], pair["b"])]
    assert [pair["points"] for pair in of_nobody] == [18, -6, -66]  # Asha from Bimal; Chandra and Dipak from Bimal
    csv = bobs.get(f"circles/{circle.pk}/standings.csv").content.decode()
    page = standings_page()
    for text in (csv, page, standings_page("?sort=name"), json.dumps([after, pairs])):
        assert "Bimal" not in text
        assert players[1].pk not in text
        assert "Asha" in text
    assert page.count("One player") == 2  # in the list and in the table
    assert page.count("/hands/") == 2 * 3  # none to Bimal's best hand, which would name him


def test_money_can_be_hidden_from_viewers(standings_page, played, circle, bobs, veras):
    assert rows(veras, circle) == rows(bobs, circle)
    before = rows(bobs, circle)
    assert before[0]["money"] == "126.00"
    change_circle(circle=circle, hides_money=True)
    assert rows(bobs, circle) == before
    assert rows(veras, circle) == [row | {"money": None} for row in before]
    assert "126" not in veras.get(f"circles/{circle.pk}/standings.csv").content.decode()
    page = standings_page()
    assert "126.00" not in page
    assert "Money" not in page
    assert "more than one currency" not in page


def test_ratings_can_be_switched_off(played, circle, bobs, client, owner):
    before = rows(bobs, circle)
    assert before[0]["rating"]
    change_circle(circle=circle, hides_ratings=True)
    assert rows(bobs, circle) == [row | {"rating": None} for row in before]
    client.force_login(owner.user)
    assert "Rating" not in client.get(f"/circles/{circle.pk}/standings/").content.decode()


def test_the_owner_chooses_it_on_the_pages(circle, owner, players, client):
    client.force_login(owner.user)
    settings_page = f"/circles/{circle.pk}/settings/"
    assert client.post(settings_page, settings_form(hides_money="on")).status_code == 302
    circle.refresh_from_db()
    assert (circle.hides_money, circle.hides_ratings) == (True, False)
    client.post(settings_page, settings_form(hides_ratings="on"))
    circle.refresh_from_db()
    assert (circle.hides_money, circle.hides_ratings) == (False, True)

    page = f"/circles/{circle.pk}/players/{players[0].pk}/edit/"
    for chosen in (True, False):
        assert client.post(page, {"name": "Asha", **({"is_left_out": "on"} if chosen else {})}).status_code == 302
        players[0].refresh_from_db()
        assert players[0].is_left_out is chosen


def test_a_file_keeps_it(circle, players):
    change_circle(circle=circle, hides_money=True, hides_ratings=True)
    leave_out(player=players[2], is_left_out=True)
    text, again = moved(circle)
    assert (again.hides_money, again.hides_ratings) == (True, True)
    assert [player.name for player in again.players.filter(is_left_out=True)] == ["Chandra"]
    assert export(again) == text
