"""What the file of a circle is made of, and the careful reading of whatever arrives in its place.

A file may come from anywhere. Here it becomes JSON that any of our databases can keep as it is, or a sentence that says
why not; what the parts of it say is for each app's importing.py to check.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field

from ledger.lib.ids import ALPHABET, LENGTH

FORMAT = "khata-circle"
VERSION = 1
SERIES_FORMAT = "khata-series"  # the file of one series, which is for programs to read

MOST_DEPTH = 30
MOST_NAMES = 200  # in one object; to tell each of a million strange ones would take all memory
LARGEST = 10**15  # beyond it a whole number and its decimals are not written alike everywhere
LAST_LETTERS = 8  # a fault so close to the end of a text means that the rest of it is missing
FIRST_DAY = "2000"  # whatever says that it is older was made up


class UnfitFileError(Exception):
    """Why nothing was brought in: every problem in a sentence."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__(" ".join(self.problems))


def in_order(value: Any) -> Any:
    """The same with its keys in one order: PostgreSQL keeps JSON in another one than it was written in."""
    match value:
        case dict():
            return {key: in_order(value[key]) for key in sorted(value)}
        case list():
            return [in_order(item) for item in value]
        case _:
            return value


def written(whole: Any) -> str:
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


# --- The parts of a model --------------------------------------------------------------------------------------------


class Part(BaseModel):
    """Nothing is guessed, nothing is left over."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


def _moment(value: Any) -> datetime:
    """As an export writes it, since hashes are made over that very text."""
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004  (pydantic collects no other error)
    moment = datetime.fromisoformat(value)
    is_ours = moment.isoformat() == value and value.endswith("+00:00")
    if not is_ours or value < FIRST_DAY or moment > timezone.now() + timedelta(days=1):
        raise ValueError("not a moment at which anything was recorded")
    return moment


Item = TypeVar("Item")
Rows = Annotated[list[Item], FailFast()]  # the first fault of many is enough
Moment = Annotated[datetime, BeforeValidator(_moment)]
Id = Annotated[str, Field(pattern=rf"^[{ALPHABET}]{{{LENGTH}}}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
PreviousHash = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
Coin = Annotated[int, Field(ge=1, le=10**9)]
Key = Annotated[str, Field(min_length=1, max_length=200)]
ByName = Annotated[str, Field(min_length=1, max_length=80)]


# --- From bytes to JSON ----------------------------------------------------------------------------------------------


def read_json(data: bytes) -> Any:
    try:
        whole = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_without_repetition,
            parse_float=_plain_float,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError as error:
        raise UnfitFileError([_cut_short() if error.end >= len(data) - LAST_LETTERS else _unreadable()]) from error
    except json.JSONDecodeError as error:
        at_its_end = error.pos >= len(error.doc) - LAST_LETTERS or error.msg.startswith("Unterminated string")
        begins_well = error.doc.lstrip().startswith("{")
        raise UnfitFileError([_cut_short() if begins_well and at_its_end else _unreadable()]) from error
    except (ValueError, RecursionError) as error:
        raise UnfitFileError([_unreadable()]) from error
    if not _can_be_kept(whole):
        raise UnfitFileError([_("There are characters in this file that cannot be kept.")])
    return whole


def _cut_short() -> str:
    return _("The file is cut short: its end is missing. Please fetch it once more.")


def _unreadable() -> str:
    return _("This is not a file that Khata wrote.")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _no_number(constant: str) -> Any:
    raise ValueError(constant)


def _plain_float(text: str) -> float:
    """−0.0 and 1e99 are numbers, but come back from PostgreSQL written otherwise, and no score has them."""
    value = float(text)
    if not abs(value) < LARGEST or str(value) == "-0.0" or "e" in str(value):
        raise ValueError(text)
    return value


def _can_be_kept(whole: Any) -> bool:
    """No NUL, no half of a character; and no depth that only a made-up file has. No recursion for the same reason."""
    level = [whole]
    for _depth in range(MOST_DEPTH):
        if any(len(value) > MOST_NAMES for value in level if isinstance(value, dict)):
            break
        if not all(_is_text(value) for value in level if isinstance(value, str)):
            return False
        level = list(_inside(level))
        if not level:
            return True
    raise UnfitFileError([_unreadable()])


def _inside(level: Iterable[Any]) -> Iterator[Any]:
    for value in level:
        if isinstance(value, dict):
            yield from value
            yield from value.values()
        elif isinstance(value, list):
            yield from value


def _is_text(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
