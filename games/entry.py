"""How a hand is entered: figures, bids and questions.

The site builds a game's entry form from its `totals` and `questions`.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from games.kit.choices import Choice
from games.kit.sentences import Sentence

# The conditions under which something is asked: for the field of another question, or of the figure, the answers that
# are needed. Among these, None stands for no answer.
Conditions = Mapping[str, Sequence[Any]]


Bid = int | str  # a number of tricks or points, or a word of `Bids.words`


class Answer(Enum):
    """The kind of answer to a question about a hand."""

    SEAT = auto()  # one of the players
    SEATS = auto()  # any number of the players
    SIDE = auto()  # one of the sides: a team, or a player who plays alone
    OPTION = auto()  # one of the options
    SEVERAL = auto()  # any number of the options, each as often as it happened
    BY_SIDE = auto()  # one of the options for each of the game's `entry_sides`
    SIDES = auto()  # the two sides of this hand, the winners first: lists of seats
    FLAG = auto()  # yes or no
    COUNT = auto()  # a whole number from `least` to `most`
    FIGURES = auto()  # a whole number for each player


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a hand besides its figures or its cards, such as trump or the winner of the last trick."""

    field: str  # of the record, or of the answers: see `record_of` in games/game.py
    title: str
    answer: Answer
    options: tuple[tuple[Any, str | Sentence], ...] = ()  # the value in the record, and its label
    fills: tuple[str, ...] = ()  # OPTION: the option is a tuple, with a value for each of these fields of the record
    required: bool = False
    may_sit_out: bool = False  # SIDES: a player may be on neither side
    usual: Any = None  # OPTION, COUNT: the form begins with this value. OPTION: the record leaves it out
    listed: bool = False  # lists of hands show the answer, such as trump
    if_missing: bool = False  # asked only after a problem with this field, or if it has an answer
    may_stay_open: bool = False  # OPTION: needs no answer, although the form does not offer "Not answered"
    rare: bool = False  # stands under "More about this hand" in a game whose figure is `optional`
    # SEATS: the form begins with the players who sit so many seats after the dealer, if the dealer is known.
    after_dealer: tuple[int, ...] = ()
    other_than: str = ""  # SEAT: the field of the question whose player is not offered here
    least: int = 0  # COUNT
    most: int = 0  # COUNT. SEATS: if one player more is chosen, the one chosen first is not any more; 0: any number
    # SEATS: only one player can be chosen if other questions have these answers.
    one_if: Conditions | None = dataclasses.field(default=None, hash=False)
    after_least: int = 0  # COUNT: the number that follows the least, where it is not the next one
    # SEVERAL: how often each option can have occurred.
    most_times: Mapping[Any, int] | None = dataclasses.field(default=None, hash=False)
    # Asked only if other questions have these answers.
    only_if: Conditions | None = dataclasses.field(default=None, hash=False)
    key: str = ""  # the label of a key on the screen: a tap on it shows the questions with this label, not the keypad

    @classmethod
    def of(cls, record: type[BaseModel], field: str, answer: Answer, *options: Any, **details: Any) -> "Question":
        """Return a question about a field of this kind of record, with the title of the field."""
        return cls(field, record.model_fields[field].title or "", answer, *options, **details)


def options_of(choices: Iterable[Choice]) -> tuple[tuple[str, str], ...]:
    return tuple((choice.value, choice.label) for choice in choices)


def asked_after(questions: Sequence[Question], answers: Mapping[str, Any]) -> list[Question]:
    """Return the questions whose conditions hold, and that depend on no question which is not asked itself.

    `answers` also has the figure of the hand.
    """
    by_field = {question.field: question for question in questions}

    def is_asked(question: Question) -> bool:
        conditions = question.only_if or {}
        others = [by_field[name] for name in conditions if name in by_field]
        return all(map(is_asked, others)) and holds(conditions, answers)

    return [question for question in questions if is_asked(question)]


def holds(conditions: Conditions, answers: Mapping[str, Any]) -> bool:
    """Return whether each field has one of the answers that are needed."""
    return all(answers.get(name) in values for name, values in conditions.items())


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids of a hand: whole numbers, or words in their place, that are entered before the play."""

    field: str  # of the record
    title: str
    by_one: bool = False  # only one side bids
    hidden: bool = False  # only the scorer who enters the bids sees them until the hand is recorded
    words: tuple[tuple[str, str], ...] = ()  # bids that are no numbers, such as nil: the value in the record, the label


@dataclass(frozen=True, slots=True)
class TotalsEntry:
    """How a hand is entered as one figure for each side, on the keypad."""

    field: str  # of the record
    step: Fraction = Fraction(1)
    total: Fraction | None = None  # what the figures must come to
    below_zero: bool = False  # a figure may be negative
    title: str = ""  # what a figure is a number of, such as tricks; empty: points
    total_grows: bool = False  # the second hand comes to twice the total, the third to three times, and so on
    may_sit_out: bool = False  # a side may be left without a figure: then it did not play this hand
    shared: bool = False  # one figure for the whole hand: in the record a number, no list
    blank_is_zero: bool = False  # a figure that is left blank is 0
    optional: bool = False  # the figure may be left out if the answers say how the hand went
    only_if: Conditions | None = None  # the figure is asked only with these answers
    all_taken: Fraction | None = None  # this figure says that a side took everything: the others have 0
    bids: Bids | None = None

    def for_hand(self, number: int) -> "TotalsEntry":
        """Return the entry of one hand, with the total that belongs to the hand's number."""
        if self.total is None or not self.total_grows:
            return self
        return replace(self, total=self.total * number, total_grows=False)

    def left(self, figures: Sequence[Fraction]) -> Fraction | None:
        """Return what is left of the total after these figures; None if there is no total.

        The figure `all_taken` uses up the whole total.
        """
        if self.total is None:
            return None
        return self.total - sum((self.total if figure == self.all_taken else figure for figure in figures), Fraction(0))
