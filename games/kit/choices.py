"""Options with a fixed list of values, each with a title."""

from enum import StrEnum
from typing import Self

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class Choice(StrEnum):
    """An enum whose members have a value and a label: `SHARE = "share", gettext_noop("Share")`.

    Forms read the labels from the JSON Schema: `oneOf`, each with `const` and `title`.
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
