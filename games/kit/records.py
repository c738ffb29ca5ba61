"""The kinds of record that a trick game's hand can have: totals, every card, or that the deal was thrown in."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, Discriminator, Field, Tag, TypeAdapter

from games.contract import UNFINISHED, Frozen, Table
from games.kit.plays import Direction, PlayRecord, Shape, check_play
from games.kit.problems import Problem
from games.kit.running import next_dealer
from games.kit.sentences import gettext_noop

# All readable characters, and line breaks; PostgreSQL refuses the first of the other control characters.
STORABLE = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$"
# They show nothing, and turn the writing round. The two joiners are not among them: Nepali and Hindi need them.
_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")

AnyPlay = TypeVar("AnyPlay", bound=PlayRecord)


def on_one_line(text: str) -> str:
    """A short name as it is shown: spaces between words only, and nothing that cannot be seen."""
    return " ".join(_UNSEEN.sub("", text).split())


# For a short name that the table thinks of.
ShortName = Annotated[str, Field(pattern=STORABLE), AfterValidator(on_one_line)]


class ThrownIn(Frozen, Generic[AnyPlay]):
    """The deal was given up; the same player deals again. What had been played by then may be kept."""

    thrown_in: Literal[True]
    reason: str = Field("", max_length=300, pattern=STORABLE, title=gettext_noop("Reason"))
    play: AnyPlay | None = Field(None, title=gettext_noop("What had been played"))


def throw_in(reason: str, play: Any = None) -> dict[str, Any]:
    """The record, as JSON; with what had been played by then, if that was written down."""
    return {"thrown_in": True, "reason": reason} | ({"play": play} if play else {})


def next_to_deal(table: Table, direction: Direction) -> int | None:
    """Who deals the next hand where the deal goes round; a deal that was thrown in is dealt again."""
    dealer, since = table.deal_goes_on(table.earlier)
    dealt = [record for record in since if not isinstance(record, ThrownIn)]
    return next_dealer(dealer, len(dealt), table.seats, direction)


def check_thrown_in(record: ThrownIn[Any], shape: Shape | None) -> list[Problem]:
    """What was played need not be finished, but it must be possible."""
    if record.play is None or shape is None:
        return []
    problems = check_play(record.play, shape)
    return [Problem(f"play.{p.field}", p.code, p.message) for p in problems if p.code != UNFINISHED]


def record_reader(totals: type[BaseModel], play: type[PlayRecord], thrown_in: type[BaseModel]) -> TypeAdapter[Any]:
    """Chooses the kind of record by its fields, so that a problem is reported for the kind that was meant."""
    of_cards = {"first_leader", "direction"} if "tricks" in totals.model_fields else {"tricks"}

    def kind(record: Any) -> str:
        if isinstance(record, ThrownIn) or (isinstance(record, Mapping) and "thrown_in" in record):
            return "kind:thrown_in"
        if isinstance(record, PlayRecord) or (isinstance(record, Mapping) and of_cards & record.keys()):
            return "kind:cards"
        return "kind:totals"

    kinds: Any = (
        Annotated[totals, Tag("kind:totals")]
        | Annotated[play, Tag("kind:cards")]
        | Annotated[thrown_in, Tag("kind:thrown_in")]
    )
    return TypeAdapter(Annotated[kinds, Discriminator(kind)])
