"""The J-40 table of the series' tests, Bob at the books, and busy books."""

import pytest

from ledger.circles.models import Member, Player
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.series.conftest import J40, Scorer, players

__all__ = ["players"]


@pytest.fixture
def bob_books(scorer: Member) -> Bookkeeper:
    return Bookkeeper(scorer)


def account_page(player: Player) -> str:
    return f"/circles/{player.circle_id}/balances/{player.pk}/"


@pytest.fixture
def busy(bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player], owner: Member) -> list[Player]:
    """A series that was settled, reopened, and settled again; a payment, and one that was a mistake."""
    bob_scores.record(*J40)
    bob_scores.reopen("C and D were mixed up")
    bob_scores.stop(with_standard=True)
    bob_books.pay(players[3], players[0], "20", note="in cash")
    bob_books.reverse(bob_books.pay(players[3], players[1], "1").entry, "that was C")
    return players
