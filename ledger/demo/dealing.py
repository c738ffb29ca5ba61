"""Hands dealt at random and played out by the rules of the game, now and then with a card that they do not allow."""

from random import Random
from typing import Any

from games.kit.cards import BITS, CODES, cards_in, mask_of
from games.kit.plays import Direction, Shape
from games.kit.tricks import turn_orders


def play_hand(shape: Shape, dice: Random, *, careless: bool) -> dict[str, Any]:
    """The record of a whole hand. Where somebody is careless, one card in twenty is any card."""
    held = _deal(shape, dice)
    direction = dice.choice(list(Direction))
    first_leader = leader = dice.randrange(shape.seats)
    orders = turn_orders(shape.seats, direction is Direction.CLOCKWISE)
    tricks = []
    for _trick in range(shape.tricks):
        cards, leader = _play_trick(shape, held, orders[leader], dice, careless=careless)
        tricks.append([CODES[cards[seat]] for seat in range(shape.seats)])
    return {"direction": direction.value, "first_leader": first_leader, "tricks": tricks}


def _deal(shape: Shape, dice: Random) -> list[int]:
    pack = list(cards_in(shape.pack))
    dice.shuffle(pack)
    return [mask_of(pack[seat * shape.tricks : (seat + 1) * shape.tricks]) for seat in range(shape.seats)]


def _play_trick(
    shape: Shape, held: list[int], order: tuple[int, ...], dice: Random, *, careless: bool
) -> tuple[dict[int, int], int]:
    """The card of each seat, and who takes them."""
    cards: dict[int, int] = {}
    row, winner = None, order[0]
    for seat in order:
        allowed = [card for card in cards_in(held[seat]) if row is None or not row[card][0] & held[seat]]
        card = dice.choice(cards_in(held[seat]) if careless and dice.random() < 1 / 20 else allowed)
        follows = shape.law.rows_when_led[card] if row is None else row[card][1]
        if follows is not row:
            row, winner = follows, seat
        held[seat] ^= BITS[card]
        cards[seat] = card
    return cards, winner
