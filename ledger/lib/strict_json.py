"""A JSON reader that refuses ambiguous documents.

Python's own reader keeps the last of two equal names, makes 1e999 infinite and reads lone surrogates.
"""

import json
import re
from typing import Any

MOST_DEPTH = 32  # brackets inside each other
LARGEST = 10**15  # above this, databases write a whole number and its decimals in different ways
LAST_BYTES = 8  # an error this close to the end means that the rest is missing

_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_OR_NUL = re.compile("[\0\ud800-\udfff]")


class CutShort(ValueError):
    """The document ends too early."""


class UnstorableText(ValueError):
    """A text contains a character that cannot be stored."""


def read_json(data: bytes, *, for_storage: bool = False, most_names: int | None = None, unlimited: str = "") -> Any:
    """Read UTF-8 JSON, or raise ValueError with the reason.

    `for_storage` also refuses NUL, −0.0, and numbers that need an exponent: PostgreSQL does not store them, or returns
    them in another form. `most_names` limits the number of names in one object, except in the document's member
    `unlimited`.
    """
    try:
        value = json.loads(
            data.decode(),
            parse_constant=_refuse_constant,
            parse_float=_storable_float if for_storage else _finite_float,
            object_pairs_hook=_object_with_unique_names,
        )
    except UnicodeDecodeError as error:
        if error.end >= len(data) - LAST_BYTES:
            raise CutShort(str(error)) from error
        raise
    except json.JSONDecodeError as error:
        at_the_end = error.pos >= len(error.doc) - LAST_BYTES or error.msg.startswith("Unterminated string")
        if at_the_end and error.doc.lstrip().startswith(("{", "[")):
            raise CutShort(str(error)) from error
        raise
    except RecursionError as error:
        raise ValueError("too many brackets inside each other") from error
    unstorable = _SURROGATE_OR_NUL if for_storage else _SURROGATE
    if unlimited and isinstance(value, dict) and unlimited in value:
        _check(value[unlimited], unstorable, None)
        _check({name: value[name] for name in value if name != unlimited}, unstorable, most_names)
    else:
        _check(value, unstorable, most_names)
    return value


def _check(value: Any, unstorable: re.Pattern[str], most_names: int | None) -> None:
    """Check texts, depth and size level by level, because recursion would fail on a deep document."""
    level, depth = [value], 0
    while level:
        if depth > MOST_DEPTH:
            raise ValueError("too many brackets inside each other")
        inner: list[Any] = []
        for item in level:
            if isinstance(item, str) and unstorable.search(item):
                raise UnstorableText("a text contains a character that cannot be stored")
            if isinstance(item, dict):
                if most_names is not None and len(item) > most_names:
                    raise ValueError("too many names in one object")
                inner += item
                inner += item.values()
            elif isinstance(item, list):
                inner += item
        level, depth = inner, depth + 1


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _finite_float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _storable_float(text: str) -> float:
    number = float(text)
    if not abs(number) < LARGEST or str(number) == "-0.0" or "e" in str(number):
        raise ValueError(f"{text} cannot be stored as it is written")
    return number


def _object_with_unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("the same name appears twice in one object")
    return found
