"""The page on which players join, and the other pages after that."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.circles.models import Circle, Member, Player
from ledger.series.models import Series
from tests.ledger.scoring.table.seats.conftest import AFTER, BEFORE, join, take_back
from tests.ledger.series.conftest import Scorer


def address(series: Series) -> str:
    return reverse("series:seats", args=[series.pk])


def sent(bob: Scorer, **what: str) -> dict[str, Any]:
    return {"base_version": bob.submit().base_version, "key": "one press", **what}


def test_tap_on_a_player_seats_them(client: Client, bob_scores: Scorer, esha: Player) -> None:
    client.force_login(bob_scores.me.user)
    page = client.get(address(bob_scores.series)).content.decode()
    assert f'name="player" value="{esha.pk}"' in page
    answer = client.post(address(bob_scores.series), sent(bob_scores, player=esha.pk), follow=True)
    assert "Esha has joined." in answer.content.decode()
    assert bob_scores.state().names[-1] == "Esha"


def test_new_name_adds_a_player_and_known_name_does_not(
    client: Client, bob_scores: Scorer, esha: Player, circle: Circle
) -> None:
    client.force_login(bob_scores.me.user)
    for name in (" Hari ", "esha"):
        client.post(address(bob_scores.series), sent(bob_scores, name=name) | {"key": name})
    assert bob_scores.state().names == ("A", "B", "C", "Hari", "Esha")
    assert circle.players.count() == 5


def test_a_refused_joining_adds_no_player_to_the_circle(client: Client, bob_scores: Scorer, circle: Circle) -> None:
    client.force_login(bob_scores.me.user)
    late = sent(bob_scores, name="Hari")
    bob_scores.record(BEFORE)
    assert client.post(address(bob_scores.series), late).status_code == 409
    bob_scores.stop(with_standard=True)
    assert client.post(address(bob_scores.series), sent(bob_scores, name="Hari")).status_code == 422
    assert not circle.players.filter(name="Hari").exists()


@pytest.mark.parametrize("what", [{}, {"name": "   "}, {"player": "nobody"}, {"name": "A"}])
def test_invalid_input_is_shown_on_the_page(client: Client, bob_scores: Scorer, what: dict[str, str]) -> None:
    client.force_login(bob_scores.me.user)
    answer = client.post(address(bob_scores.series), sent(bob_scores, **what))
    assert answer.status_code == 422
    assert bob_scores.state().names == ("A", "B", "C")


def test_take_back_a_joining(client: Client, bob_scores: Scorer, esha: Player) -> None:
    client.force_login(bob_scores.me.user)
    back = reverse("series:seats_take_back", args=[bob_scores.series.pk])
    assert back not in client.get(address(bob_scores.series)).content.decode()
    join(bob_scores, esha)
    assert back in client.get(address(bob_scores.series)).content.decode()
    client.post(back, sent(bob_scores))
    assert bob_scores.state().names == ("A", "B", "C")
    answer = client.post(back, sent(bob_scores) | {"key": "another"}, follow=True)
    assert "No player has joined since the latest hand was recorded." in answer.content.decode()


def test_viewers_cannot_seat_players(client: Client, bob_scores: Scorer, viewer: Member, charlie: Any) -> None:
    for user, status in ((viewer.user, 403), (charlie, 404)):
        client.force_login(user)
        assert client.get(address(bob_scores.series)).status_code == status
        assert client.post(address(bob_scores.series), sent(bob_scores, name="Hari")).status_code == status


def test_history_lists_joinings(client: Client, bob_scores: Scorer, esha: Player) -> None:
    join(bob_scores, esha)
    take_back(bob_scores)
    client.force_login(bob_scores.me.user)
    page = client.get(reverse("series:history", args=[bob_scores.series.pk])).content.decode()
    assert "Bob had Esha join the table." in page
    assert "Bob took Esha off the table again." in page


@pytest.mark.parametrize("page", ["page", "settlement", "history", "export_csv"])
def test_every_page_shows_the_new_player(client: Client, bob_scores: Scorer, esha: Player, page: str) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    client.force_login(bob_scores.me.user)
    answer = client.get(reverse(f"series:{page}", args=[bob_scores.series.pk]))
    assert answer.status_code == 200
    assert "Esha" in answer.content.decode()


@pytest.mark.parametrize(("number", "who"), [(1, "Esha"), (2, "C")])
def test_hand_page_marks_absent_players(
    client: Client, bob_scores: Scorer, esha: Player, number: int, who: str
) -> None:
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    client.force_login(bob_scores.me.user)
    page = client.get(reverse("series:hand", args=[bob_scores.series.pk, number])).content.decode()
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*Does not sit", page, re.DOTALL)
    assert f">{who}</bdi>" in row
    table = client.get(reverse("series:page", args=[bob_scores.series.pk])).content.decode()
    assert table.count("Does not sit") == 2
