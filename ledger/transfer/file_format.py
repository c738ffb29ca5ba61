"""What the file of a circle is made of, and the careful reading of whatever arrives in its place.

A file may come from anywhere. Here it becomes JSON that any of our databases can keep as it is, or a sentence that says
why not; what the parts of it say is for each app's importing.py to check.
"""

import codecs
import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field

from ledger.lib.ids import ALPHABET, LENGTH
from ledger.lib.strict_json import CutShort, UnstorableText, read_json

FORMAT = "khata-circle"
VERSION = 1
SERIES_FORMAT = "khata-series"  # the file of one series, which is for programs to read

MOST_NAMES = 200  # in one object; to tell each of a million strange ones would take all memory
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


def read_circle_json(data: bytes) -> Any:
    try:
        return read_json(data.removeprefix(codecs.BOM_UTF8), for_storage=True, most_names=MOST_NAMES)
    except CutShort as error:
        message = _("The file is cut short: its end is missing. Please fetch it once more.")
        raise UnfitFileError([message]) from error
    except UnstorableText as error:
        raise UnfitFileError([_("There are characters in this file that cannot be kept.")]) from error
    except ValueError as error:
        raise UnfitFileError([_("This is not a file that Khata wrote.")]) from error
