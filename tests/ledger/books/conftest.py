"""The J-40 table of the series' tests, Bob at the books, and a browser for each member."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from ledger.circles.models import Member
from tests.ledger.money.conftest import Bookkeeper
from tests.ledger.series.conftest import agreed, bob_scores, players, series

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


def text_of(page: Any) -> str:
    """The visible text, with single spaces."""
    body = page.content.decode().partition("<main")[2].partition("</main>")[0]
    shown = re.sub(r"<[^>]* aria-hidden=.*?</", "</", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", shown)).split())
