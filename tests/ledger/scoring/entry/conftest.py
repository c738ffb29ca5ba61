"""Bob's phone on the keypad screen, and what the screen shows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from ledger.lib.hash_chain import faults
from ledger.series.chain import event_hash
from ledger.series.models import Series
from ledger.series.selectors import history
from tests.ledger.pages import address, client_of, markup_of
from tests.ledger.series.conftest import Scorer

HTMX = {"hx-request": "true"}
THIRD = ["16", "8½", "8.5", "7"]
FOURTH = ["16", "10", "2", "12"]


def figures(*typed: str) -> dict[str, str]:
    return {f"figure_{seat}": text for seat, text in enumerate(typed)}


def values_on(answer: Any) -> dict[str, str]:
    """What the form on the page would send."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", markup_of(answer)):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") != "radio" or " checked" in tag:
            found[attributes["name"]] = attributes.get("value", "")
    return found


def details_on(answer: Any) -> list[str]:
    return [text.strip() for text in re.findall(r'class="seat-tile__foot"[^>]*>([^<]*)<', markup_of(answer))]


def notes_on(answer: Any) -> list[str]:
    return re.findall(r"entry__note.*?<span>(.*?)</span>", markup_of(answer), re.DOTALL)


def refusal_on(answer: Any) -> str:
    """The sentence above Save after the hand was refused."""
    (words,) = re.findall(r'class="refused__words[^>]*>(.*?)</p>', markup_of(answer), re.DOTALL)
    return words.strip()


def save(bob: Scorer, typed: dict[str, Any]) -> Any:
    sent = {"base_version": bob.submit().base_version, "key": "one press", **typed}
    return client_of(bob.me.user).post(address("enter_hand", bob.series), sent)


@dataclass
class Desk:
    """Bob's phone on the entry screen."""

    client: Client
    series: Series

    @property
    def address(self) -> str:
        return address("enter_hand", self.series)

    def open(self) -> Any:
        return self.client.get(self.address)

    def preview(self, *typed: str, **more: str) -> Any:
        return self.client.get(address("preview_hand", self.series), figures(*typed) | more)

    def form(self, *typed: str, **more: Any) -> dict[str, Any]:
        self.series.refresh_from_db()
        return figures(*typed) | {"base_version": self.series.version, "key": "a press"} | more

    def save(self, *typed: str, htmx: bool = True, **more: Any) -> Any:
        return self.client.post(self.address, self.form(*typed, **more), headers=HTMX if htmx else {})


@pytest.fixture
def desk(bobs_phone: Client, bob_scores: Scorer) -> Desk:
    return Desk(bobs_phone, bob_scores.series)


@pytest.fixture(autouse=True)
def nothing_was_broken(db: None) -> Iterator[None]:
    """After every test the chain of every series is unbroken."""
    yield
    for series in Series.objects.all():
        assert not list(faults(history(series), event_hash))
