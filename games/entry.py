"""How a hand is entered: its figures, what was bid before it, and what is asked besides.

A game says it with `totals` and `questions`; the site builds its forms from that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from typing import Any


class Answer(Enum):
    """How a question about a hand is answered."""

    SEAT = auto()  # with one of the players
    SEATS = auto()  # with any number of the players
    SIDE = auto()  # with one of the sides: a team, or a player who plays alone
    OPTION = auto()  # with one of its options
    SEVERAL = auto()  # with any number of its options, each as often as it was there
    BY_SIDE = auto()  # with one of its options for each side
    SIDES = auto()  # with the two sides of this hand, the winners first: lists of seats
    FLAG = auto()  # with yes or no


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a hand besides its figures or its cards, such as trump or the winner of the last trick."""

    field: str  # of the record
    title: str
    answer: Answer
    options: tuple[tuple[Any, str], ...] = ()  # what is written down, and what it is called
    required: bool = False
    may_sit_out: bool = False  # SIDES: a player may be on neither
    dealer_sits_out: bool = False  # SIDES: the dealer, if known, is on neither to begin with
    usual: Any = None  # OPTION: it is chosen to begin with, and not written down
    beside: str = ""  # SEAT: the field of the question about SIDES in whose lines it is asked
    listed: bool = False  # lists of hands show the answer: what was played
    if_missing: bool = False  # asked only where the rulebook says of this hand that it must be known


@dataclass(frozen=True, slots=True)
class Bids:
    """Whole numbers that are written down before the play: what a side says it will win."""

    field: str  # of the record
    title: str
    by_one: bool = False  # only one side bids
    hidden: bool = False  # until the hand is recorded, from all but the scorer who wrote them down


@dataclass(frozen=True, slots=True)
class TotalsEntry:
    """A hand that can be entered as one figure for each side: enough for a keypad screen to be built from it."""

    field: str  # of the record
    step: Fraction
    total: Fraction | None  # what the figures must come to
    below_zero: bool = False  # a figure may be negative
    title: str = ""  # what a figure is, where it does not stand alone
    total_grows: bool = False  # the second hand comes to twice the total, the third to three times, and so on
    may_sit_out: bool = False  # a side without a figure did not play this hand
    shared: bool = False  # one figure for the whole hand, which is no list
    blank_is_zero: bool = False  # a figure that is not written down is 0
    bids: Bids | None = None

    def for_hand(self, number: int) -> "TotalsEntry":
        """With the total of the hand of this number."""
        if self.total is None or not self.total_grows:
            return self
        return replace(self, total=self.total * number, total_grows=False)

    def left(self, figures: Sequence[Fraction]) -> Fraction | None:
        """What is left to hand out after these figures, where that is known."""
        return None if self.total is None else self.total - sum(figures, Fraction(0))
