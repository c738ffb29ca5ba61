"""Seats show the faces of their players."""

import re
from dataclasses import replace

from ledger.circles.models import Player
from ledger.circles.services.players import add_player
from ledger.series.starting import start_series
from ledger.series.state import series_state
from ledger.sheets.cache import SheetRequest
from ledger.sheets.papers import A4
from tests.ledger.pages import address, client_of
from tests.ledger.series.conftest import J40


def give(player: Player, face: int) -> None:
    Player.objects.filter(pk=player.pk).update(face=face)


def faces_on(page: str) -> list[int]:
    """The faces of the marks on a page, in their order."""
    return [int(face) for face in re.findall(r'class="seat-mark face-(\d+)[ "]', page)]


def test_a_player_has_the_same_face_on_every_seat(players, agreed, scorer):
    first, second, third, fourth = players
    series = start_series(me=scorer, agreed=replace(agreed, players=[third, first, fourth, second]))
    assert series_state(series).faces == (2, 0, 3, 1)
    page = client_of(scorer.user).get(address("page", series)).content.decode()
    assert faces_on(page)[:4] == [2, 0, 3, 1]


def test_two_players_with_one_face_are_shown_with_two(series, players):
    give(players[3], 1)
    assert series_state(series).faces == (0, 1, 2, 3)
    give(players[0], 2)
    assert series_state(series).faces == (2, 1, 3, 4)


def test_pages_and_sheets_show_a_changed_face(bob_scores, series, players):
    bob_scores.record(*J40)
    client, settlement = client_of(bob_scores.me.user), address("settlement", series)
    assert 9 not in faces_on(client.get(settlement).content.decode())
    sheet = SheetRequest(series, "en", A4, "http://testserver/").etag
    give(players[0], 9)
    assert 9 in faces_on(client.get(settlement).content.decode())
    assert SheetRequest(series, "en", A4, "http://testserver/").etag != sheet


def test_the_api_names_the_face_of_a_player_and_of_a_seat(series, players, scorer):
    give(players[3], 0)
    client = client_of(scorer.user)
    listed = client.get(f"/api/v1/circles/{series.circle_id}/players").json()
    assert [player["face"] for player in listed] == [0, 1, 2, 0]
    seated = client.get(f"/api/v1/series/{series.pk}").json()["players"]
    assert [player["face"] for player in seated] == [0, 1, 2, 3]


def test_a_new_player_at_the_table_brings_their_own_face(series, scorer):
    late = add_player(circle=scorer.circle, name="Esha")
    assert late.face == 4
    state = series_state(series)
    assert state.with_players((*state.players, late)).faces == (0, 1, 2, 3, 4)
