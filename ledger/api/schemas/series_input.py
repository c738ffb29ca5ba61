"""Bodies and queries of requests about series and hands."""

import re
from datetime import date
from typing import Annotated, Any

from django.conf import settings
from pydantic import Discriminator, Field, PlainValidator, Tag, WithJsonSchema
from rest_framework.request import Request

from games.contract import Frozen
from games.kit.problems import Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.sentences import say
from games.registry import BY_SLUG
from ledger.api.pagination import PageQuery
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
from ledger.api.schemas.verdicts import RulesOfRecordInput
from ledger.series import models
from ledger.series.models import SHOWN_STATUSES
from ledger.sheets.papers import PAPERS

NoteText = Annotated[Text, Field(max_length=4000)]  # above the limit of the service, whose refusal names the limit
PlayedAt = Annotated[
    MomentInput | None,
    Field(
        description="When this was entered, by the clock of a phone without signal. An impossible time is corrected."
    ),
]


class SeriesInput(Frozen):
    game: Slug
    players: Annotated[
        list[IdInput], Field(max_length=MOST_SEATS, description="The ids of the players, in seat order.")
    ]
    preset: Slug | None = None
    rules: RulesInput | None = None
    point_value: Value | None = Field(
        None,
        description="What one point is worth. Defaults to the value in the circle's last series of any game; 0 if "
        "there is none, or if that series has another currency.",
    )
    first_dealer: int | None = Field(
        None, strict=True, ge=0, lt=MOST_SEATS, description="The seat that deals the first hand."
    )
    id: NewId | None = Field(None, description="The id that a phone without signal has given to its new series.")
    played_at: PlayedAt = None
    rules_of_record: RulesOfRecordInput | None = Field(None, description="Defaults to the choice of the circle.")
    place: NoteText = Field("", description=f"Where the series is played, in at most {models.MOST_PLACE} characters.")
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


MOST_BID = 20  # letters of a word that stands for a bid
# A problem is that of a word or that of a number, never both.
Bid = Annotated[
    Annotated[int, Field(strict=True), Tag("kind:number")]
    | Annotated[str, Field(max_length=MOST_BID), Tag("kind:word")],
    Discriminator(lambda bid: "kind:word" if isinstance(bid, str) else "kind:number"),
]


class BidsInput(VersionInput):
    bids: Annotated[
        list[Bid | None],
        Field(
            max_length=MOST_SEATS,
            description="As in a record: one for each side, or for each player where partners bid for themselves; a "
            "number, or a word of the game; null without a bid.",
        ),
    ]


_DAY = re.compile(r"(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")


def read_day(text: Any) -> date:
    """Read a day from 1900 to 2099, written as 2004-10-20 and in no other way."""
    try:
        if isinstance(text, str) and _DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass  # there is no such day, such as 30 February
    raise Unreadable.because("not_a_day", say("This is not a day, written as 2004-10-20."))


Day = Annotated[
    date,
    PlainValidator(read_day),
    WithJsonSchema({"type": "string", "format": "date", "pattern": f"^{_DAY.pattern}$"}),
]


class SeriesQuery(PageQuery):
    status: Annotated[str, one_of(*SHOWN_STATUSES)] | None = None
    game: Annotated[str, one_of(*BY_SLUG)] | None = None
    player: IdInput | None = Field(None, description="The id of a player who sits in the series.")
    since: Day | None = Field(
        None, alias="from", description="Started on this day or later, in the time zone of the circle."
    )
    until: Day | None = Field(None, alias="to", description="Started on this day or earlier.")
    text: Annotated[Text, Field(max_length=100)] | None = Field(
        None,
        description="Each of these words is in the name of the game (in English or in the answer's language) or of "
        "a player, in the place, in the note, or in a note on a hand; or it is a part of the day, as in 2026-11-28, "
        "28.11.2026, 28 November or November 2026.",
    )


MOST_HANDS_ASKED = 500


class HandsQuery(Frozen):
    hands: Annotated[int, number_in_address(1, MOST_HANDS_ASKED)] | None = None
    before: Annotated[int, number_in_address(1, LARGEST_VERSION)] | None = None

    @classmethod
    def of(cls, request: Request) -> "HandsQuery":
        """Return which hands of a series the address asks for. Other parameters are ignored."""
        query = request.query_params
        return read_as(cls, {name: query[name] for name in cls.model_fields if name in query})


class VersionQuery(HandsQuery):
    base_version: Annotated[int, number_in_address(0, LARGEST_VERSION)] | None = None
    played_at: PlayedAt = None


class SheetQuery(Frozen):
    lang: Annotated[str, one_of(*dict(settings.LANGUAGES))] | None = Field(
        None, description="Defaults to the language of Accept-Language."
    )
    paper: Annotated[str, one_of(*PAPERS)] | None = None
