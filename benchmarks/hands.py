"""Hands to judge: many different hands, so that no single hand decides a figure."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.game import Game
from games.kit.cards import cards_in
from games.kit.entering import lay_card
from games.kit.plays import Direction, Shape
from games.kit.table_view import view_table

HANDS = 60
CARELESS = 0.01  # how often a card is played without a look at the rules
WORKED = Path(__file__).parents[1] / "tests" / "games" / "data"


def worked_hands() -> list[Any]:
    """The worked hands in the source of Jaago-Chalis."""
    files = sorted(WORKED.glob("jaago-chalis-game-*.json"))
    return [JaagoChalis.read_record(json.loads(file.read_text(encoding="utf-8"))["record"]).value for file in files]


def random_hands(game: type[Game], shape: Shape, **more: Any) -> Iterator[Any]:
    """Hands dealt and played at random in both directions, some with an illegal play."""
    chance = random.Random(shape.tricks)
    for number in range(HANDS):
        direction = list(Direction)[number % 2]
        blank = {"direction": direction, "first_leader": number % shape.seats, "tricks": [], **more}
        yield _played_out(game.read_record(blank).value, shape, chance)


def _played_out(play: Any, shape: Shape, chance: random.Random) -> Any:
    pack = list(cards_in(shape.pack))
    chance.shuffle(pack)
    dealt = [set(pack[seat :: shape.seats]) for seat in range(shape.seats)]
    while (view := view_table(play, shape)).turn is not None:
        row = shape.laws[view.trick - 1].rows[view.situation] if view.situation else None
        holding = sorted(dealt[view.turn] - _laid(play))
        mask = sum(1 << card for card in holding)
        lawful = [card for card in holding if row is None or not row[card][0] & mask]
        play = lay_card(play, shape, chance.choice(holding if chance.random() < CARELESS else lawful))
    return play


def _laid(play: Any) -> set[int]:
    return {card for row in play.tricks for card in row if card is not None}
