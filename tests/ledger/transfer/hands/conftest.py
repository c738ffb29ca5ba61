"""The fixtures of the tests of the API."""

from tests.ledger.api.conftest import bobs, players, started

__all__ = ["bobs", "players", "started"]
