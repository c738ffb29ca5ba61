"""Three play Jewel, Bob scores, and Esha joins later."""

from typing import Any

import pytest

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.series.services import join_series, unseat_last
from tests.ledger.series.conftest import Scorer, start_game

PLAYED = {"ended": "played"}

# A declares with a bonus of 3: B and C pay 3 each. Then E has a jewel: A and B pay 2 each, and C does not sit.
BEFORE = {"players": [{"ended": "declared", "bonus": 3}, PLAYED, PLAYED]}
AFTER = {"players": [PLAYED, PLAYED, None, {"ended": "played", "jewels": 2}]}


@pytest.fixture
def three(circle: Circle) -> list[Player]:
    return [add_player(circle=circle, name=name) for name in "ABC"]


@pytest.fixture
def esha(circle: Circle) -> Player:
    return add_player(circle=circle, name="Esha")


@pytest.fixture
def bob_scores(scorer: Member, three: list[Player]) -> Scorer:
    return start_game(scorer, "jewel", three, first_dealer=0)


@pytest.fixture
def joined(bob_scores: Scorer, esha: Player) -> Scorer:
    """Esha has joined between the two hands."""
    bob_scores.record(BEFORE)
    join(bob_scores, esha)
    bob_scores.record(AFTER)
    return bob_scores


def join(bob: Scorer, player: Player, key: str | None = None) -> Any:
    return join_series(series=bob.series, submit=bob.submit(key), player=player)


def take_back(bob: Scorer) -> Any:
    return unseat_last(series=bob.series, submit=bob.submit())
