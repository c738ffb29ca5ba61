"""Three players of one circle, and Bob, who records what they pay each other."""

from decimal import Decimal
from typing import Any

import pytest

from ledger.circles.models import Circle, Member, Player
from ledger.circles.services.players import add_player
from ledger.money.models import Entry
from ledger.money.selectors import balances, book_of
from ledger.money.services import Payment, PostedEntry, post_settlement, record_payment, reverse_payment


@pytest.fixture
def bina(circle: Circle) -> Player:
    return add_player(circle=circle, name="Bina")


@pytest.fixture
def chandra(circle: Circle) -> Player:
    return add_player(circle=circle, name="Chandra")


class Bookkeeper:
    """Bob records in the books, always with their latest version."""

    def __init__(self, me: Member) -> None:
        self.me = me

    @property
    def version(self) -> int:
        return book_of(self.me.circle).version

    def pay(self, payer: Player, payee: Player, amount: str, key: str | None = None, **details: Any) -> PostedEntry:
        payment = Payment(payer, payee, Decimal(amount), **details)
        return record_payment(me=self.me, payment=payment, key=key, base_version=self.version)

    def reverse(self, entry: Entry, note: str = "", key: str | None = None) -> PostedEntry:
        return reverse_payment(me=self.me, entry=entry, note=note, key=key)

    def settle(
        self, version: int, amounts: dict[Player, int], source: str = "game:1", currency: str = ""
    ) -> list[Entry]:
        by_player = {player.pk: amount for player, amount in amounts.items()}
        currency = currency or self.me.circle.currency
        return post_settlement(me=self.me, source=source, source_version=version, currency=currency, amounts=by_player)

    def balances(self, currency: str = "") -> dict[str, int]:
        found = {owed.currency: owed for owed in balances(self.me.circle)}
        return {row.player.name: row.amount_minor for row in found[currency or self.me.circle.currency].rows}


@pytest.fixture
def bob_books(scorer: Member) -> Bookkeeper:
    return Bookkeeper(scorer)
