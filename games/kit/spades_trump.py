"""Games for four in which spades are trump and each trick counts 1: Call Break and Spades."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from games.kit.cards import PACK_SIZE, SPADES, WHOLE_PACK, Suit, suit_of
from games.kit.plays import Shape
from games.kit.sentences import Sentence, say
from games.kit.tricks import Law, Rung, Situation, compile_law

SEATS, TRICKS = 4, 13


def shape_of(rungs: Callable[[Situation], Sequence[Rung]]) -> Shape:
    """Return the shape of a hand in which a player has these duties."""

    def beats(card: int, trick: Situation) -> bool:
        if suit_of(card) == suit_of(trick.best):
            return card > trick.best
        return suit_of(card) == SPADES

    # A trick counts 1, so each of its four cards counts a quarter.
    law = Law(pack=WHOLE_PACK, worth=(1,) * PACK_SIZE, last_trick=0, beats=beats, rungs=rungs, unit=Fraction(1, SEATS))
    return Shape(SEATS, TRICKS, compile_law(law))


def spades_are_trump(record: Any, led: int) -> tuple[int, Sentence]:  # noqa: ARG001
    """Return the suit that beats every other suit, and a sentence that names it."""
    return SPADES, say("{suit} is trump", suit=Suit(SPADES))
