"""The J-40 table of the series' tests, and a link to it that a phone has open."""

import pytest
from django.core.cache import caches

from tests.ledger.following.links import link, visitor
from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "link", "players", "series", "visitor"]


@pytest.fixture(autouse=True)
def nothing_in_memory() -> None:
    """Count no wrong code or link of the test before."""
    caches["memory"].clear()
