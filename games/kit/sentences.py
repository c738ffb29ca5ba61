"""Sentences for people, kept apart from the language in which they are read.

A sentence is its English text, which is also the key of its translation, and the values that go into it. The rulebook
only ever builds sentences; the caller that shows one brings a `translate` function (Django's `gettext`, say) and a
`show` function that writes a seat as the player's name, a card in the reader's words and points in the reader's digits.
Without either a sentence reads as plain English, which is what tests and tracebacks see.

The message extractor knows the names `say` and `say_many`, so every text written as `say("…")` reaches the catalogues.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.kit.cards import Card, Suit
from games.kit.figures import format_points


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat inside a sentence; the reader sees who sits there."""

    number: int

    def __str__(self) -> str:
        return f"seat {self.number + 1}"


@dataclass(frozen=True, slots=True)
class Several:
    """Values in a row, such as the cards that could have been played."""

    items: tuple["Value", ...]

    def __str__(self) -> str:
        return ", ".join(show_plainly(item) for item in self.items)


def choose_plainly(one: str, several: str, count: int | Fraction) -> str:
    """As English does."""
    return one if count == 1 else several


class Sentence(NamedTuple):
    """A tuple, because it is made in half the time: the account of a table has one for every two players."""

    text: str
    values: tuple[tuple[str, "Value"], ...] = ()
    several: str = ""  # the text where the value `count` is not one, if that makes a difference

    def render(
        self,
        translate: Callable[[str], str],
        show: Callable[["Value"], str],
        choose: Callable[[str, str, int | Fraction], str] = choose_plainly,
    ) -> str:
        """`choose` knows how many texts the reader's language has for a count, and translates (`ngettext`, say)."""
        if self.several:
            count = dict(self.values)["count"]
            assert isinstance(count, int | Fraction)
            text = choose(self.text, self.several, count)
        else:
            text = translate(self.text)
        return text.format_map({name: show(value) for name, value in self.values})

    def __str__(self) -> str:
        return self.render(str, show_plainly)


Value = int | str | Fraction | Seat | Card | Suit | Several | Sentence


def say(text: str, /, **values: Value) -> Sentence:
    return Sentence(text, tuple(values.items()))


def say_many(one: str, several: str, /, *, count: int | Fraction, **values: Value) -> Sentence:
    """How many there are decides between two texts, which have it as {count}."""
    return Sentence(one, (("count", count), *values.items()), several)


def cards_named(cards: Iterable[int]) -> Several:
    return Several(tuple(Card(card) for card in cards))


def show_plainly(value: Value) -> str:
    return format_points(value) if isinstance(value, Fraction) else str(value)


def gettext_noop(text: str) -> str:
    """Mark a bare string, such as a field's title, for the catalogues."""
    return text
