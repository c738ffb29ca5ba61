"""What the API answers, as models: only the OpenAPI description is made of them, and tests hold the answers to it.

The answers themselves are plain dictionaries (outputs.py). More fields may be added to any of them.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.lib.ids import ALPHABET, LENGTH

ID_PATTERN = f"^[{ALPHABET}]{{{LENGTH}}}$"
Id = Annotated[str, Field(pattern=ID_PATTERN)]
Points = float
Money = Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$", description="In the main unit: -18.50.")]
Seat = Annotated[int, Field(ge=0)]
# Replaced by the games' own models in openapi.py.
AnyRules = Annotated[dict[str, Any], Field(json_schema_extra={"x-of-any-game": "Rules"})]
AnyRecord = Annotated[Any, Field(json_schema_extra={"x-of-any-game": "Record"})]
JsonSchema = Annotated[dict[str, Any], Field(description="A JSON Schema.")]


class Shape(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class Fault(Shape):
    field: str
    """A dotted path into the body, or into the record of a hand; empty when the whole is meant."""
    code: str
    """Short and stable, for programs."""
    message: str
    """A sentence for people, in the language of Accept-Language."""


class Problem(Shape):
    """RFC 9457. `problems` has all faults at once."""

    type: str
    title: str
    status: int
    detail: str
    problems: list[Fault]


class SeatCounts(Shape):
    min: int
    max: int
    allowed: list[int]


class Preset(Shape):
    slug: str
    title: str
    about: str
    rules: AnyRules


class Game(Shape):
    slug: str
    name: str
    about: str
    seats: SeatCounts
    presets: list[Preset]
    """The first is the default."""
    rules_schema: JsonSchema
    record_schema: JsonSchema


class Transfer(Shape):
    from_seat: Seat
    to_seat: Seat
    points: Points
    cause: str
    """`difference`, `standard`, `standard_doubled`, `big_hand`, or what the other games name."""


class IllegalPlay(Shape):
    """A card that should not have been played. It stays in the record, for the table to judge."""

    trick: int
    """Counted from 1."""
    seat: Seat
    played: str
    must: str
    could_have_played: list[str]
    shown_in: int | None
    """The trick in which a withheld card appeared, if it was not known before."""


class ScoreLine(Shape):
    seat: Seat
    points: Points
    text: str


class Judgement(Shape):
    """Of a record that cannot be scored everything but `problems` is empty."""

    complete: bool
    points_won: list[Points] | None
    points_entered: list[Points] | None
    winners: list[Seat] | None
    """Who won each trick."""
    trick_points: list[Points] | None
    last_trick_winner: Seat | None
    lines: list[ScoreLine]
    bonuses: list[Transfer]
    reasoning: list[str]
    illegal_plays: list[IllegalPlay]
    problems: list[Fault]


class Circle(Shape):
    id: Id
    name: str
    currency: str
    coin: Money
    """The smallest coin that changes hands."""
    language: str
    role: Literal["viewer", "scorer", "owner"]
    """What the caller may do here: look on; record and correct; everything."""


class Player(Shape):
    id: Id
    name: str
    hidden: bool
    """No longer offered for new series."""


class SeatedPlayer(Shape):
    id: Id
    name: str


class Hand(Shape):
    number: int
    record: AnyRecord
    counts: bool
    """False of a deal that was thrown in."""
    points_won: list[Points]
    points_entered: list[Points]
    cumulative: list[Points]
    last_trick_winner: Seat | None
    bonuses: list[Transfer]
    """What is owed at once for this hand, whatever the series brings."""
    recorded_by: str
    recorded_at: datetime
    revision: int
    """How often it has been written down: 1 for a hand that was never corrected."""
    illegal_plays: list[IllegalPlay]


class SettlementLine(Transfer):
    text: str


class SeatResult(Shape):
    """A sum under each of the game's headings; the three that are named here are always there."""

    seat: Seat
    difference: Points
    standard: Points
    bonus: Points
    total: Points
    money: Money


class Settlement(Shape):
    final: bool
    """False as long as the series is open: what it would come to if it ended now."""
    lines: list[SettlementLine]
    by_seat: list[SeatResult]
    pairs: list[list[Points]]
    """`pairs[i][j]` is what seat i receives from seat j."""
    point_value: Money
    currency: str


class SeriesHead(Shape):
    id: Id
    circle: Id
    version: int
    """Moves on with everything that happens to the series."""
    game: str
    preset: str | None
    """Null where the table plays by rules of its own."""
    point_value: Money
    currency: str
    status: Literal["open", "finished", "stopped"]
    started_at: datetime
    changed_at: datetime
    players: list[SeatedPlayer]
    """In seat order."""


class Series(SeriesHead):
    rules: AnyRules
    hands: list[Hand]
    cumulative: list[Points]
    ranking: list[list[Seat]] | None
    """Null until the series is over; two seats in one list are tied."""
    dealer: Seat | None
    """Who deals next."""
    reminders: list[str]
    settlement: Settlement | None
    """Null until the series is over."""


class OutOfDate(Problem):
    """The series has moved on since the writer looked. Nothing was written."""

    current: Series


class Revision(Shape):
    version: int
    kind: Literal["recorded", "corrected", "withdrawn"]
    record: AnyRecord | None
    reason: str
    recorded_by: str
    recorded_at: datetime
    hash: str
    """Over its content and the event before it in the series."""


class Page(Shape):
    next: str | None
    """The address of the next page; null on the last one."""
    next_cursor: str | None


class SeriesPage(Page):
    """Newest first."""

    results: list[SeriesHead]


class PlayerAmount(Shape):
    player: Id
    name: str
    amount: Money


class CurrencyBalances(Shape):
    currency: str
    balances: list[PlayerAmount]
    """What each is owed, negative what they owe, and nothing for all others who play here. They sum to zero."""


class Balances(CurrencyBalances):
    other_currencies: list[CurrencyBalances]
    """What is in the books in currencies that the circle had before."""


class Payable(Shape):
    payer: Id = Field(alias="from")
    payee: Id = Field(alias="to")
    amount: Money


class CurrencyPlan(Shape):
    currency: str
    exact: bool
    """Certainly the fewest. With very many players it is only a short plan."""
    transfers: list[Payable]


class SettleUp(CurrencyPlan):
    other_currencies: list[CurrencyPlan]


class Posting(Shape):
    """What one entry gives to one player. The postings of an entry sum to zero."""

    entry: Id
    number: int
    cause: Literal["settlement", "payment", "reversal"]
    source: str | None
    """What a settlement is of: `series:` and its id."""
    reverses: Id | None
    note: str
    recorded_by: str
    recorded_at: datetime
    player: Id
    amount: Money
    currency: str


class PostedEntry(Shape):
    entry: Id
    postings: list[Posting]


class EntryPage(Page):
    """Newest first. The postings of an entry stay together."""

    results: list[Posting]
