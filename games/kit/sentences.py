"""Sentences for people, kept apart from the language in which they are read.

A sentence has an English text, which is also the key of its translation, and the values for its placeholders. The
rulebook only builds sentences. The caller that shows one passes a `translate` function, such as Django's `gettext`, and
a `show` function that writes a seat as the player's name, a card in the reader's words and points in the reader's
digits. Without these functions a sentence is plain English, as in tests and tracebacks.

The message extractor knows the names `say` and `say_many`, so every text written as `say("…")` is offered for
translation.
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
    """Choose the text for a count in English."""
    return one if count == 1 else several


class Sentence(NamedTuple):
    """A text with the values for its placeholders.

    It is a tuple because a tuple takes half the time to make: an account has a sentence for every two players.
    """

    text: str
    values: tuple[tuple[str, "Value"], ...] = ()
    several: str = ""  # the text for a `count` other than one, if there is another text

    def render(
        self,
        translate: Callable[[str], str],
        show: Callable[["Value"], str],
        choose: Callable[[str, str, int | Fraction], str] = choose_plainly,
    ) -> str:
        """Return the text with its values. `choose` translates a text that depends on a count, as `ngettext` does."""
        if self.several:
            count = dict(self.values)["count"]
            assert isinstance(count, int | Fraction)
            text = choose(self.text, self.several, count)
        else:
            text = translate(self.text)
        return text.format_map({name: show(value) for name, value in self.values})

    def filled(self, **values: "Value") -> "Sentence":
        """Return the sentence with these values, as far as its text has placeholders that have no value yet."""
        own = dict(self.values)
        missing = [(name, value) for name, value in values.items() if f"{{{name}}}" in self.text and name not in own]
        return self._replace(values=(*missing, *self.values))

    def __str__(self) -> str:
        return self.render(str, show_plainly)


Value = int | str | Fraction | Seat | Card | Suit | Several | Sentence


def say(text: str, /, **values: Value) -> Sentence:
    return Sentence(text, tuple(values.items()))


def say_many(one: str, several: str, /, *, count: int | Fraction, **values: Value) -> Sentence:
    """Return a sentence with a text for one and a text for several, which both contain {count}."""
    return Sentence(one, (("count", count), *values.items()), several)


def cards_named(cards: Iterable[int]) -> Several:
    return Several(tuple(Card(card) for card in cards))


def show_plainly(value: Value) -> str:
    return format_points(value) if isinstance(value, Fraction) else str(value)


def gettext_noop(text: str) -> str:
    """Mark a bare string, such as a field's title, for translation."""
    return text
