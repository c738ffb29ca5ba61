"""What requests about series and hands say."""

import re
from datetime import date
from typing import Annotated, Any

from django.conf import settings
from pydantic import Field, PlainValidator, WithJsonSchema
from rest_framework.request import Request

from games.contract import Frozen
from games.kit.problems import Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.api.pagination import PageQuery
from ledger.api.schemas.agreeing import RulesOfRecordInput
from ledger.api.schemas.base import (
    LARGEST_VERSION,
    IdInput,
    MomentInput,
    NewId,
    RulesInput,
    Slug,
    Text,
    Value,
    Version,
    number_in_address,
    one_of,
    read_as,
)
from ledger.series import models
from ledger.series.models import SHOWN_STATUSES
from ledger.sheets.papers import PAPERS

NoteText = Annotated[Text, Field(max_length=4000)]  # the service says how much of it fits
PlayedAt = Annotated[
    MomentInput | None,
    Field(
        description="When it was entered, by the clock of a phone without signal. A time that cannot be is put right."
    ),
]


class SeriesInput(Frozen):
    game: Slug
    players: Annotated[list[IdInput], Field(max_length=MOST_SEATS, description="Their ids, in seat order.")]
    preset: Slug | None = None
    rules: RulesInput | None = None
    point_value: Value | None = Field(
        None, description="What one point is worth. If left out, as in the circle's last series; 0 before the first."
    )
    first_dealer: int | None = Field(None, strict=True, ge=0, lt=MOST_SEATS, description="A seat.")
    id: NewId | None = Field(None, description="Of a series that a phone without signal has started.")
    played_at: PlayedAt = None
    rules_of_record: RulesOfRecordInput | None = Field(None, description="If left out, as the circle has it.")
    place: NoteText = Field("", description=f"Where it is played, in at most {models.MOST_PLACE} characters.")
    note: NoteText = Field("", description=f"At most {models.MOST_NOTE} characters.")


class NotesInput(Frozen):
    place: NoteText | None = Field(None, description=f"At most {models.MOST_PLACE} characters; empty takes it away.")
    note: NoteText | None = Field(None, description=f"At most {models.MOST_NOTE} characters; empty takes it away.")


class HandNoteInput(Frozen):
    note: NoteText = Field(description=f"At most {models.MOST_HAND_NOTE} characters; empty takes it away.")


class VersionInput(Frozen):
    base_version: Version


class ChangeInput(VersionInput):
    played_at: PlayedAt = None


class BidsInput(VersionInput):
    bids: Annotated[
        list[Annotated[int, Field(strict=True)] | None],
        Field(max_length=MOST_SEATS, description="One for each side, as in a record; null where it bids nothing."),
    ]


_DAY = re.compile(r"(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")


def read_day(text: Any) -> date:
    """A day of this or the last century, in one spelling only."""
    try:
        if isinstance(text, str) and _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # no such day: 30 February
    raise Unreadable.because("not_a_day", say("This is not a day, written as 2004-10-20."))


Day = Annotated[
    date,
    PlainValidator(read_day),
    WithJsonSchema({"type": "string", "format": "date", "pattern": f"^{_DAY.pattern}$"}),
]


class SeriesQuery(PageQuery):
    status: Annotated[str, one_of(*SHOWN_STATUSES)] | None = None
    game: Annotated[str, one_of(*BY_SLUG)] | None = None
    player: IdInput | None = Field(None, description="The id of a player who sits in it.")
    since: Day | None = Field(None, alias="from", description="Started on this day or later.")
    until: Day | None = Field(None, alias="to", description="Started on this day or earlier.")
    text: Annotated[Text, Field(max_length=100)] | None = Field(
        None, description="Words, each of which is in its place or in one of its notes."
    )


MOST_HANDS_ASKED = 500


class HandsQuery(Frozen):
    hands: Annotated[int, number_in_address(1, MOST_HANDS_ASKED)] | None = None
    before: Annotated[int, number_in_address(1, LARGEST_VERSION)] | None = None

    @classmethod
    def of(cls, request: Request) -> "HandsQuery":
        """Which hands of a series the address asks for. Other parts of it are not looked at."""
        asked = request.query_params
        return read_as(cls, {name: asked[name] for name in cls.model_fields if name in asked})


class VersionQuery(HandsQuery):
    base_version: Annotated[int, number_in_address(0, LARGEST_VERSION)] | None = None
    played_at: PlayedAt = None


class SheetQuery(Frozen):
    lang: Annotated[str, one_of(*dict(settings.LANGUAGES))] | None = Field(
        None, description="Else as Accept-Language says."
    )
    paper: Annotated[str, one_of(*PAPERS)] | None = None
