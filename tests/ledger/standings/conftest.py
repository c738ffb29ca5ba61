"""Programs of the members, and three series on two days."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.series.models import Series
from tests.ledger.api.conftest import alices, bobs, charlies, veras
from tests.ledger.standings.test_api import LATE, NEXT_DAY, Play, play

__all__ = ["alices", "bobs", "charlies", "veras"]

LATER = NEXT_DAY + timedelta(minutes=5)

Page = Callable[..., str]


@pytest.fixture
def four_play(scorer: Member, players: list[Player]) -> Play:
    """Asha, Bimal, Chandra and Dipak play a series of these hands, which Bob stops: `four_play([18, 12, 10, 0])`."""
    return partial(play, scorer, players)


@pytest.fixture
def standings_page(veras_phone: Client, circle: Circle) -> Page:
    """The page of the standings as Vera sees it, or one below it: `standings_page("records/")`."""

    def markup(path: str = "") -> str:
        answer = veras_phone.get(f"/circles/{circle.pk}/standings/{path}")
        assert answer.status_code == 200
        return answer.content.decode()

    return markup


@pytest.fixture
def esha(circle: Circle) -> Player:
    """A fifth player."""
    return add_player(circle=circle, name="Esha")


@pytest.fixture
def three_series(four_play: Play, monkeypatch: pytest.MonkeyPatch) -> list[Series]:
    """Asha 18, 12, 14; Bimal 12, 18, 12; Chandra 10, 10, 14; Dipak wins nothing, which enters −10. On two days."""
    played = []
    for hand, at in (([18, 12, 10, 0], LATE), ([12, 18, 10, 0], NEXT_DAY), ([14, 12, 14, 0], LATER)):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=at: at)
        played.append(four_play(hand))
    monkeypatch.undo()
    return played
