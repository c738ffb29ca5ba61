"""Read untrusted data into a model, or list every problem with the data. `read` raises no exception."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

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
    """Return the value, or problems whose fields are dotted paths into the data."""
    try:
        return Reading(adapter.validate_python(data))
    except ValidationError as refused:
        details = refused.errors(include_url=False, include_input=False)
    except RecursionError:
        return Reading(problems=(Problem("", *_UNREADABLE),))
    problems = []
    for detail in details:
        # A step such as "kind:hand" only names the kind of record that was tried.
        steps = [str(step)[:40] for step in detail["loc"] if not (isinstance(step, str) and step.startswith("kind:"))]
        cause, kind = detail.get("ctx", {}).get("error"), detail["type"]
        if isinstance(cause, Unreadable):
            for problem in cause.problems:
                field = ".".join([*steps, problem.field] if problem.field else steps)
                problems.append(Problem(field, problem.code, problem.message))
        elif kind.startswith(("greater_than", "less_than", "int_parsing_size")):
            problems.append(Problem(".".join(steps), *_OUT_OF_RANGE))
        else:
            problems.append(Problem(".".join(steps), *_SENTENCES.get(kind, _UNREADABLE)))
    return Reading(problems=tuple(problems[:MOST_PROBLEMS]))


def refuse_crowds(data: Any, fields: Iterable[str]) -> Any:
    """Refuse data with too many fields or items, because listing 100,000 problems would take a second."""
    if not isinstance(data, Mapping):
        return data
    if len(data) > MOST_FIELDS:
        raise Unreadable.because(*_UNREADABLE)
    crowds = []
    for name in fields:
        value = data.get(name)
        crowded = isinstance(value, list | tuple | dict) and len(value) > MOST_ITEMS
        # A set is always refused: it has no order, so it cannot say whose points are whose.
        if crowded or isinstance(value, set | frozenset):
            crowds.append(Problem(name, *_UNREADABLE))
    if crowds:
        raise Unreadable(crowds)
    return data
