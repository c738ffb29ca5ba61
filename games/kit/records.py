"""The kinds of record of a hand, such as totals, every card, or a deal that was thrown in."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, Discriminator, Field, Tag, TypeAdapter

from games.contract import UNFINISHED, Frozen, Score, Table
from games.kit.figures import ZERO
from games.kit.plays import Direction, PlayRecord, Shape, check_play
from games.kit.problems import Problem
from games.kit.running import next_dealer
from games.kit.sentences import gettext_noop

# All characters but control characters; tabs and line breaks are allowed. PostgreSQL cannot store the character NUL.
STORABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
# Invisible characters and marks of direction. The two joiners are not among them, because Nepali and Hindi need them.
_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")

AnyPlay = TypeVar("AnyPlay", bound=PlayRecord)


def on_one_line(text: str) -> str:
    """Return a short name without invisible characters, with one space between words."""
    return " ".join(_UNSEEN.sub("", text).split())


# For a name that the table makes up.
ShortName = Annotated[str, Field(pattern=STORABLE), AfterValidator(on_one_line)]


class ThrownIn(Frozen, Generic[AnyPlay]):
    """A deal that was given up; the same player deals again. `play` may have the cards played by then."""

    thrown_in: Literal[True]
    reason: str = Field("", max_length=300, pattern=STORABLE, title=gettext_noop("Reason"))
    play: AnyPlay | None = Field(None, title=gettext_noop("What had been played"))


def score_thrown_in(seats: int) -> Score:
    """Return the score of a deal that was given up: nobody has points of it, and it does not count."""
    nothing = (ZERO,) * seats
    return Score(points_won=nothing, points_entered=nothing, counts=False)


def next_to_deal(table: Table, direction: Direction) -> int | None:
    """Return who deals the hand after `table.earlier`, in a game in which the deal goes round.

    A deal that was thrown in is dealt again by the same player.
    """
    dealer, since = table.since_named_dealer(table.earlier)
    dealt = [record for record in since if not isinstance(record, ThrownIn)]
    return next_dealer(dealer, len(dealt), table.seats, direction)


def check_thrown_in(record: ThrownIn[Any], shape: Shape | None) -> list[Problem]:
    """Return problems with the cards played before the deal was given up. The hand may be unfinished."""
    if record.play is None or shape is None:
        return []
    problems = check_play(record.play, shape)
    return [replace(problem, field=f"play.{problem.field}") for problem in problems if problem.code != UNFINISHED]


def reader_of(hand: type[BaseModel], **others: type[BaseModel]) -> TypeAdapter[Any]:
    """Return a reader that chooses the model of a record by its fields. All problems are then those of this model.

    `others` has models by the name of a field that only their records have. Every other record is read as a `hand`.
    """

    def kind(record: Any) -> str:
        for field, model in others.items():
            if isinstance(record, model) or (isinstance(record, Mapping) and field in record):
                return f"kind:{model.__name__}"
        return "kind:hand"

    kinds: Any = Annotated[hand, Tag("kind:hand")]
    for model in dict.fromkeys(others.values()):
        kinds |= Annotated[model, Tag(f"kind:{model.__name__}")]
    return TypeAdapter(Annotated[kinds, Discriminator(kind)])
