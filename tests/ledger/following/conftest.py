"""The J-40 table of the series' tests, and a link to it that a phone has open."""

from tests.ledger.following.links import link, visitor
from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "link", "players", "series", "visitor"]
