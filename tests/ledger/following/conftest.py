"""The fixtures of a J-40 table, and of a link to it that a phone has open."""

import pytest
from django.core.cache import caches

from tests.ledger.following.links import link, visitor
from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "link", "players", "series", "visitor"]


@pytest.fixture(autouse=True)
def nothing_in_memory() -> None:
    """Forget the wrong codes and links that the test before has sent."""
    caches["memory"].clear()
