"""The record of a hand: points, or bids and tricks, or two sides and the worth of the hand."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, TypeAdapter

from games.catalogue.scorecard.options import MOST_SEATS, Bidders, Written
from games.catalogue.scorecard.rules import Rules
from games.contract import UNFINISHED, Frozen, Table
from games.entry import Answer, Question
from games.kit.figures import ZERO
from games.kit.plays import PlayRecord
from games.kit.points import OpenPointsBySeat, Points
from games.kit.problems import Problem, Unreadable, wrong_length
from games.kit.records import ThrownIn, reader_of
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import Seat, Sentence, gettext_noop, say

MOST_TRICKS = 1000
Count = Annotated[int, Field(strict=True, ge=0, le=MOST_TRICKS)]
CountsBySide = Annotated[tuple[Count | None, ...], Field(max_length=MOST_SEATS, json_schema_extra=BY_SEAT)]


def _no_crowd(seats: Any) -> Any:
    """Refuse a list that is too long to be read seat by seat."""
    if isinstance(seats, list | tuple) and len(seats) > MOST_SEATS:
        raise Unreadable.because("too_many", say("There are too many players on a side."))
    return seats


SeatNumber = Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)]
Seats = Annotated[
    tuple[SeatNumber, ...],
    Field(min_length=1, max_length=MOST_SEATS),
    BeforeValidator(_no_crowd),
]
AnySeats = Annotated[tuple[SeatNumber, ...], Field(max_length=MOST_SEATS), BeforeValidator(_no_crowd)]


class TimedRecord(Frozen):
    """How often the hand counts; None: once."""

    times: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = Field(None, title=gettext_noop("Times"))

    @property
    def factor(self) -> int:
        return self.times or 1


class PointsRecord(Frozen):
    """One figure for each side; null for one that did not play this hand."""

    points: OpenPointsBySeat = Field(title=gettext_noop("Points"))
    turned: Annotated[bool, Field(strict=True)] | None = Field(None, title=gettext_noop("Shot the moon"))
    penalised: AnySeats | None = Field(None, title=gettext_noop("Penalty"), json_schema_extra=SEAT)


class BidsRecord(TimedRecord):
    """What each side bid and won. A side without a bid did not play, or did not bid where only one does."""

    bids: CountsBySide = Field(title=gettext_noop("Bids"))
    tricks: CountsBySide = Field((), title=gettext_noop("Tricks"))

    def won(self, side: int) -> int | None:
        return self.tricks[side] if side < len(self.tricks) else None


class SidesRecord(TimedRecord):
    """The seats of the two sides, the winners first. A seat on neither did not play this hand."""

    sides: tuple[Seats, Seats] = Field(title=gettext_noop("Winners and losers"), json_schema_extra=SEAT)
    value: Points = Field(title=gettext_noop("Worth"))


Thrown = ThrownIn[PlayRecord]
Record = PointsRecord | BidsRecord | SidesRecord | Thrown
MODELS: Mapping[Written, type[Frozen]] = {
    Written.POINTS: PointsRecord,
    Written.BIDS: BidsRecord,
    Written.SIDES: SidesRecord,
}
RECORD: TypeAdapter[Record] = reader_of(
    PointsRecord, thrown_in=Thrown, bids=BidsRecord, tricks=BidsRecord, sides=SidesRecord, value=SidesRecord
)


def questions_of(rules: Rules) -> Iterator[Question]:
    if rules.written is Written.SIDES:
        yield Question.of(SidesRecord, "sides", Answer.SIDES, required=True, may_sit_out=rules.may_be_absent)
    if rules.times and rules.written is not Written.POINTS:
        factors = tuple((times, f"{times} ×") for times in rules.times)
        usual = 1 if 1 in rules.times else None
        yield Question.of(TimedRecord, "times", Answer.OPTION, factors, required=usual is None, usual=usual)
    if rules.written is Written.POINTS and rules.turn:
        yield Question.of(PointsRecord, "turned", Answer.FLAG)
    if rules.written is Written.POINTS and rules.penalty:
        yield Question.of(PointsRecord, "penalised", Answer.SEATS)


# --- Problems of a record --------------------------------------------------------------------------------------------


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    if isinstance(record, ThrownIn):
        return list(_check_thrown_in(rules, record))
    if not isinstance(record, MODELS[rules.written]):
        kind = Sentence(rules.written.label)
        wrong = say("By the rules of this series another kind of hand is written down: {kind}.", kind=kind)
        return [Problem("", "wrong_kind", wrong)]
    match record:
        case PointsRecord():
            return [*_check_points(rules, record, table), *_check_penalty(rules, record, table)]
        case BidsRecord():
            return [*_check_bids(rules, record, table), *_check_times(rules, record)]
        case SidesRecord():
            return [*_check_sides(rules, record, table), *_check_times(rules, record)]


def _check_thrown_in(rules: Rules, record: Thrown) -> Iterator[Problem]:
    if record.play is not None:
        yield Problem("play", "no_cards", say("No cards are written down here."))
    if rules.written is not Written.SIDES:
        refused = say("A deal that is given up is not written down here.")
        yield Problem("thrown_in", "not_played", refused)


def _check_times(rules: Rules, record: TimedRecord) -> Iterator[Problem]:
    if record.factor not in (rules.times or (1,)):
        yield Problem("times", "wrong_times", say("This hand cannot count {count} times.", count=record.factor))


def _check_penalty(rules: Rules, record: PointsRecord, table: Table) -> Iterator[Problem]:
    seats, points = record.penalised or (), record.points
    if seats and not rules.penalty:
        yield Problem("penalised", "not_played", say("There is no penalty by the rules of this series."))
    elif seats and max(seats) >= table.seats:
        yield Problem("penalised", "no_such_seat", say("There is no player on this seat."))
    elif len(set(seats)) < len(seats):
        yield Problem("penalised", "named_twice", say("A player is named here twice."))
    else:
        for seat in seats:
            if points and points[seat % len(points)] is None:
                yield Problem("penalised", "sat_out", say("{player} did not play this hand.", player=Seat(seat)))


def _check_points(rules: Rules, record: PointsRecord, table: Table) -> Iterator[Problem]:
    if len(record.points) != rules.sides(table.seats):
        yield wrong_length("points", rules.sides(table.seats))
        return
    yield from _check_absent(rules, "points", record.points)
    for side, points in enumerate(record.points):
        if points is not None and points < 0 and not rules.below_zero:
            below = say("Points cannot be below zero in this game.")
            yield Problem(f"points.{side}", "negative", below)
        if points is not None and points % rules.step.size:
            step = say("Points go in steps of {step}.", step=rules.step.size)
            yield Problem(f"points.{side}", "wrong_step", step)
    total = sum((points for points in record.points if points is not None), ZERO)
    if rules.hand_total is not None and total != rules.hand_total:
        wrong = say("The points come to {total}, not to {wanted}.", total=total, wanted=rules.hand_total)
        yield Problem("points", "wrong_sum", wrong)
    if record.turned and not rules.turn:
        yield Problem("turned", "not_played", say("Nobody can shoot the moon by the rules of this series."))
    elif record.turned and rules.hand_total not in record.points:
        all_points = say("Only who has all {total} points of a hand has shot the moon.", total=rules.hand_total or ZERO)
        yield Problem("turned", "not_all", all_points)


def _check_bids(rules: Rules, record: BidsRecord, table: Table) -> Iterator[Problem]:
    """Return the problems of bids and tricks. A hand with bids alone is unfinished."""
    sides = rules.sides(table.seats)
    for field, row in (("bids", record.bids), ("tricks", record.tricks)):
        if len(row) != sides and (row or field == "bids"):
            yield wrong_length(field, sides)
            return
    if rules.bidders is Bidders.ONE:
        if sum(bid is not None for bid in record.bids) != 1:
            yield Problem("bids", "one_bid", say("In this game one side bids, and only one."))
            return
    else:
        yield from _check_absent(rules, "bids", record.bids)
    for side, bid in enumerate(record.bids):
        won = record.won(side)
        if bid is not None and won is None:
            yield Problem(f"tricks.{side}", UNFINISHED, say("What was won is missing here."))
        if bid is None and won is not None and rules.bidders is Bidders.ALL and rules.may_be_absent:
            yield Problem(f"bids.{side}", "missing", say("The bid is missing here."))
    wanted = len(table.earlier) + 1 if rules.tricks_grow else rules.hand_total
    total = sum(won or 0 for won in record.tricks)
    by_bidders = [won for bid, won in zip(record.bids, record.tricks, strict=False) if bid is not None]
    finished = bool(record.tricks) and None not in (record.tricks if rules.bidders is Bidders.ONE else by_bidders)
    if wanted is not None and (total > wanted or (finished and total != wanted)):
        wrong = say("The tricks come to {total}, not to {wanted}.", total=total, wanted=wanted)
        yield Problem("tricks", "wrong_sum", wrong)


def _check_sides(rules: Rules, record: SidesRecord, table: Table) -> Iterator[Problem]:
    named = [seat for side in record.sides for seat in side]
    if max(named) >= table.seats:
        yield Problem("sides", "no_such_seat", say("There is no player on this seat."))
        return
    if len(set(named)) < len(named):
        yield Problem("sides", "seated_twice", say("A player can be on one side only."))
    elif len(named) < table.seats and not rules.may_be_absent:
        yield Problem("sides", "missing", say("Everybody plays every hand in this game."))
    if record.value < 0:
        yield Problem("value", "negative", say("The worth of a hand cannot be below zero."))
    if record.value % rules.step.size:
        step = say("Points go in steps of {step}.", step=rules.step.size)
        yield Problem("value", "wrong_step", step)


def _check_absent(rules: Rules, field: str, row: Sequence[object]) -> Iterator[Problem]:
    """A side without a figure did not play, which is a problem in games in which everybody plays every hand."""
    absent = [side for side, figure in enumerate(row) if figure is None]
    if not rules.may_be_absent:
        for side in absent:
            yield Problem(f"{field}.{side}", "missing", say("Everybody plays every hand in this game."))
    elif len(row) - len(absent) < 2:  # noqa: PLR2004  (a hand needs two)
        yield Problem(field, "too_few", say("At least two play a hand."))
