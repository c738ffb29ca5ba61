"""The base of all kinds of change. "Add a kind of change" in CONTRIBUTING says how to write a new kind."""

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Self

from django.conf import settings
from pydantic import Field, TypeAdapter

from games.kit.records import STORABLE
from games.kit.sentences import say
from ledger.circles.roles import Role
from ledger.lib import formatting
from ledger.lib.stored import Id, SeatNumber, Stored
from ledger.series.models import Event, Status
from ledger.series.requirements import MOST_REASON, refusal, require_open
from ledger.series.state import SeriesState

Record = Annotated[
    Any, Field(description="The hand, in the form of its game.", json_schema_extra={"x-of-any-game": "Record"})
]
# Texts longer than MOST_REASON are read, so that the refusal can name the limit.
ReasonText = Annotated[
    str, Field(pattern=STORABLE, max_length=1000, description=f"Why, in at most {MOST_REASON} characters.")
]


@dataclass(frozen=True)
class Address:
    """The API address of a change. `path` is below the address of the series, with fields of the change in braces."""

    method: str
    path: str
    operation: str  # its name in the description of the API
    summary: str
    description: str = ""
    body: str = "ChangeInput"  # the name of the request body in the schema
    status: int = 200


class Nothing(Stored):
    """The content of an event that needs no content."""


class Seated(Stored):
    """The content of an event about a player on a seat."""

    player: Id
    name: str
    seat: SeatNumber


@dataclass(frozen=True)
class Effect:
    """What a change does: the series after the change, the fields of its event, and the status of the series."""

    state: SeriesState  # without the event, which is appended later
    content: Any = field(default_factory=dict)
    hand_number: int | None = None
    reason: str = ""
    status: Status | None = None  # None: finished if the hands have reached the end, else open
    with_standard: bool = True


@dataclass(frozen=True, kw_only=True)
class Change:
    """One kind of change of a series.

    The fields of a class are the input for the change, from a form or the API. `content` is the type of the event's
    content.
    """

    kind: ClassVar[str]
    sentence: ClassVar[Any]  # for the history: "%(who)s recorded hand %(number)s."
    heading: ClassVar[Any] = ""  # above a revision of a hand: "recorded"
    address: ClassVar[Address | None] = None
    content: ClassVar[Any] = Nothing
    role: ClassVar[Role] = Role.SCORER
    of_a_hand: ClassVar[bool] = False  # the event is a revision of a hand
    is_on_sheet: ClassVar[bool] = False  # as a remark
    is_limited: ClassVar[bool] = True  # refused by a series with settings.MOST_CHANGES events

    def refuse(self, state: SeriesState) -> None:
        """Raise Refused unless the state allows the change. An import calls this too, so read nothing but the state.

        `role` says who may make the change.
        """
        require_open(state)

    def require_room(self, state: SeriesState) -> None:
        """Raise Refused if the series has as many events as a series can have. The limits do not apply to an import."""
        most = settings.MOST_CHANGES
        if self.is_limited and state.series.version >= most:
            raise refusal("too_many_changes", say("A series can have at most {most} changes. Stop it now.", most=most))

    def effect(self, state: SeriesState) -> Effect:
        """Return the effect of the change. Raise Refused if the rulebook or the database forbids the change."""
        return Effect(state)

    def store(self, _before: SeriesState, effect: Effect, _event: Event) -> SeriesState:
        """Write the rows that follow from the event, and return the state after the change.

        `effect.state` does not have the event yet. If the event is the new record of a hand, add it to the state.
        """
        return effect.state

    def repeats(self, first: Event, _state: SeriesState) -> bool:
        """Return whether `first`, an earlier event with the key of this change, was made by an equal change."""
        return self.of_event(first) == self

    @classmethod
    def of_event(cls, event: Event) -> Self:
        """Return the change that made the event. Raise ValueError if the event cannot be read."""
        content = event.content if isinstance(event.content, dict) else {}
        return cls.read({name: content[name] for name in cls.field_names() if name in content})

    @classmethod
    def read(cls, values: dict[str, Any]) -> Self:
        """Return the change whose fields have these values. Raise ValueError if a value cannot be read."""
        change: Self = adapter_of(cls).validate_python(values)
        return change

    def field_values(self) -> dict[str, Any]:
        """Return the input of the change: the value of each field, by the field's name."""
        return {name: getattr(self, name) for name in self.field_names()}

    @classmethod
    def field_names(cls) -> list[str]:
        return [each.name for each in fields(cls)]

    @classmethod
    def describe(cls, event: Event) -> str:
        """Say who did what, without the time: "Bob recorded hand 5."."""
        return str(cls.sentence) % {"who": event.by_name, **cls.words_for(event)}

    @classmethod
    def words_for(cls, event: Event) -> dict[str, str]:
        """Return the words in `sentence`, besides `who`."""
        return {"number": formatting.digits(event.hand_number)}


def adapter_of(type_: Any) -> TypeAdapter[Any]:
    """Return the adapter that reads a class of changes, or a type of content."""
    return _adapter_of(type_)  # cached by a second function, because mypy does not take a class for hashable


@cache
def _adapter_of(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)
