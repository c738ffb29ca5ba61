"""The record of a hand: what was declared and how it went, a hand that all passed, or a Ramsch. [K "The hand"]"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from games.catalogue.skat.rules import Rules
from games.contract import UNFINISHED, Table
from games.kit.card_points import HandInCardPoints, RamschHand, check_counted, check_ramsch
from games.kit.choices import Choice
from games.kit.declaring import (
    DECLARER,
    BockHand,
    Flag,
    OnceTwiceFourTimes,
    Passed,
    SeatNumber,
    check_bock,
    check_seats,
)
from games.kit.problems import Problem
from games.kit.records import reader_of
from games.kit.sentences import gettext_noop, say

PLAYERS_IN_A_HAND = 3
MOST_MATADORS, MOST_IN_GRAND = 11, 4


class SkatContract(Choice):
    """What the declarer plays."""

    DIAMONDS = "diamonds", gettext_noop("Diamonds (Skat)")
    HEARTS = "hearts", gettext_noop("Hearts (Skat)")
    SPADES = "spades", gettext_noop("Spades (Skat)")
    CLUBS = "clubs", gettext_noop("Clubs (Skat)")
    GRAND = "grand", gettext_noop("Grand")
    NULL = "null", gettext_noop("Null")


class SkatHand(HandInCardPoints, BockHand):
    """A hand that was played. With the declarer's card points, what was won follows from them."""

    declarer: SeatNumber = Field(title=DECLARER)
    contract: SkatContract = Field(title=gettext_noop("Game"))
    matadors: Annotated[int, Field(ge=1, le=MOST_MATADORS, strict=True)] | None = Field(
        None, title=gettext_noop("Matadors")
    )
    hand: Flag = Field(default=False, title=gettext_noop("Hand game"))
    ouvert: Flag = Field(default=False, title=gettext_noop("Ouvert"))
    schneider_announced: Flag = Field(default=False, title=gettext_noop("Schneider announced"))
    schwarz_announced: Flag = Field(default=False, title=gettext_noop("Schwarz announced"))
    bid: Annotated[int, Field(ge=18, le=264, strict=True)] | None = Field(None, title=gettext_noop("Bid (Skat)"))
    kontra: OnceTwiceFourTimes = Field(1, title=gettext_noop("Kontra and Re"))

    @property
    def is_null(self) -> bool:
        return self.contract is SkatContract.NULL

    @property
    def plays_hand(self) -> bool:
        """Did the declarer play without the skat? An ouvert game is a hand game, except in Null."""
        return self.hand or (self.ouvert and not self.is_null)

    @property
    def says_schwarz(self) -> bool:
        """Was Schwarz announced? An ouvert game announces it, except in Null."""
        return self.schwarz_announced or (self.ouvert and not self.is_null)

    @property
    def says_schneider(self) -> bool:
        """Was Schneider announced? Who announces Schwarz announces Schneider too."""
        return self.schneider_announced or self.says_schwarz

    @property
    def goal_reached(self) -> bool | None:
        """Did the declarer reach what was declared? None if the record does not say it.

        A declarer who reached it has lost all the same if the worth is less than the bid: see scoring.py.
        """
        if self.is_null:
            return self.tricks == "none" if self.won is None and self.tricks != "some" else self.won
        if self.points is None or self.tricks != "some":
            return self.has_most_points
        return bool(self.has_most_points) and not self.says_schwarz and (self.is_schneider() or not self.says_schneider)


Record = SkatHand | Passed | RamschHand
RECORD = reader_of(SkatHand, passed=Passed, ramsch=RamschHand)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    declarer = [("declarer", record.declarer)] if isinstance(record, SkatHand) else []
    problems = check_seats(record, table.seats, PLAYERS_IN_A_HAND, declarer)
    match record:
        case Passed():
            return problems
        case RamschHand():
            problems += check_ramsch(record.ramsch, PLAYERS_IN_A_HAND, played=rules.ramsch)
        case SkatHand():
            if record.kontra != 1 and not rules.kontra:
                problems.append(
                    Problem("kontra", "not_played", say("Kontra is not played by the rules of this series."))
                )
            problems += _check_null(record) if record.is_null else _check_trumps(record)
    return problems + check_bock(record, played=rules.bock)


def _check_null(record: SkatHand) -> Iterator[Problem]:
    for field in ("matadors", "schneider_announced", "schwarz_announced", "schneider", "schwarz", "points"):
        given = getattr(record, field)
        if given is not None and given is not False:  # 0 is a number of points
            yield Problem(field, "not_in_null", say("This does not belong to Null."))
    if record.won is not None and record.tricks == ("all" if record.won else "none"):
        yield Problem("won", "contradicts", say("Null is won without a trick."))
    elif record.goal_reached is None:
        yield Problem("won", UNFINISHED, say("Was the game won?"))


def _check_trumps(record: SkatHand) -> Iterator[Problem]:
    if record.matadors is None:
        yield Problem("matadors", UNFINISHED, say("How many matadors?"))
    elif record.contract is SkatContract.GRAND and record.matadors > MOST_IN_GRAND:
        yield Problem("matadors", "out_of_range", say("Grand has {most} matadors at most.", most=MOST_IN_GRAND))
    for field in ("schneider_announced", "schwarz_announced"):
        if getattr(record, field) and not record.plays_hand:
            yield Problem(field, "needs_hand", say("Only a hand game can be announced so."))
    yield from check_counted(record, won=record.goal_reached, schneider=record.is_schneider())
