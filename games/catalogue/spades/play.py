"""Which card must be played, which card wins, and what may be led. [P "Playing a card"]"""

from collections.abc import Sequence
from functools import cache

from games.contract import IllegalPlay
from games.kit.cards import SPADES, SUIT_MASKS, Suit, suit_of
from games.kit.plays import PlayRecord, Shape
from games.kit.sentences import say
from games.kit.spades_trump import shape_of
from games.kit.tricks import Rung, Situation


@cache
def shape() -> Shape:
    """Follow suit, or else play any card."""

    def rungs(trick: Situation) -> tuple[Rung, ...]:
        return (Rung("follow", SUIT_MASKS[trick.led], SUIT_MASKS[trick.led]),)

    return shape_of(rungs)


def wrong_lead(play: PlayRecord, winners: Sequence[int]) -> IllegalPlay | None:
    """Return the illegal lead of a spade: by a player who held another suit, before any spade was played.

    There is one at most, because any player may lead spades after it. `winners` are the winners of the whole tricks.
    """
    for index, (leader, row) in enumerate(zip((play.first_leader, *winners), play.tricks, strict=False)):
        led = row[leader]
        if led is None or not any(card is not None and suit_of(card) == SPADES for card in row):
            continue
        later = [(number, card) for number, card in _played_by(play, leader) if number > index + 1]
        held = [card for _number, card in later]
        if play.holdings is not None:
            played = {card for number, card in _played_by(play, leader) if number <= index + 1}
            held = [card for card in play.holdings[leader] if card not in played]
        others = tuple(sorted(card for card in held if suit_of(card) != SPADES))
        if suit_of(led) != SPADES or not others:
            return None
        shown = None if play.holdings is not None else next(number for number, card in later if card in others)
        why = say("had to lead another suit, because no {suit} had been played", suit=Suit(SPADES))
        return IllegalPlay(index + 1, leader, led, "lead another suit", why, others, shown)
    return None


def _played_by(play: PlayRecord, seat: int) -> list[tuple[int, int]]:
    """Return the cards that this seat has played, each after the number of its trick, counted from 1."""
    return [(number, row[seat]) for number, row in enumerate(play.tricks, 1) if row[seat] is not None]  # type: ignore[misc]
