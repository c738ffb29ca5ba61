"""Points are exact fractions: no float takes part in a sum.

Points are read as decimals. Other fractions, such as thirds, come only from arithmetic.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, PlainSerializer, PlainValidator, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from games.kit.figures import MOST_DECIMALS
from games.kit.problems import Problem, Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.seats import BY_SEAT
from games.kit.sentences import say

LARGEST = 1_000_000_000
Read = TypeVar("Read")
_FINEST = 10**MOST_DECIMALS
_PLAIN_DECIMAL = re.compile(rf"-?\d{{1,10}}(\.\d{{1,{MOST_DECIMALS}}})?")


def read_points(value: Any) -> Fraction:
    """Read a JSON number. Refuse anything else, and numbers that are too large or have too many decimals."""
    points = None
    if isinstance(value, float):
        # The decimal that was written, not the binary fraction next to it: 0.1 is one tenth.
        written = repr(value)
        points = Fraction(written) if _PLAIN_DECIMAL.fullmatch(written) else None
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        points = Fraction(value)
    if points is None or not -LARGEST <= points <= LARGEST or _FINEST % points.denominator:
        raise Unreadable.because("not_points", say("This is not a number of points."))
    return points


def write_points(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


def read_row(values: Any) -> tuple[Fraction, ...]:
    """Read points seat by seat."""
    return tuple(_read_each(values, read_points))


def read_open_row(values: Any) -> tuple[Fraction | None, ...]:
    """Read points seat by seat, with None for a seat without points."""
    return tuple(_read_each(values, lambda value: None if value is None else read_points(value)))


def _read_each(values: Any, read: Callable[[Any], Read]) -> list[Read]:
    if not isinstance(values, list | tuple) or len(values) > MOST_SEATS:
        raise Unreadable.because("not_a_row", say("These are not points: one number for each seat."))
    row: list[Read] = []
    problems: list[Problem] = []
    for seat, value in enumerate(values):
        try:
            row.append(read(value))
        except Unreadable as refused:
            problems += [replace(problem, field=str(seat)) for problem in refused.problems]
    if problems:
        raise Unreadable(problems)
    return row


def write_row(row: Sequence[Fraction]) -> list[int | float]:
    return [write_points(points) for points in row]


def write_open_row(row: Sequence[Fraction | None]) -> list[int | float | None]:
    return [None if points is None else write_points(points) for points in row]


Points = Annotated[
    Fraction,
    PlainValidator(read_points),
    PlainSerializer(write_points),
    WithJsonSchema({"type": "number"}),
]
PointsBySeat = Annotated[
    tuple[Fraction, ...],
    PlainValidator(read_row),
    PlainSerializer(write_row),
    WithJsonSchema({"type": "array", "items": {"type": "number"}, "maxItems": MOST_SEATS, **BY_SEAT}),
]
OpenPointsBySeat = Annotated[
    tuple[Fraction | None, ...],
    PlainValidator(read_open_row),
    PlainSerializer(write_open_row),
    WithJsonSchema(
        {
            "type": "array",
            "items": {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "maxItems": MOST_SEATS,
            **BY_SEAT,
        }
    ),
]


@dataclass(frozen=True, slots=True)
class Between:
    """Limits for points, both included: `Annotated[Points, Between(0, 40)]`."""

    low: int
    high: int

    def __call__(self, points: Fraction) -> Fraction:
        if not self.low <= points <= self.high:
            raise Unreadable.because(
                "out_of_range", say("This must be from {low} to {high}.", low=self.low, high=self.high)
            )
        return points

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(self, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class FarFromZero:
    """Limits for points: from 1 to `most`, or from −`most` to −1."""

    most: int

    def __call__(self, points: Fraction) -> Fraction:
        if not 1 <= abs(points) <= self.most:
            limits = say("This must be from 1 to {most}, or from −1 to −{most}.", most=self.most)
            raise Unreadable.because("out_of_range", limits)
        return points

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(self, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        near_zero = {"exclusiveMinimum": -1, "exclusiveMaximum": 1}
        return {**handler(schema), "minimum": -self.most, "maximum": self.most, "not": near_zero}
