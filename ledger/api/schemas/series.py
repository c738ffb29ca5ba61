"""Series, hands and settlements."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from django.conf import settings
from django.urls import reverse
from pydantic import ConfigDict, Field, PlainValidator, RootModel, WithJsonSchema
from rest_framework.request import Request

from games.contract import Frozen
from games.kit.points import write_points
from games.kit.problems import Unreadable
from games.kit.reading import MOST_SEATS
from games.kit.sentences import say
from games.kit.transfers import matrix, nets
from games.registry import BY_SLUG
from ledger.api.pagination import PageQuery
from ledger.api.schemas.base import (
    LARGEST_VERSION,
    Answer,
    AnyRecord,
    AnyRules,
    Fault,
    Id,
    IdInput,
    Moment,
    MomentInput,
    Money,
    NewId,
    Page,
    Points,
    Problem,
    Reason,
    RecordInput,
    RulesInput,
    Seat,
    Slug,
    Text,
    Value,
    Version,
    number_in_address,
    one_of,
    read_as,
)
from ledger.api.schemas.games import IllegalPlay, Transfer
from ledger.face.faces import faces_at_table
from ledger.money.amounts import plain_amount
from ledger.series import models
from ledger.series.models import SHOWN_STATUSES, Event
from ledger.series.selectors import hand_notes, noted_bids, revision_counts
from ledger.series.settling import in_money
from ledger.series.state import PlayedHand, SeriesState
from ledger.series.wording import in_words
from ledger.sheets.papers import PAPERS

# --- What is read ----------------------------------------------------------------------------------------------------

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


class HandInput(ChangeInput):
    record: RecordInput


class CorrectionInput(HandInput):
    reason: Reason


class StopInput(ChangeInput):
    with_standard: Annotated[bool, Field(strict=True, description="Is standard money paid all the same?")]


class ReopenInput(ChangeInput):
    reason: Reason


class SeatInput(ChangeInput):
    player: IdInput


class BidsInput(VersionInput):
    bids: Annotated[
        list[Annotated[int, Field(strict=True)] | None],
        Field(max_length=MOST_SEATS, description="One for each side, as in a record; null where it bids nothing."),
    ]


class DealerInput(ChangeInput):
    seat: Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS, description="Of the player who deals the next hand.")]


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


# --- What is answered ------------------------------------------------------------------------------------------------


class SeatedPlayer(Answer):
    id: Id
    name: str
    face: int
    """The colour and mark that the player has at this table: their own, unless another one here has the same."""


class Hand(Answer):
    number: int
    record: AnyRecord
    counts: bool
    """False of a deal that was thrown in."""
    points_won: list[Points]
    points_entered: list[Points]
    cumulative: list[Points]
    last_trick_winner: Seat | None
    bonuses: list[Transfer]
    """What is owed at once for this hand, apart from the settlement."""
    recorded_by: str
    recorded_at: Moment
    """When the site learnt it."""
    played_at: Moment | None
    """When it was entered in a phone without signal; null where that is the same."""
    clock_corrected: bool
    """The phone's clock said a time that cannot be, and it was put right."""
    revision: int
    """How often it has been recorded: 1 for a hand that was never corrected."""
    illegal_plays: list[IllegalPlay]
    warnings: list[Fault]
    """What is possible and doubtful."""
    note: str

    @classmethod
    def of(cls, hand: PlayedHand, event: Event, revision: int, note: str) -> "Hand":
        return cls.made_of(
            hand,
            hand.score,
            record=event.content,
            bonuses=[Transfer.of(paid) for paid in hand.score.transfers],
            recorded_by=event.by_name,
            **_when(event),
            revision=revision,
            illegal_plays=[IllegalPlay.of(play) for play in hand.score.illegal_plays],
            warnings=[Fault.of(warning) for warning in hand.score.warnings],
            note=note,
        )


def _when(event: Event) -> dict[str, Any]:
    return {"recorded_at": event.at, "played_at": event.played_at, "clock_corrected": event.clock_corrected}


class SettlementLine(Transfer):
    text: str


class SeatResult(Answer):
    """A sum under each of the game's headings; the three that are named here are always there."""

    model_config = ConfigDict(extra="allow")

    seat: Seat
    difference: Points
    standard: Points
    bonus: Points
    total: Points
    money: Money | None
    """Null in a circle for points only, as `point_value` and `currency` are."""


class Settlement(Answer):
    final: bool
    """False while the series is open: then it is what would be owed if the series ended now."""
    lines: list[SettlementLine]
    by_seat: list[SeatResult]
    pairs: list[list[Points]]
    """`pairs[i][j]` is what seat i receives from seat j."""
    point_value: Money | None
    currency: str | None

    @classmethod
    def of(cls, state: SeriesState) -> "Settlement":
        series, seats = state.series, len(state.players)
        paid = state.play.settle(with_standard=series.with_standard)
        lines = [
            SettlementLine(**Transfer.of(each).model_dump(), text=in_words(each.why, state.names)) for each in paid
        ]
        by_seat = []
        for seat, amount_minor in enumerate(in_money(state).amounts_minor):
            sums: dict[str, Any] = {"difference": 0, "standard": 0, "bonus": 0}
            for column in state.game.columns:
                of_column = [each for each in paid if each.cause in column.causes]
                sums[column.code] = write_points(nets(of_column, seats)[seat])
            total = write_points(nets(paid, seats)[seat])
            money = None if series.circle.points_only else plain_amount(amount_minor, series.currency)
            by_seat.append(SeatResult(seat=seat, **sums, total=total, money=money))
        return cls(
            final=not series.is_open,
            lines=lines,
            by_seat=by_seat,
            pairs=[list(row) for row in matrix(paid, seats)],
            **_stake(series),
        )


class SeriesHead(Answer):
    id: Id
    circle: Id
    version: int
    """One higher after everything that happens to the series."""
    game: str
    preset: str | None
    """Null where the table plays by rules of its own."""
    point_value: Money | None
    """Null in a circle for points only, as the currency is."""
    currency: str | None
    status: Literal["open", "finished", "stopped"]
    started_at: Moment
    changed_at: Moment
    place: str
    """Where it is played; empty where nobody has said it."""
    note: str
    players: list[SeatedPlayer]
    """In seat order."""

    @classmethod
    def of_listed(cls, series: models.Series) -> "SeriesHead":
        return cls.made_of(series, **_head(series, [seat.player for seat in series.seats.all()]))


class Series(SeriesHead):
    rules: AnyRules
    hands: list[Hand]
    """All, or with `hands` in the address the newest so many of them."""
    earlier: str | None
    """The address of the hands before these, if they are not all."""
    cumulative: list[Points]
    ranking: list[list[Seat]] | None
    """Null until the series is over; two seats in one list are tied."""
    dealer: Seat | None
    """Who deals next."""
    bids: list[int | None] | None
    """What the sides have bid for the hand that is being played; null where nothing is written down."""
    reminders: list[str]
    settlement: Settlement | None
    """Null until the series is over."""

    @classmethod
    def of(cls, state: SeriesState, request: Request) -> "Series":
        """With the hands that the request asks for."""
        series, standing, asked = state.series, state.play.standing, HandsQuery.of(request)
        last = min(asked.before - 1 if asked.before else len(state.events), len(state.events))
        first = max(0, last - asked.hands) if asked.hands else 0
        earlier = f"{reverse('api:series', args=[series.pk])}?hands={asked.hands}&before={first + 1}" if first else ""
        revisions, notes = revision_counts(state), hand_notes(series)
        return cls.made_of(
            standing,
            series,
            **_head(series, state.players),
            hands=[
                Hand.of(hand, event, revisions[hand.number], notes.get(hand.number, ""))
                for hand, event in zip(state.play.hands[first:last], state.events[first:last], strict=True)
            ],
            earlier=request.build_absolute_uri(earlier) if earlier else None,
            ranking=None if series.is_open else [list(level) for level in standing.ranking],
            bids=noted_bids(state) or None,
            reminders=[in_words(text, state.names) for text in standing.reminders],
            settlement=None if series.is_open else Settlement.of(state),
        )


def _head(series: models.Series, players: Any) -> dict[str, Any]:
    """The fields that are written otherwise than the series has them."""
    return {
        "circle": series.circle_id,
        "preset": series.preset or None,
        **_stake(series),
        "players": [
            SeatedPlayer.made_of(player, face=face)
            for player, face in zip(players, faces_at_table([player.face for player in players]), strict=True)
        ],
    }


def _stake(series: models.Series) -> dict[str, str | None]:
    """With the circle loaded."""
    if series.circle.points_only:
        return {"point_value": None, "currency": None}
    return {"point_value": format(series.point_value.normalize(), "f"), "currency": series.currency}


class SeriesPage(Page):
    """Newest first."""

    results: list[SeriesHead]


class OutOfDate(Problem):
    """The series has moved on since the writer looked. Nothing was written."""

    current: Series


class Revision(Answer):
    version: int
    kind: Literal["recorded", "corrected", "withdrawn"]
    record: AnyRecord | None
    reason: str
    recorded_by: str
    recorded_at: Moment
    played_at: Moment | None
    clock_corrected: bool
    hash: str
    """Over its content and the event before it in the series."""

    @classmethod
    def of(cls, event: Event) -> "Revision":
        own = {"version": event.number, "record": event.content or None}
        return cls.made_of(event, **own, recorded_by=event.by_name, **_when(event))


class RevisionList(RootModel[list[Revision]]):
    pass


class SeriesFile(RootModel[dict[str, Any]]):
    """All that is kept of a series, in the form of a file."""
