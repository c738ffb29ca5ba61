"""The base of all schemas: the class of answers, the types of single values, and the reading of a request.

A schema is both the answer and its description: the OpenAPI document is made of the same classes.
Bodies are read strictly: a text is no whole number, 1 is not true, and an unknown name is refused.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    WithJsonSchema,
)
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.contract import Frozen
from games.kit import problems
from games.kit.points import write_points
from games.kit.problems import Unreadable
from games.kit.reading import MOST_SEATS, read
from games.kit.records import STORABLE
from games.kit.sentences import say
from ledger.lib.ids import ALPHABET, LENGTH
from ledger.lib.refusals import Refused
from ledger.series.wording import in_words

LARGEST_VERSION = 2**31 - 1
PLAIN_AMOUNT = r"-?[0-9]{1,12}(\.[0-9]{1,6})?"
ID_SCHEMA = {"type": "string", "pattern": f"^[{ALPHABET}]{{{LENGTH}}}$"}


# --- What is answered ------------------------------------------------------------------------------------------------


class Answer(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True, from_attributes=True)

    @classmethod
    def made_of(cls, *sources: Any, **others: Any) -> Self:
        """Take each field from `others`, or else from the first source that has an attribute of this name."""
        for name in cls.model_fields.keys() - others.keys():
            others[name] = getattr(next(source for source in sources if hasattr(source, name)), name)
        return cls(**others)


Id = Annotated[str, WithJsonSchema(ID_SCHEMA)]
Seat = Annotated[int, WithJsonSchema({"type": "integer", "minimum": 0})]
Points = Annotated[
    int | float,
    BeforeValidator(lambda value: value if isinstance(value, float) else write_points(value)),
    WithJsonSchema({"type": "number"}),
]
Money = Annotated[
    str,
    WithJsonSchema({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$", "description": "In the main unit: -18.50."}),
]
Moment = Annotated[
    datetime, PlainSerializer(datetime.isoformat), WithJsonSchema({"type": "string", "format": "date-time"})
]
# In the OpenAPI document, openapi.py replaces these two types, and RulesInput below, by the models of all games.
AnyRules = Annotated[dict[str, Any], Field(json_schema_extra={"x-of-any-game": "Rules"})]
AnyRecord = Annotated[Any, Field(json_schema_extra={"x-of-any-game": "Record"})]

# Two fields of a payment have another name in a request than in the books.
_NAMES_IN_THE_BODY = {"payer": "from", "payee": "to"}


# In the API, a `Fault` is one problem or reason in words, and a `Problem` is the whole answer to a refused request.
class Fault(Answer):
    field: str
    """A dotted path into the body, or into the record of a hand (`tricks.3.1`). Empty if the whole is at fault."""
    code: str
    """Short and stable, for programs."""
    message: str
    """A sentence for people, in the language of Accept-Language."""

    @classmethod
    def of(cls, problem: Any, names: Sequence[str]) -> "Fault":
        """Return a problem or a reason in words. `names` are as in `in_words`."""
        name = _NAMES_IN_THE_BODY.get(problem.field, problem.field)
        return cls.at(name, problem.code, in_words(problem.message, names))

    @classmethod
    def at(cls, field: str, code: str, message: str) -> "Fault":
        # A request can invent names of fields, and PostgreSQL stores no text with the character \0.
        return cls(field=field.replace("\0", "\N{REPLACEMENT CHARACTER}"), code=code, message=message)


class Problem(Answer):
    """RFC 9457. `problems` has all faults at once."""

    type: str
    title: str
    status: int
    detail: str
    problems: list[Fault]


class ServerProblem(Problem):
    """An error of the site, or a database that cannot be used."""

    request_id: str
    """Names the request in the site's log."""


class Page(Answer):
    next: str | None
    """The address of the next page; null on the last one."""
    next_cursor: str | None


# --- What is read ----------------------------------------------------------------------------------------------------


def read_amount(text: Any) -> Decimal:
    """Read an amount of money, which is sent as text so that no program rounds it."""
    if not isinstance(text, str) or not re.fullmatch(PLAIN_AMOUNT, text):
        raise Unreadable.because("unreadable", say("This is not an amount."))
    return Decimal(text)


def read_value(value: Any) -> Decimal:
    """Read the value of a point or of a coin. Unlike other amounts, it may also be sent as a JSON number."""
    return read_amount(repr(value) if isinstance(value, int | float) else value)


_AMOUNT_SCHEMA = {"type": "string", "pattern": f"^{PLAIN_AMOUNT}$", "maxLength": 20}
Amount = Annotated[Decimal, PlainValidator(read_amount), WithJsonSchema(_AMOUNT_SCHEMA)]
Value = Annotated[
    Decimal,
    PlainValidator(read_value),
    WithJsonSchema({"anyOf": [_AMOUNT_SCHEMA, {"type": "number", "minimum": 0, "maximum": 1_000_000}]}),
]


def read_moment(text: Any) -> datetime:
    """Read a date and time with its offset, as in ISO 8601."""
    try:
        moment = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.utcoffset() is None:
        raise not_a_moment()
    return moment


def not_a_moment() -> Unreadable:
    return Unreadable.because("not_a_moment", say("This is not a moment, written as 2004-10-20T18:30:00+05:45."))


def read_new_id(text: Any) -> str:
    """Read the id that a phone without signal has given to its new series."""
    if not isinstance(text, str) or not re.fullmatch(ID_SCHEMA["pattern"], text):
        raise Unreadable.because(
            "not_an_id", say("An id is {length} of the characters {alphabet}.", length=LENGTH, alphabet=ALPHABET)
        )
    return text


MOMENT_SCHEMA = {"type": "string", "format": "date-time", "maxLength": 40}
MomentInput = Annotated[datetime, PlainValidator(read_moment), WithJsonSchema(MOMENT_SCHEMA)]
NewId = Annotated[str, PlainValidator(read_new_id), WithJsonSchema(ID_SCHEMA)]
Text = Annotated[str, Field(pattern=STORABLE)]
Name = Annotated[Text, Field(max_length=400)]
Slug = Annotated[Text, Field(max_length=40)]
IdInput = Annotated[Text, Field(max_length=40)]
Seats = Annotated[int, Field(strict=True, ge=1, le=MOST_SEATS)]
Version = Annotated[
    int, Field(strict=True, ge=0, le=LARGEST_VERSION, description="The version of the series that the writer has read.")
]
RulesInput = Annotated[
    dict[str, Any],
    Field(description="Options that differ from the preset.", json_schema_extra={"x-of-any-game": "Rules"}),
]

Input = TypeVar("Input", bound=Frozen)


@cache
def _adapter(schema: type[Frozen]) -> TypeAdapter[Any]:
    return TypeAdapter(schema)


def read_as(schema: type[Input], data: Any) -> Input:
    """Return the data as an object of this schema, or raise Refused with all problems."""
    reading = read(_adapter(schema), data)
    if reading.problems:
        raise Refused(*reading.problems)
    value: Input = reading.value
    return value


def read_body(schema: type[Input], request: Request) -> Input:
    """Return the body of the request, or raise Refused with all its problems."""
    return read_as(schema, request.data)


def read_query(schema: type[Input], request: Request) -> Input:
    """Return the query of the address. An unknown filter is refused: ignoring the filter would show too much."""
    twice = say("This may be given only once.")
    if repeated := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise Refused(*(problems.Problem(name[:40], "twice", twice) for name in repeated))
    query = request.query_params.dict()
    query.pop(str(api_settings.URL_FORMAT_OVERRIDE), None)  # ?format=json is for Django REST framework
    return read_as(schema, query)


def number_in_address(low: int, high: int) -> GetPydanticSchema:
    """Return an annotation for a whole number in the query of an address."""

    def read_number(text: Any) -> int:
        if isinstance(text, str) and re.fullmatch("[0-9]{1,10}", text) and low <= int(text) <= high:
            return int(text)
        raise Unreadable.because("out_of_range", say("This must be from {low} to {high}.", low=low, high=high))

    described = WithJsonSchema({"type": "integer", "minimum": low, "maximum": high})
    return GetPydanticSchema(lambda _source, handler: handler(Annotated[int, PlainValidator(read_number), described]))


def one_of(*choices: str) -> GetPydanticSchema:
    """Return an annotation for a text that is one of the choices."""
    return GetPydanticSchema(lambda _source, handler: handler(Literal[choices]))
