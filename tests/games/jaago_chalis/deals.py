"""Random hands, dealt and played with the reference judge's legal cards."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.jaago_chalis.reference import PACK, duty_of, seats_from, winning_card

# Chooses the card to play from the legal cards, the holding and a source of randomness.
Player = Callable[[list[str], list[str], Random], str]


def legally(playable: list[str], holding: list[str], dice: Random) -> str:
    return dice.choice(playable)


def carelessly(playable: list[str], holding: list[str], dice: Random) -> str:
    """Play a wrong card about once in a hand."""
    return dice.choice(holding if dice.random() < 0.05 else playable)


def blindly(playable: list[str], holding: list[str], dice: Random) -> str:
    return dice.choice(holding)


@dataclass
class Hand:
    direction: str
    leader: int
    holdings: list[list[str]]
    played: list[tuple[int, str]] = field(default_factory=list)  # seat and card, in the order of play

    def tricks(self, first: int = 52) -> list[list[str | None]]:
        """The rows of a record with only the first cards of the hand."""
        rows: list[list[str | None]] = []
        for number, (seat, card) in enumerate(self.played[:first]):
            if number % 4 == 0:
                rows.append([None] * 4)
            rows[-1][seat] = card
        return rows

    def record(self, first: int = 52, *, with_holdings: bool = False) -> dict[str, Any]:
        holdings = {"holdings": self.holdings} if with_holdings else {}
        return {"direction": self.direction, "first_leader": self.leader, "tricks": self.tricks(first)} | holdings

    def left(self, seat: int, after: int) -> list[str]:
        """The cards that a seat still holds after this many cards of the hand."""
        gone = [card for _, card in self.played[:after]]
        return [card for card in self.holdings[seat] if card not in gone]


def deal(dice: Random) -> Hand:
    pack = list(PACK)
    dice.shuffle(pack)
    holdings = [pack[first : first + 13] for first in range(0, 52, 13)]
    return Hand(dice.choice(["clockwise", "anticlockwise"]), dice.randrange(4), holdings)


def play_out(hand: Hand, player: Player, dice: Random) -> Hand:
    """Play the rest of a hand, which must be between two tricks."""
    leader = next_leader(hand)
    while len(hand.played) < 52:
        on_table: list[str] = []
        for seat in seats_from(leader, hand.direction):
            holding = hand.left(seat, len(hand.played))
            card = player(duty_of(on_table, holding)[1], holding, dice)
            on_table.append(card)
            hand.played.append((seat, card))
        leader = next_leader(hand)
    return hand


def next_leader(hand: Hand) -> int:
    """The winner of the latest trick."""
    if not hand.played:
        return hand.leader
    trick = hand.played[-4:]
    best = winning_card([card for _, card in trick])
    return next(seat for seat, card in trick if card == best)


def random_hand(seed: int, player: Player = legally) -> Hand:
    dice = Random(seed)
    return play_out(deal(dice), player, dice)


@dataclass
class RevokesOnce:
    """Plays legal cards except one: the first from `earliest` on where an illegal card is held."""

    earliest: int
    cards_played: int = 0
    revoked_at: int | None = None

    def __call__(self, playable: list[str], holding: list[str], dice: Random) -> str:
        wrong = [card for card in holding if card not in playable]
        card = dice.choice(playable)
        if wrong and self.revoked_at is None and self.cards_played >= self.earliest:
            self.revoked_at = self.cards_played
            card = dice.choice(wrong)
        self.cards_played += 1
        return card


def hand_with_one_revoke(seed: int) -> tuple[Hand, int]:
    """A hand with one illegal card, and the number of that card, from 0 to 51."""
    dice = Random(seed)
    while True:
        player = RevokesOnce(earliest=dice.randrange(48))
        hand = play_out(deal(dice), player, dice)
        if player.revoked_at is not None:
            return hand, player.revoked_at
