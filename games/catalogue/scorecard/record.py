"""What a table writes down: points, or bids and what was won, or two sides and what the hand is worth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag, TypeAdapter

from games.catalogue.scorecard.options import MOST_SEATS, Bidders, End, Written
from games.catalogue.scorecard.rules import Rules
from games.contract import UNFINISHED, Frozen, Table
from games.entry import Answer, Question
from games.kit.figures import ZERO
from games.kit.plays import PlayRecord
from games.kit.points import OpenPointsBySeat, Points
from games.kit.problems import Problem, Unreadable
from games.kit.records import ThrownIn
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import Seat, Sentence, gettext_noop, say

MOST_TRICKS = 1000
Trick = Annotated[int, Field(strict=True, ge=0, le=MOST_TRICKS)]
TricksBySide = Annotated[tuple[Trick | None, ...], Field(max_length=MOST_SEATS, json_schema_extra=BY_SEAT)]


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
TURNED = gettext_noop("All points were turned")
SIDES = gettext_noop("Winners and losers")
TIMES = gettext_noop("Times")
LEADER = gettext_noop("Leader")
PENALTY = gettext_noop("Penalty")
DONE = gettext_noop("Done once")


class MarkedRecord(Frozen):
    """Whoever did in this hand what each player does once in a series."""

    marked: AnySeats | None = Field(None, title=DONE, json_schema_extra=SEAT)


class TimedRecord(MarkedRecord):
    """How often the hand counts; left out: once."""

    times: Annotated[int, Field(strict=True, ge=1, le=1000)] | None = Field(None, title=TIMES)

    @property
    def factor(self) -> int:
        return self.times or 1


class PointsRecord(MarkedRecord):
    """One figure for each side; null for one that did not play this hand."""

    points: OpenPointsBySeat = Field(title=gettext_noop("Points"))
    turned: Annotated[bool, Field(strict=True)] | None = Field(None, title=TURNED)
    penalised: AnySeats | None = Field(None, title=PENALTY, json_schema_extra=SEAT)


class BidsRecord(TimedRecord):
    """What each side bid and won. A side without a bid did not play, or did not bid where only one does."""

    bids: TricksBySide = Field(title=gettext_noop("Bids"))
    tricks: TricksBySide = Field((), title=gettext_noop("Tricks"))

    def won(self, side: int) -> int | None:
        return self.tricks[side] if side < len(self.tricks) else None


class SidesRecord(TimedRecord):
    """The seats of the two sides, the winners first. A seat on neither did not play this hand."""

    sides: tuple[Seats, Seats] = Field(title=SIDES, json_schema_extra=SEAT)
    value: Points = Field(title=gettext_noop("Worth"))
    leader: SeatNumber | None = Field(None, title=LEADER, json_schema_extra=SEAT)

    @property
    def led_by(self) -> int | None:
        """Who plays alone against several leads, and need not be named."""
        alone = [side[0] for side, other in (self.sides, self.sides[::-1]) if len(side) == 1 < len(other)]
        return alone[0] if self.leader is None and alone else self.leader


Thrown = ThrownIn[PlayRecord]
Record = PointsRecord | BidsRecord | SidesRecord | Thrown
WAYS: Mapping[Written, type[Frozen]] = {
    Written.POINTS: PointsRecord,
    Written.BIDS: BidsRecord,
    Written.SIDES: SidesRecord,
}


def _way(record: Any) -> str:
    """By its fields, so that a problem is reported for the kind that was meant."""
    if isinstance(record, ThrownIn) or (isinstance(record, Mapping) and "thrown_in" in record):
        return "kind:ThrownIn"
    for kind, needed in ((BidsRecord, {"bids", "tricks"}), (SidesRecord, {"sides", "value", "leader"})):
        if isinstance(record, kind) or (isinstance(record, Mapping) and needed & set(record)):
            return f"kind:{kind.__name__}"
    return "kind:PointsRecord"


RECORD: TypeAdapter[Record] = TypeAdapter(
    Annotated[
        Annotated[PointsRecord, Tag("kind:PointsRecord")]
        | Annotated[BidsRecord, Tag("kind:BidsRecord")]
        | Annotated[SidesRecord, Tag("kind:SidesRecord")]
        | Annotated[Thrown, Tag("kind:ThrownIn")],
        Discriminator(_way),
    ]
)


def questions_of(rules: Rules, seats: int) -> Iterator[Question]:
    by_sides = rules.written is Written.SIDES
    if by_sides:
        # The dealer sits out with one player more than play a hand: three where one leads, as in Skat, else four.
        dealer_sits_out = rules.sits_out and seats == (4 if rules.leader else 5)
        yield Question(
            "sides",
            SIDES,
            Answer.SIDES,
            required=True,
            may_sit_out=rules.may_be_absent,
            dealer_sits_out=dealer_sits_out,
        )
    # By a list the leader is alone, and found among three or more.
    if by_sides and rules.leader and (rules.list is None or rules.end is End.OUT):
        yield Question("leader", LEADER, Answer.SEAT, beside="sides")
    if rules.times and rules.written is not Written.POINTS:
        factors = tuple((times, f"{times} ×") for times in rules.times)
        usual = 1 if 1 in rules.times else None
        yield Question("times", TIMES, Answer.OPTION, factors, required=usual is None, usual=usual)
    if rules.written is Written.POINTS and rules.turn:
        yield Question("turned", TURNED, Answer.FLAG)
    if rules.written is Written.POINTS and rules.penalty:
        yield Question("penalised", PENALTY, Answer.SEATS)
    if rules.mark:
        yield Question("marked", rules.mark, Answer.SEATS)


# --- Problems of a record --------------------------------------------------------------------------------------------


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    if isinstance(record, ThrownIn):
        return list(_check_thrown_in(rules, record))
    if not isinstance(record, WAYS[rules.written]):
        kind = Sentence(rules.written.label)
        wrong = say("By the rules of this series another kind of hand is written down: {kind}.", kind=kind)
        return [Problem("", "wrong_kind", wrong)]
    match record:
        case PointsRecord():
            problems = list(_check_points(rules, record, table))
        case BidsRecord():
            problems = list(_check_bids(rules, record, table))
        case SidesRecord():
            problems = list(_check_sides(rules, record, table))
    return [*problems, *_check_extras(rules, record, table)]


def _check_thrown_in(rules: Rules, record: Thrown) -> Iterator[Problem]:
    if record.play is not None:
        yield Problem("play", "no_cards", say("No cards are written down here."))
    if rules.written is not Written.SIDES:
        again = say("A deal that is given up is not written down here.")
        yield Problem("thrown_in", "not_played", again)


def _check_extras(rules: Rules, record: MarkedRecord, table: Table) -> Iterator[Problem]:
    """How often the hand counts, and the players to whom something happened in it."""
    if isinstance(record, TimedRecord) and record.factor not in (rules.times or (1,)):
        yield Problem("times", "wrong_times", say("This hand cannot count {count} times.", count=record.factor))
    if record.marked and not rules.mark:
        yield Problem("marked", "not_played", say("Nothing is marked by the rules of this series."))
    else:
        yield from _check_named("marked", record.marked, record, table)
    if isinstance(record, PointsRecord):
        if record.penalised and not rules.penalty:
            yield Problem("penalised", "not_played", say("There is no penalty by the rules of this series."))
        else:
            yield from _check_named("penalised", record.penalised, record, table)


def _check_named(field: str, seats: Sequence[int] | None, record: MarkedRecord, table: Table) -> Iterator[Problem]:
    if not seats:
        return
    if max(seats) >= table.seats:
        yield Problem(field, "no_such_seat", say("There is no player on this seat."))
    elif len(set(seats)) < len(seats):
        yield Problem(field, "named_twice", say("A player is named here twice."))
    else:
        absent = [seat for seat in seats if not _plays(record, seat)]
        for seat in absent:
            yield Problem(field, "sat_out", say("{player} did not play this hand.", player=Seat(seat)))


def _plays(record: MarkedRecord, seat: int) -> bool:
    match record:
        case PointsRecord(points=points):
            return not points or points[seat % len(points)] is not None
        case SidesRecord(sides=(won, lost)):
            return seat in (*won, *lost)
        case _:
            return True


def _check_points(rules: Rules, record: PointsRecord, table: Table) -> Iterator[Problem]:
    if len(record.points) != rules.sides(table.seats):
        yield _wrong_length("points", rules.sides(table.seats))
        return
    yield from _absent(rules, "points", record.points)
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
        yield Problem("turned", "not_played", say("Points are not turned by the rules of this series."))
    elif record.turned and rules.hand_total not in record.points:
        all_points = say("Only all {total} points of a hand can be turned.", total=rules.hand_total or ZERO)
        yield Problem("turned", "not_all", all_points)


def _check_bids(rules: Rules, record: BidsRecord, table: Table) -> Iterator[Problem]:
    """Bids alone are a hand that is not finished yet."""
    sides = rules.sides(table.seats)
    for field, row in (("bids", record.bids), ("tricks", record.tricks)):
        if len(row) != sides and (row or field == "bids"):
            yield _wrong_length(field, sides)
            return
    if rules.bidders is Bidders.ONE:
        if sum(bid is not None for bid in record.bids) != 1:
            yield Problem("bids", "one_bid", say("In this game one side bids, and only one."))
            return
    else:
        yield from _absent(rules, "bids", record.bids)
    for side, bid in enumerate(record.bids):
        won = record.won(side)
        if bid is not None and won is None:
            yield Problem(f"tricks.{side}", UNFINISHED, say("What was won is missing here."))
        if bid is None and won is not None and rules.bidders is Bidders.ALL and rules.may_be_absent:
            yield Problem(f"bids.{side}", "missing", say("The bid is missing here."))
    wanted = len(table.earlier) + 1 if rules.tricks_grow else rules.hand_total
    total = sum(won or 0 for won in record.tricks)
    due = [won for bid, won in zip(record.bids, record.tricks, strict=False) if bid is not None]
    finished = bool(record.tricks) and None not in (record.tricks if rules.bidders is Bidders.ONE else due)
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
    yield from _check_leader(rules, record)


def _check_leader(rules: Rules, record: SidesRecord) -> Iterator[Problem]:
    if not rules.leader:
        if record.leader is not None:
            yield Problem("leader", "not_played", say("Nobody leads by the rules of this series."))
        return
    leader = record.led_by
    side = next((side for side in record.sides if leader in side), ())
    if leader is None:
        yield Problem("leader", "missing", say("Say who leads."))
    elif not side:
        yield Problem("leader", "on_no_side", say("Who leads must have won or lost."))
    elif rules.list is not None and len(side) > 1:
        yield Problem("leader", "not_alone", say("Who leads plays alone here."))


def _wrong_length(field: str, sides: int) -> Problem:
    return Problem(field, "wrong_length", say("There must be {count} numbers.", count=sides))


def _absent(rules: Rules, field: str, row: Sequence[object]) -> Iterator[Problem]:
    """A side without a figure did not play. Where everybody plays every hand there is none."""
    absent = [side for side, figure in enumerate(row) if figure is None]
    if not rules.may_be_absent:
        for side in absent:
            yield Problem(f"{field}.{side}", "missing", say("Everybody plays every hand in this game."))
    elif len(row) - len(absent) < 2:  # noqa: PLR2004  (a hand needs two)
        yield Problem(field, "too_few", say("At least two play a hand."))
