"""What a table writes down: points, or bids and what was won, or two sides and what the hand is worth."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag, TypeAdapter

from games.catalogue.scorecard.rules import MOST_SEATS, Bidders, Rules, Written
from games.contract import UNFINISHED, Answer, Bids, Frozen, Question, Table, TotalsEntry
from games.kit.figures import ZERO
from games.kit.points import OpenPointsBySeat, Points
from games.kit.problems import Problem, Unreadable
from games.kit.seats import BY_SEAT, SEAT
from games.kit.sentences import gettext_noop, say

MOST_TRICKS = 1000
Trick = Annotated[int, Field(strict=True, ge=0, le=MOST_TRICKS)]
TricksBySide = Annotated[tuple[Trick | None, ...], Field(max_length=MOST_SEATS, json_schema_extra=BY_SEAT)]


def _no_crowd(seats: Any) -> Any:
    """Refuse a list that is too long to be read seat by seat."""
    if isinstance(seats, list | tuple) and len(seats) > MOST_SEATS:
        raise Unreadable.because("too_many", say("There are too many players on a side."))
    return seats


Seats = Annotated[
    tuple[Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)], ...],
    Field(min_length=1, max_length=MOST_SEATS),
    BeforeValidator(_no_crowd),
]
TURNED = gettext_noop("All points were turned")
SIDES = gettext_noop("Winners and losers")


class PointsRecord(Frozen):
    """One figure for each side; null for one that did not play this hand."""

    points: OpenPointsBySeat = Field(title=gettext_noop("Points"))
    turned: Annotated[bool, Field(strict=True)] | None = Field(None, title=TURNED)


class BidsRecord(Frozen):
    """What each side bid and won. A side without a bid did not play, or did not bid where only one does."""

    bids: TricksBySide = Field(title=gettext_noop("Bids"))
    tricks: TricksBySide = Field((), title=gettext_noop("Tricks"))

    def won(self, side: int) -> int | None:
        return self.tricks[side] if side < len(self.tricks) else None


class SidesRecord(Frozen):
    """The seats of the two sides, the winners first. A seat on neither did not play this hand."""

    sides: tuple[Seats, Seats] = Field(title=SIDES, json_schema_extra=SEAT)
    value: Points = Field(title=gettext_noop("Worth"))


Record = PointsRecord | BidsRecord | SidesRecord
WAYS: Mapping[Written, type[Frozen]] = {
    Written.POINTS: PointsRecord,
    Written.BIDS: BidsRecord,
    Written.SIDES: SidesRecord,
}


def _way(record: Any) -> str:
    """By its fields, so that a problem is reported for the kind that was meant."""
    for kind in (BidsRecord, SidesRecord):
        if isinstance(record, kind) or (isinstance(record, Mapping) and set(kind.model_fields) & set(record)):
            return f"kind:{kind.__name__}"
    return "kind:PointsRecord"


RECORD: TypeAdapter[Record] = TypeAdapter(
    Annotated[
        Annotated[PointsRecord, Tag("kind:PointsRecord")]
        | Annotated[BidsRecord, Tag("kind:BidsRecord")]
        | Annotated[SidesRecord, Tag("kind:SidesRecord")],
        Discriminator(_way),
    ]
)


def totals_entry(rules: Rules, seats: int) -> TotalsEntry:
    if rules.written is Written.BIDS:
        bids = Bids("bids", gettext_noop("Bid"), by_one=rules.bidders is Bidders.ONE)
        total = Fraction(1) if rules.tricks_grow else rules.hand_total
        title = gettext_noop("Won")
        return TotalsEntry(
            "tricks",
            Fraction(1),
            total,
            title=title,
            total_grows=rules.tricks_grow,
            may_sit_out=rules.sits_out and not bids.by_one,
            bids=bids,
        )
    if rules.written is Written.SIDES:
        return TotalsEntry("value", rules.step.size, None, title=gettext_noop("Worth"), shared=True)
    return TotalsEntry(
        "points",
        rules.step.size,
        rules.hand_total,
        below_zero=rules.below_zero,
        may_sit_out=rules.sits_out,
        blank_is_zero=rules.blank_is_zero,
    )


def asks(rules: Rules, seats: int, *, by_card: bool) -> tuple[Question, ...]:
    if rules.written is Written.SIDES:
        return (Question("sides", SIDES, Answer.SIDES, required=True, may_sit_out=rules.may_be_absent),)
    if rules.written is Written.POINTS and rules.turn:
        return (Question("turned", TURNED, Answer.FLAG),)
    return ()


# --- Problems of a record --------------------------------------------------------------------------------------------


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    if not isinstance(record, WAYS[rules.written]):
        wrong = say("By the rules of this series another kind of hand is written down: {kind}.", kind=rules.written)
        return [Problem("", "wrong_kind", wrong)]
    match record:
        case PointsRecord():
            return list(_check_points(rules, record, table))
        case BidsRecord():
            return list(_check_bids(rules, record, table))
        case SidesRecord():
            return list(_check_sides(rules, record, table))


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
