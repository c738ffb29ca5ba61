"""Bob on the start page, and what a browser would send from it."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ledger.circles.models import Member, Player
from tests.ledger.pages import markup_of

RULES = {
    "rule_lowest": "20",
    "rule_middle": "30",
    "rule_highest": "40",
    "rule_entry_threshold": "10",
    "rule_target": "40",
    "rule_big_hand": "26",
    "rule_big_hand_bonus": "ranked",
    "rule_negative_pays_double": "on",
    "rule_ties": "share",
    "rule_direction": "clockwise",
}


@pytest.fixture
def address(scorer: Member) -> str:
    return of_game("jaago-chalis", reverse("start_series", args=[scorer.circle_id]))


def of_game(slug: str, address: str) -> str:
    return f"{address.partition('?')[0]}?game={slug}"


@pytest.fixture
def typed(players: list[Player]) -> dict[str, Any]:
    """The fields of the unchanged page, with four players seated."""
    return RULES | {
        "key": "k" * 22,
        "seats": [player.pk for player in players],
        "point_value": "0.25",
        "preset": "j40-2004",
        "rules_of": "j40-2004",
        "new_player": "",
        "first_dealer": "",
    }


@dataclass
class StartPage:
    """Bob's phone on the page that starts a series, with four players seated."""

    client: Client
    address: str
    typed: dict[str, Any]

    def get(self) -> Any:
        return self.client.get(self.address)

    def of(self, slug: str, preset: str = "") -> Any:
        """Get the page of another game."""
        return self.client.get(of_game(slug, self.address) + (f"&rules={preset}" if preset else ""))

    def send(self, slug: str, sent: dict[str, Any]) -> Any:
        """Send the page of another game."""
        return self.client.post(of_game(slug, self.address), sent)

    def post(self, changes: dict[str, Any] | None = None, headers: Any = None) -> Any:
        """Send the page with these fields changed, and without those that are None."""
        sent = {name: value for name, value in (self.typed | (changes or {})).items() if value is not None}
        return self.client.post(self.address, sent, headers=headers)


@pytest.fixture
def start_page(bobs_phone: Client, address: str, typed: dict[str, Any]) -> StartPage:
    return StartPage(bobs_phone, address, typed)


def values_on(page: Any) -> dict[str, str]:
    """The text fields and ticked boxes, as a browser would send them."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", markup_of(page)):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = attributes.get("type", "text")
        if attributes.get("name", "").startswith("rule_") and (kind == "text" or " checked" in tag):
            found[attributes["name"]] = attributes.get("value", "" if kind == "text" else "on")
    return found


def filled_in(page: Any, players: list[Player], preset: str, **more: Any) -> dict[str, Any]:
    """The fields of the unchanged page of any game, with these players seated and this preset chosen."""
    seats = [player.pk for player in players]
    chosen = {"key": "k" * 22, "seats": seats, "point_value": "1", "preset": preset, "rules_of": preset}
    return values_on(page) | chosen | more


def seats_on(page: Any) -> list[str]:
    lists = re.findall(r"<select name=\"seats\".*?</select>", markup_of(page), re.DOTALL)
    return [next(iter(re.findall(r'value="(\w+)" selected', each)), "") for each in lists]
