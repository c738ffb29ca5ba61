"""The record of a hand: four totals, every card, or a deal that was thrown in."""

from collections.abc import Iterator
from fractions import Fraction

from pydantic import Field, TypeAdapter

from games.catalogue.jaago_chalis.play import SHAPE
from games.catalogue.jaago_chalis.rules import POINTS_IN_A_HAND, Rules
from games.contract import Frozen, Table
from games.entry import Answer, Question
from games.kit.figures import HALF, ZERO
from games.kit.plays import PlayRecord, check_play
from games.kit.points import PointsBySeat
from games.kit.problems import Problem
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.seats import SEAT
from games.kit.sentences import Seat, gettext_noop, say

SEATS = 4
CARDS_IN_A_TRICK = 4
LEAST_FOR_LAST_TRICK = 3  # four black cards and the point for the last trick


class Totals(Frozen):
    """Four totals, as most tables keep score."""

    points_won: PointsBySeat = Field(title=gettext_noop("Points won"))
    last_trick: int | None = Field(
        None,
        ge=0,
        lt=SEATS,
        strict=True,
        title=gettext_noop("Who won the last trick and deals next"),
        json_schema_extra=SEAT,
    )


Record = Totals | PlayRecord | ThrownIn[PlayRecord]
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[PlayRecord], tricks=PlayRecord)


LAST_TRICK = Question("last_trick", gettext_noop("Winner of the last trick, who deals next"), Answer.SEAT)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return list(check_totals(record))
        case PlayRecord():
            return check_play(record, SHAPE)
        case ThrownIn():
            return check_thrown_in(record, SHAPE)


def check_totals(record: Totals) -> Iterator[Problem]:
    """Each total must be possible, and the four must come to 40."""
    won = record.points_won
    if len(won) != SEATS:
        four = say("There must be four totals, not {count}.", count=len(won))
        yield Problem("points_won", "wrong_length", four)
        return
    for seat, points in enumerate(won):
        where = f"points_won.{seat}"
        if points < 0:
            yield Problem(where, "negative", say("Points won cannot be below zero."))
        elif points > POINTS_IN_A_HAND:
            yield Problem(where, "too_many", say("A hand has only 40 points."))
        elif points % HALF:
            yield Problem(where, "not_half", say("Points are won in steps of ½."))
        elif not can_be_won(points):
            never = say("{points} cannot be won: the smallest trick, four black cards, is worth 2.", points=points)
            yield Problem(where, "impossible", never)
    total = sum(won, ZERO)
    if total < POINTS_IN_A_HAND:
        missing = POINTS_IN_A_HAND - total
        under = say("The four totals come to {total}; that is {missing} less than 40.", total=total, missing=missing)
        yield Problem("points_won", "wrong_sum", under)
    elif total > POINTS_IN_A_HAND:
        extra = total - POINTS_IN_A_HAND
        over = say("The four totals come to {total}; that is {extra} more than 40.", total=total, extra=extra)
        yield Problem("points_won", "wrong_sum", over)
    last = record.last_trick
    if last is not None and won[last] < LEAST_FOR_LAST_TRICK:
        least = say("{seat} cannot have won the last trick: that alone is worth 3 or more.", seat=Seat(last))
        yield Problem("last_trick", "impossible_last_trick", least)


def can_be_won(points: Fraction) -> bool:
    """Can whole tricks of four cards, red 1 and black ½, come to so many points?

    The cards of n tricks are worth from 2n (all black) to 4n (all red) in steps of ½. The point for the last trick
    makes no further total possible. If each of four totals is possible and they come to 40, they are possible together:
    tests/games/jaago_chalis/test_possible_totals.py tries all of them.
    """
    if points < 0 or points % HALF:
        return False
    fewest = -(-points // CARDS_IN_A_TRICK)
    most = points // (CARDS_IN_A_TRICK * HALF)
    return fewest <= most
