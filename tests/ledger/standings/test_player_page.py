"""The page of one player in the standings."""

import re

import pytest
from django.test import Client

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player, leave_out
from tests.ledger.standings.test_api import play, players  # noqa: F401  (a fixture)
from tests.ledger.standings.test_privacy import hide

pytestmark = pytest.mark.django_db


@pytest.fixture
def vera(client: Client, viewer: Member) -> Client:
    client.force_login(viewer.user)
    return client


def page_of(client: Client, circle: Circle, player: Player, query: str = "") -> str:
    answer = client.get(f"/circles/{circle.pk}/standings/players/{player.pk}/{query}")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", answer.content.decode()))


def test_figures_rivals_and_the_course(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
) -> None:
    """Asha is above Bimal twice in three, level with Chandra once; Dipak is always last."""
    play(scorer, players, [18, 12, 10, 0])
    play(scorer, players, [12, 18, 10, 0])
    page = page_of(vera, circle, players[0])
    assert "finishes above" not in page  # from two series nothing is said
    play(scorer, players, [14, 12, 14, 0])
    page = page_of(vera, circle, players[0])
    assert "Asha finishes above Bimal in 2 of 3." in page
    assert "+2 points by the settlements" in page  # 6 − 6 + 2
    assert "Asha finishes above Chandra in 2 of 3." in page
    assert "Asha finishes above Dipak in 3 of 3." in page
    assert "Dipak finishes below Asha in 3 of 3." in page_of(vera, circle, players[3])
    assert "Day Place Total Rating" in page
    assert len(re.findall(r"1 14 \d{3,4}", page)) == 1  # the latest series, with the first rating


def test_even_rivals(vera: Client, circle: Circle, scorer: Member, players: list[Player]) -> None:  # noqa: F811
    for hand in ([18, 12, 10, 0], [12, 18, 10, 0], [14, 14, 12, 0]):
        play(scorer, players, hand)
    assert "Bimal and Asha are even: each was above in 1 of 3." in page_of(vera, circle, players[1])


def test_partners_and_games(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
) -> None:
    asha = players[0]
    assert "has not finished a series yet" in page_of(vera, circle, asha)
    for points in ([10, 4], [4, 10], [10, 4]):
        play(scorer, players, points, game="scorecard", name="Kitti", teams=2)
    play(scorer, players, [18, 12, 10, 0])
    page = page_of(vera, circle, asha)
    assert "With Chandra: won 2 of 3." in page
    assert "finishes above Chandra" not in page
    assert "Asha finishes above Bimal in 2 of 3." in page
    other = page_of(vera, circle, asha, "?game=jaago-chalis")
    assert "won 2 of 3" not in other
    assert "Hands below 0" in other


def test_what_is_hidden_is_hidden_here_too(
    vera: Client,
    circle: Circle,
    scorer: Member,
    players: list[Player],  # noqa: F811
) -> None:
    for _series in range(4):
        play(scorer, players, [18, 12, 10, 0])
    leave_out(player=players[1], is_left_out=True)
    hide(circle, hides_money=True, hides_ratings=True)
    page = page_of(vera, circle, players[0])
    assert "Asha finishes above one player in 4 of 4." in page
    assert all(word not in page for word in ("Bimal", "Rating", "Money"))
    address = f"/circles/{circle.pk}/standings/players"
    assert vera.get(f"{address}/{players[1].pk}/").status_code == 404
    other = add_player(
        circle=make_circle(owner=scorer.user, name="Other", currency="NPR", language="en").circle, name="X"
    )
    assert vera.get(f"{address}/{other.pk}/").status_code == 404
