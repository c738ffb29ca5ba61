"""Links that show a series, and the series that continue it."""

from datetime import MAXYEAR, UTC, datetime
from typing import Annotated, Any

from pydantic import Field, PlainValidator, RootModel, WithJsonSchema

from games.contract import Frozen
from ledger.api.schemas.base import MOMENT_SCHEMA, Answer, Id, Moment, Name, not_a_moment, read_moment


def read_expiry(text: Any) -> datetime:
    """Read a date and time with its offset, and return it in UTC.

    The year 9999 is refused, because its last hours are in the year 10000 in some time zones.
    """
    moment = read_moment(text)
    try:
        if moment.year < MAXYEAR:
            return moment.astimezone(UTC)
    except OverflowError:  # in UTC this is before the year 1
        pass
    raise not_a_moment()


Expiry = Annotated[datetime, PlainValidator(read_expiry), WithJsonSchema(MOMENT_SCHEMA)]


class LinkInput(Frozen):
    label: Name | None = Field(None, description="What the link is for. Only scorers and owners see the label.")
    expires_at: Expiry | None = Field(
        None, description="A moment in the future. Without one the link works until it is revoked."
    )
    shows_payments: bool | None = Field(
        None,
        strict=True,
        description="Shows payments and all other amounts of money, also in pictures and sheets. Defaults to the "
        "choice made for the circle's last link, else to false.",
    )
    this_series_only: bool = Field(
        default=False, strict=True, description="If false, the link also opens the series that continue this one."
    )
    may_agree: bool | None = Field(
        None,
        strict=True,
        description="Lets those who have the link, and say which seat is theirs, give verdicts. Defaults to true if "
        "the series asks for verdicts.",
    )


class LinkChange(Frozen):
    """What is left out stays as it is."""

    shows_payments: bool | None = Field(None, strict=True)
    this_series_only: bool | None = Field(None, strict=True)
    may_agree: bool | None = Field(None, strict=True)


class Link(Answer):
    id: Id
    url: str
    """Ends in `/` and opens without a login. `url` + `preview.png` (1200×630) is there at any time, `result.png` and
    `sheet.pdf` after the end of the series."""
    label: str
    created_at: Moment
    expires_at: Moment | None
    shows_payments: bool
    this_series_only: bool
    may_agree: bool
    series: Id
    """The series for which the link was made; `url` opens that one."""


class LinkList(RootModel[list[Link]]):
    """The links that work, oldest first, also those of earlier series that this one continues."""
