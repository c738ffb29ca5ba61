"""JSON that can mean only one thing.

Python's reader is more generous than the format: of a name that stands twice it keeps the last, it makes 1e999 infinite
and follows brackets as deep as the stack allows. In a ledger what is doubtful is not read.
"""

import json
import re
from typing import Any

MOST_DEEP = 32
_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_OPENING = re.compile(rb"[\[{]")


def read_json(body: bytes) -> Any:
    read = json.loads(
        body.decode(), parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_each_name_once
    )
    if len(_OPENING.findall(body)) > MOST_DEEP and _depth_exceeds(read, MOST_DEEP):
        raise ValueError("too many brackets inside each other")
    if _LONE_SURROGATE.search(body):
        json.dumps(read, ensure_ascii=False).encode()  # fails on half a character: a ValueError
    return read


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return number


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _depth_exceeds(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(_depth_exceeds(each, levels - 1) for each in inner)
