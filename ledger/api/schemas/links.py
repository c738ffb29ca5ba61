"""Links that show a series, and those that continue it."""

from datetime import MAXYEAR, UTC, datetime
from typing import Annotated, Any

from pydantic import Field, PlainValidator, RootModel, WithJsonSchema

from games.contract import Frozen
from ledger.api.schemas.base import MOMENT_SCHEMA, Answer, Id, Moment, Name, not_a_moment, read_moment


def read_expiry(text: Any) -> datetime:
    """In UTC. The last year that there is ends in no other zone."""
    moment = read_moment(text)
    try:
        if moment.year < MAXYEAR:
            return moment.astimezone(UTC)
    except OverflowError:  # in the first year that there is
        pass
    raise not_a_moment()


Expiry = Annotated[datetime, PlainValidator(read_expiry), WithJsonSchema(MOMENT_SCHEMA)]


class LinkInput(Frozen):
    label: Name | None = Field(None, description="What it is for; only scorers and owners see it.")
    expires_at: Expiry | None = Field(None, description="In the future. Without it the link works until it is revoked.")
    shows_payments: bool | None = Field(
        None,
        strict=True,
        description="Also every other amount of money, in pictures and sheets. By default as the circle's last link.",
    )
    this_series_only: bool = Field(
        default=False, strict=True, description="Without it the link opens those that continue this series too."
    )
    may_agree: bool | None = Field(
        None,
        strict=True,
        description="Who has it may say for a seat whether a hand is right. By default where the series asks for it.",
    )


class LinkChange(Frozen):
    """What is left out stays as it is."""

    shows_payments: bool | None = Field(None, strict=True)
    this_series_only: bool | None = Field(None, strict=True)
    may_agree: bool | None = Field(None, strict=True)


class Link(Answer):
    id: Id
    url: str
    """Opens without a login. `url` + `preview.png`, `result.png` and `sheet.pdf` are there too."""
    label: str
    created_at: Moment
    expires_at: Moment | None
    shows_payments: bool
    this_series_only: bool
    may_agree: bool
    series: Id
    """The series for which it was made."""


class LinkList(RootModel[list[Link]]):
    """Those that work, oldest first; also links of series that this one continues."""
