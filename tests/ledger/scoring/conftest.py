"""The fixtures of a J-40 table, from the tests of series."""

from tests.ledger.series.conftest import agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "players", "series"]
