"""Options of which exactly one holds, each with a title that people read."""

from enum import StrEnum
from typing import Self

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class Choice(StrEnum):
    """`SHARE = "share", gettext_noop("Share")`: what is written down, and what it is called.

    In a JSON Schema the titles stand where forms look for them: `oneOf`, each with its `const` and `title`.
    """

    label: str

    def __new__(cls, value: str, label: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        titles = [{"const": choice.value, "title": choice.label} for choice in cls]
        return {**handler(schema), "oneOf": titles}
