"""Types of the values in Khata's files and in the events of its chains."""

from datetime import date, datetime
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, FailFast, Field

from ledger.lib.days import FIRST_DAY, LAST_DAY
from ledger.lib.ids import ALPHABET, LENGTH
from ledger.lib.time_zones import todays_name

LAST_YEAR = 9998  # year 9999 does not exist in every time zone


def read_moment(value: Any) -> datetime:
    """Accept only the text that an export writes, because the hashes cover the text."""
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004  (pydantic collects no other error)
    read = datetime.fromisoformat(value)
    if read.isoformat() != value or not value.endswith("+00:00") or not 1 < read.year <= LAST_YEAR:
        raise ValueError("not a time that an export writes")
    return read


def read_day(value: Any) -> date:
    """Accept only the text that an export writes."""
    day = date.fromisoformat(value) if isinstance(value, str) else None
    if day is None or day.isoformat() != value or not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError("not a day that an export writes")
    return day


def read_time_zone(value: str) -> str:
    """Return today's name of the zone: another site may have written an old name."""
    today = todays_name(value)
    if not today:
        raise ValueError("not a time zone")
    return today


Json = dict[str, Any]
Item = TypeVar("Item")
Rows = Annotated[list[Item], FailFast()]  # stops at the first item with a fault
Moment = Annotated[datetime, BeforeValidator(read_moment)]
Id = Annotated[str, Field(pattern=rf"^[{ALPHABET}]{{{LENGTH}}}$")]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
PreviousHash = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
Coin = Annotated[int, Field(ge=1, le=10**9)]
Key = Annotated[str, Field(min_length=1, max_length=200)]
ByName = Annotated[str, Field(min_length=1, max_length=80)]
Slug = Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]*$", max_length=40)]
PointValue = Annotated[str, Field(pattern=r"^[0-9]{1,8}\.[0-9]{4}$")]
SeatNumber = Annotated[int, Field(ge=0, le=100)]
TimeZone = Annotated[str, AfterValidator(read_time_zone)]
Day = Annotated[date, BeforeValidator(read_day)]
PointsText = Annotated[str, Field(pattern=r"^-?[0-9]{1,18}(/[1-9][0-9]{0,17})?$")]
Amount = Annotated[int, Field(ge=-(2**62), le=2**62)]


class Stored(BaseModel):
    """A part of a file or of an event. Values are not converted, and unknown names are refused."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
