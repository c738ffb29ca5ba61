"""The record of a hand: bids with tricks or with every card, or a hand that was thrown in. [P "A hand"]"""

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, PlainValidator, TypeAdapter, WithJsonSchema

from games.catalogue.spades.play import shape
from games.catalogue.spades.rules import MOST_TRICKS, TRICKS, Rules
from games.contract import Frozen, Table
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem, Unreadable, wrong_length
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.seats import BY_SEAT, SIDE
from games.kit.sentences import gettext_noop, say
from games.kit.spades_trump import SEATS
from games.kit.taken import check_taken, fill_in

NIL, BLIND_NIL = "nil", "blind_nil"
TRICKS_TITLE = gettext_noop("Tricks")
MOST_SEATS = max(TRICKS)


def read_bid(bid: Any) -> int | str:
    """Return a number of tricks or a word. A bid of 0 is read, so that `check` can say that it is nil."""
    if bid in (NIL, BLIND_NIL) if isinstance(bid, str) else type(bid) is int and 0 <= bid <= MOST_TRICKS:
        read: int | str = bid
        return read
    raise Unreadable.because("not_a_bid", say("A bid is a number of tricks, nil or blind nil."))


Bid = Annotated[
    int | str,
    PlainValidator(read_bid),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": MOST_TRICKS}, {"enum": [NIL, BLIND_NIL]}]}),
]
Tricks = Annotated[int, Field(ge=0, le=MOST_TRICKS, strict=True)]
Side = Annotated[int, Field(ge=0, lt=MOST_SEATS, strict=True)]


class Bidden(Frozen):
    """What was said before the play, in records of tricks and of cards."""

    bids: Annotated[tuple[Bid, ...], Field(max_length=MOST_SEATS)] = Field(
        title=gettext_noop("Bids"), json_schema_extra=BY_SEAT
    )
    blind: Annotated[tuple[Side, ...], Field(max_length=MOST_SEATS)] = Field(
        (), title=gettext_noop("Bid blind"), json_schema_extra=SIDE
    )


class Totals(Bidden):
    """Bids and tricks by seat. The bids alone are a hand that is being played; one number of tricks may be left open,
    being what is left."""

    tricks: Annotated[tuple[Tricks | None, ...], Field(max_length=MOST_SEATS)] = Field(
        (), title=TRICKS_TITLE, json_schema_extra=BY_SEAT
    )

    @property
    def tricks_by_seat(self) -> tuple[int | None, ...]:
        taken = self.tricks or (None,) * len(self.bids)
        return fill_in(taken, TRICKS.get(len(taken), 0))


class Play(Bidden, PlayRecord):
    """Every card of the hand."""


Record = Totals | Play | ThrownIn[Play]
# Totals have `tricks` too: how many each player won.
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], first_leader=Play, direction=Play)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [
                *_check_bids(rules, record, table.seats),
                *check_taken(record.tricks, len(record.bids), table.seats, TRICKS[table.seats]),
            ]
        case Play() | ThrownIn(play=Play()) if table.seats != SEATS:
            return [Problem("tricks", "for_four", say("A hand is written down card by card with four players only."))]
        case Play():
            return [*_check_bids(rules, record, SEATS), *check_play(record, shape())]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape() if play else None)


def _check_bids(rules: Rules, record: Bidden, seats: int) -> Iterator[Problem]:
    if len(record.bids) != seats:
        yield wrong_length("bids", seats)
        return
    for seat, bid in enumerate(record.bids):
        if bid == 0:
            yield Problem(f"bids.{seat}", "nil", say("A bid of 0 is nil: say so."))
        elif isinstance(bid, int) and bid > TRICKS[seats]:
            high = say("A hand has {tricks} tricks; the bid is {bid}.", tricks=TRICKS[seats], bid=bid)
            yield Problem(f"bids.{seat}", "out_of_range", high)
        elif bid == BLIND_NIL and rules.blind_nil is None:
            yield Problem(f"bids.{seat}", "not_played", say("Blind nil is not played by the rules of this series."))
    if record.blind and not rules.blind:
        yield Problem("blind", "not_played", say("Blind bids are not played by the rules of this series."))
    elif len(set(record.blind)) != len(record.blind) or max(record.blind, default=0) >= len(rules.sides(seats)):
        yield Problem("blind", "no_such_side", say("This does not name the sides of this table, each once."))
