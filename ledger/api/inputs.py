"""What the API reads. Only shapes: what may be is for the services and the rulebook to say.

Strict: a whole number is not read from text, nor yes from 1, and a name that nobody reads is refused, for it is mostly
a slip of the pen in one that is left out otherwise.
"""

import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from games.contract import Frozen
from games.kit.problems import Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.records import STORABLE
from games.kit.sentences import say

LARGEST_VERSION = 2**31 - 1
_PLAIN_AMOUNT = r"-?[0-9]{1,12}(\.[0-9]{1,6})?"


def _plain(text: Any) -> Decimal:
    if not isinstance(text, str) or not re.fullmatch(_PLAIN_AMOUNT, text):
        raise Unreadable.because("unreadable", say("This is not an amount."))
    return Decimal(text)


def _text_or_number(value: Any) -> Decimal:
    """What a point is worth may be written as a number too, as points are."""
    return _plain(repr(value) if isinstance(value, int | float) else value)


Text = Annotated[str, Field(pattern=STORABLE)]
Amount = Annotated[
    Decimal,
    PlainValidator(_plain),
    WithJsonSchema({"type": "string", "pattern": f"^{_PLAIN_AMOUNT}$", "maxLength": 20}),
]
Value = Annotated[
    Decimal,
    PlainValidator(_text_or_number),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": f"^{_PLAIN_AMOUNT}$", "maxLength": 20},
                {"type": "number", "minimum": 0, "maximum": 1_000_000},
            ]
        }
    ),
]
Version = Annotated[
    int,
    Field(strict=True, ge=0, le=LARGEST_VERSION, description="The version of the series that the writer saw."),
]
Name = Annotated[Text, Field(max_length=400)]
Slug = Annotated[Text, Field(max_length=40)]
Id = Annotated[Text, Field(max_length=40)]
Reason = Annotated[Text, Field(max_length=1000, description="Why, in at most 300 characters.")]
Seats = Annotated[int, Field(strict=True, ge=1, le=MOST_SEATS)]
# A model of the game, which the rulebook reads.
Rules = Annotated[
    dict[str, Any],
    Field(description="Options that differ from the preset.", json_schema_extra={"x-of-any-game": "Rules"}),
]
Record = Annotated[
    Any,
    Field(
        description="What the table saw of the hand, in its game's form.", json_schema_extra={"x-of-any-game": "Record"}
    ),
]


class CircleInput(Frozen):
    name: Name
    currency: Text | None = Field(None, max_length=3, description="ISO 4217; NPR if left out.")
    coin: Value | None = Field(None, description="The smallest coin that changes hands, in the main unit.")


class PlayerInput(Frozen):
    name: Name


class SeriesInput(Frozen):
    game: Slug
    players: Annotated[list[Id], Field(max_length=MOST_SEATS, description="Their ids, in seat order.")]
    preset: Slug | None = None
    rules: Rules | None = None
    point_value: Value | None = Field(None, description="What one point is worth; 0.25 if left out.")
    first_dealer: int | None = Field(None, strict=True, ge=0, lt=MOST_SEATS, description="A seat.")


class VersionInput(Frozen):
    base_version: Version


class HandInput(VersionInput):
    record: Record


class CorrectionInput(HandInput):
    reason: Reason


class StopInput(VersionInput):
    with_standard: Annotated[bool, Field(strict=True, description="Is standard money paid all the same?")]


class ReopenInput(VersionInput):
    reason: Reason


class JudgeInput(Frozen):
    seats: Seats
    record: Record
    preset: Slug | None = None
    rules: Rules | None = None


class PaymentInput(Frozen):
    payer: Annotated[Id, Field(alias="from", description="Who paid: a player's id.")]
    payee: Annotated[Id, Field(alias="to", description="Who received it: a player's id.")]
    amount: Amount
    note: Text | None = Field(None, max_length=1000)
