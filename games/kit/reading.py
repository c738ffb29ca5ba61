"""Read untrusted data into a model, or list every problem with it. Nothing else is ever raised."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from games.kit.problems import Problem, Unreadable
from games.kit.sentences import Sentence, say

MOST_SEATS = 24
MOST_FIELDS = 60
MOST_ITEMS = 200
MOST_PROBLEMS = 100

_SENTENCES: Mapping[str, tuple[str, Sentence]] = {
    "missing": ("missing", say("This is missing.")),
    "extra_forbidden": ("unknown_field", say("This does not belong here.")),
    "enum": ("not_a_choice", say("This is not one of the choices.")),
    "literal_error": ("not_a_choice", say("This is not one of the choices.")),
    "bool_type": ("not_yes_or_no", say("This must be yes or no.")),
    "int_type": ("not_a_number", say("This must be a whole number.")),
    "int_from_float": ("not_a_number", say("This must be a whole number.")),
    "string_type": ("not_text", say("This must be text.")),
    "string_too_long": ("too_long", say("This text is too long.")),
    "string_unicode": ("unfit_text", say("There are characters in this text that cannot be kept.")),
    "string_pattern_mismatch": ("unfit_text", say("There are characters in this text that cannot be kept.")),
}
_OUT_OF_RANGE = ("out_of_range", say("This number is too large or too small."))
_UNREADABLE = ("unreadable", say("This cannot be read."))


@dataclass(frozen=True, slots=True)
class Reading:
    """Either a value or problems, never both."""

    value: Any = None
    problems: tuple[Problem, ...] = ()


def read(adapter: TypeAdapter[Any], data: Any) -> Reading:
    try:
        return Reading(adapter.validate_python(data))
    except ValidationError as refused:
        details = refused.errors(include_url=False, include_input=False)
    except RecursionError:
        return Reading(problems=(Problem("", *_UNREADABLE),))
    problems = [problem for detail in details for problem in _problems(detail)]
    return Reading(problems=tuple(problems[:MOST_PROBLEMS]))


def refuse_crowds(data: Any, fields: Iterable[str]) -> Any:
    """To name a hundred thousand wrong things one by one would take a second; so many are no record of a hand."""
    if not isinstance(data, Mapping):
        return data
    if len(data) > MOST_FIELDS:
        raise Unreadable.because(*_UNREADABLE)
    crowds = [Problem(name, *_UNREADABLE) for name in fields if _is_crowd(data.get(name))]
    if crowds:
        raise Unreadable(crowds)
    return data


def _is_crowd(value: Any) -> bool:
    """A set is always refused: it has no order, so it cannot say whose points are whose."""
    if isinstance(value, list | tuple | dict):
        return len(value) > MOST_ITEMS
    return isinstance(value, set | frozenset)


def _problems(detail: ErrorDetails) -> Iterator[Problem]:
    # A step such as "kind:totals" only names the kind of record that was tried.
    steps = [str(step)[:40] for step in detail["loc"] if not (isinstance(step, str) and step.startswith("kind:"))]
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, Unreadable):
        for problem in cause.problems:
            field = ".".join([*steps, problem.field] if problem.field else steps)
            yield Problem(field, problem.code, problem.message)
        return
    kind = detail["type"]
    out_of_range = kind.startswith(("greater_than", "less_than", "int_parsing_size"))
    yield Problem(".".join(steps), *(_OUT_OF_RANGE if out_of_range else _SENTENCES.get(kind, _UNREADABLE)))
