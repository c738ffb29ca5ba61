"""The games' sentences in the reader's language, with the players' names in place of seats."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Self

from django.forms import BaseForm
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Score
from games.game import Game
from games.kit.card_faces import called
from games.kit.cards import CODES, SUITS, Card, Suit
from games.kit.figures import DecimalPoints
from games.kit.sentences import Seat, Sentence, Several, Value
from ledger.face.card_names import FRENCH, Pack
from ledger.lib import formatting
from ledger.lib.refusals import Refused


class Names(tuple[str, ...]):  # noqa: SLOT001  (a tuple with an attribute cannot have slots)
    """The players' names in seat order, with the pack on the table: all that `in_words` needs."""

    pack: Pack

    def __new__(cls, names: Iterable[str] = (), pack: Pack = FRENCH) -> Self:
        made = super().__new__(cls, names)
        made.pack = pack
        return made


_FORMATTERS: Mapping[type, Callable[[Any], str]] = {
    Fraction: formatting.points,
    DecimalPoints: formatting.points,
    int: formatting.digits,
    str: str,
}


def in_words(sentence: Sentence | str, names: Sequence[str]) -> str:
    """Return a sentence in the reader's language. `names` are in seat order. A text is returned unchanged."""
    if isinstance(sentence, str):
        return sentence
    faces = _pack_of(names).slug
    return sentence.render(lambda text: _(called(text, faces)), lambda value: _show(value, names), _singular_or_plural)


def refusal_in_words(refused: Refused) -> str:
    """Return the first problem of a refusal in words, for a page with room for one sentence."""
    return in_words(refused.problems[0].message, ())


def warnings_in_words(score: Score, names: Sequence[str]) -> list[str]:
    """Return the warnings about a hand in words."""
    return [in_words(warning.message, names) for warning in score.warnings]


def add_problems_to(form: BaseForm, problems: Iterable[Any], names: Sequence[str] = ()) -> None:
    """Show each problem at its field of the form, or above the form."""
    for problem in problems:
        field = problem.field if problem.field in form.fields else None
        form.add_error(field, in_words(problem.message, names))


@contextmanager
def add_refusal_to(form: BaseForm, names: Sequence[str] = ()) -> Iterator[None]:
    """Show the problems of a refusal as errors of the form."""
    try:
        yield
    except Refused as refused:
        add_problems_to(form, refused.problems, names)


def option_label(label: str | Sentence, names: Sequence[str] = ()) -> str:
    """Return an option of a game's question in the reader's language and digits. A sentence may name players.

    A text begins with a capital. Its translation may not, because it is also part of a card's name: "as de glands".
    """
    if isinstance(label, Sentence):
        return in_words(label, names)
    return formatting.digits(capfirst(_(label)))


def title_in_words(game: type[Game], title: str) -> str:
    """Return the title of a game from its rules. A preset's title is translated; any other title is returned unchanged.

    Stored rules have a preset's title in English, by which series of all languages are counted together.
    """
    preset = game.preset_titled(title)
    return _(preset.title) if preset else title


def title_from_words(game: type[Game], words: str) -> str:
    """Return the title as rules store it: the reverse of `title_in_words`."""
    for preset in game.presets.values():
        title = game.title_of(dict(preset.rules))
        if title and words == title_in_words(game, title):
            return title
    return words


def _singular_or_plural(one: str, several: str, count: int | Fraction) -> str:
    return ngettext(one, several, formatting.plural_number(count))


def _show(value: Value, names: Sequence[str]) -> str:
    match value:
        case Sentence():
            return in_words(value, names)
        case Several(items):
            return ", ".join(_show(item, names) for item in items)
        case Seat(number) if number < len(names):
            return names[number]
        case Card(number):
            return _pack_of(names).card(CODES[number]).name
        case Suit(number):
            return _pack_of(names).suit(SUITS[number]).name
        case Seat(number):
            return formatting.digits(number + 1)
        case _:
            return _FORMATTERS[type(value)](value)


def _pack_of(names: Sequence[str]) -> Pack:
    return names.pack if isinstance(names, Names) else FRENCH
