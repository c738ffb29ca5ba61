"""Programs of the members, and three series on two days."""

from datetime import timedelta

import pytest

from ledger.circles.models import Member, Player
from ledger.series.models import Series
from tests.ledger.api.conftest import alices, bobs, charlies, veras
from tests.ledger.standings.test_api import LATE, NEXT_DAY, play

__all__ = ["alices", "bobs", "charlies", "veras"]

LATER = NEXT_DAY + timedelta(minutes=5)


@pytest.fixture
def three_series(scorer: Member, players: list[Player], monkeypatch: pytest.MonkeyPatch) -> list[Series]:
    """Asha 18, 12, 14; Bimal 12, 18, 12; Chandra 10, 10, 14; Dipak wins nothing, which enters −10. On two days."""
    played = []
    for hand, at in (([18, 12, 10, 0], LATE), ([12, 18, 10, 0], NEXT_DAY), ([14, 12, 14, 0], LATER)):
        monkeypatch.setattr("django.utils.timezone.now", lambda at=at: at)
        played.append(play(scorer, players, hand))
    monkeypatch.undo()
    return played
