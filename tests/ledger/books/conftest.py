"""The J-40 table of the series' tests, Bob at the books, and a browser for each member."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member, Player
from ledger.series.services import reopen_series, stop_series
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.series.conftest import J40, Scorer, agreed, bob_scores, players, series

__all__ = ["agreed", "bob_scores", "players", "series"]

Browse = Callable[[Member], Client]


@pytest.fixture
def bob_books(scorer: Member) -> Bookkeeper:
    return Bookkeeper(scorer)


@pytest.fixture
def browse() -> Browse:
    """`browse(viewer).get(…)`: as this member."""

    def as_member(member: Member) -> Client:
        client = Client()
        client.force_login(member.user)
        return client

    return as_member


def account_page(player: Player) -> str:
    return f"/circles/{player.circle_id}/balances/{player.pk}/"


def text_of(page: Any) -> str:
    """The visible text, with single spaces."""
    body = page.content.decode().partition("<main")[2].partition("</main>")[0]
    shown = re.sub(r"<[^>]* aria-hidden=.*?</", "</", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split())


@pytest.fixture
def busy(bob_scores: Scorer, bob_books: Bookkeeper, players: list[Player], owner: Member) -> list[Player]:
    """A series that was settled, reopened, and settled again; a payment, and one that was a mistake."""
    bob_scores.record(*J40)
    reopen_series(series=bob_scores.series, submit=bob_scores.submit(), reason="C and D were mixed up")
    stop_series(series=bob_scores.series, submit=bob_scores.submit(), with_standard=True)
    bob_books.pay(players[3], players[0], "20", note="in cash")
    bob_books.reverse(bob_books.pay(players[3], players[1], "1").entry, "that was C")
    return players
