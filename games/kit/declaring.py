"""Games in which one player declares what is played: Skat, Doppelkopf, Tarot, Schafkopf.

The declarer plays alone or with partners against the others. This module has what these games share about one hand:
who sits out, Bock, the lines of the score, and the payments for the hand. declaring_game.py has the end of a series,
and its settlement.

*Bock* are hands that count twice. Some event, on which the table agrees, begins a number of them; a hand that belongs
to two Bocks counts four times.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from games.contract import Frozen, Line, Score, SettlementColumn
from games.entry import Answer, Question
from games.kit.choices import Choice
from games.kit.figures import whole
from games.kit.options import STAKES_PART, RatePerPoint, Stakes, YesNo, only_if
from games.kit.problems import Problem, Unreadable
from games.kit.seats import SEAT
from games.kit.sentences import Seat, Sentence, gettext_noop, say, say_many
from games.kit.standard_money import DIFFERENCE, STANDARD
from games.kit.transfers import Transfer, nets

MOST_PLAYERS = 7  # at the table, with those who sit out

SeatNumber = Annotated[int, Field(ge=0, lt=MOST_PLAYERS, strict=True, json_schema_extra=SEAT)]
SeatNumbers = Annotated[
    tuple[Annotated[int, Field(ge=0, lt=MOST_PLAYERS, strict=True)], ...],
    Field(max_length=MOST_PLAYERS, json_schema_extra=SEAT),
]
Flag = Annotated[bool, Field(strict=True)]

DECLARER = gettext_noop("Who plays")
SITTING_OUT = gettext_noop("Who sits out")
BOCK = gettext_noop("Bock")
BOCK_BEGINS = gettext_noop("Bock begins")


# --- Options ---------------------------------------------------------------------------------------------------------


class HandStake(Choice):
    """How players settle in a game in which each hand has a worth."""

    AT_ONCE = "at_once", gettext_noop("After each hand")
    DIFFERENCE = "difference", gettext_noop("By difference")
    LADDER = "ladder", gettext_noop("By place")
    NONE = "none", gettext_noop("None")


HandStakes = Annotated[
    HandStake,
    Field(
        title=gettext_noop("Who pays whom"),
        description=gettext_noop(
            "After each hand: as the hand says. By difference: in every pair, the difference of their totals times a "
            "rate. By place: the others pay the winner."
        ),
        json_schema_extra=STAKES_PART,
    ),
]
Rate = Annotated[RatePerPoint, Field(json_schema_extra=STAKES_PART | only_if(settlement=["difference"]))]
PlaceSum = Annotated[
    Stakes,
    Field(
        title=gettext_noop("For each place"),
        description=gettext_noop("The second pays the winner this sum, the third twice as much, and so on."),
        json_schema_extra=STAKES_PART | only_if(settlement=["ladder"]),
    ),
]
Hands = Annotated[
    Annotated[int, Field(ge=1, le=1000, strict=True)] | None,
    Field(
        title=gettext_noop("Number of hands"),
        description=gettext_noop("After so many hands the series is over. Empty: when the table stops."),
    ),
]
BockPlayed = Annotated[
    YesNo,
    Field(
        title=BOCK,
        description=gettext_noop(
            "A hand can be marked as Bock, and then counts twice. “Bock begins” marks the hand after which it begins."
        ),
    ),
]
BockHands = Annotated[
    Annotated[int, Field(ge=1, le=100, strict=True)] | None,
    Field(
        title=gettext_noop("Hands of a Bock"),
        description=gettext_noop("How many hands are Bock once it begins. Empty: one for each player."),
    ),
]
COLUMNS = (
    SettlementColumn("at_once", gettext_noop("After each hand"), frozenset({"at_once"})),
    DIFFERENCE,
    STANDARD,
)


# --- Records ---------------------------------------------------------------------------------------------------------


def refuse_flag(value: Any) -> Any:
    """Refuse `true` where only some numbers are allowed: Python takes it for 1."""
    if isinstance(value, bool):
        raise Unreadable.because("not_a_choice", say("This is not one of the choices."))
    return value


OnceTwiceFourTimes = Annotated[Literal[1, 2, 4], BeforeValidator(refuse_flag)]


class SomeSitOut(Frozen):
    """A hand at a table at which there may be more players than play it."""

    sitting_out: SeatNumbers = Field((), title=SITTING_OUT)


class BockHand(SomeSitOut):
    """A hand that may count twice, or four times where two rounds of Bock meet."""

    bock: OnceTwiceFourTimes = Field(1, title=BOCK)
    bock_begins: Flag = Field(default=False, title=BOCK_BEGINS)


class Passed(SomeSitOut):
    """Nobody wanted to play. The deal moves on."""

    passed: Literal[True]


def playing(record: SomeSitOut, seats: int) -> tuple[int, ...]:
    """Return the seats that play the hand."""
    return tuple(seat for seat in range(seats) if seat not in record.sitting_out)


def check_seats(record: SomeSitOut, seats: int, needed: int, named: Iterable[tuple[str, int | None]]) -> list[Problem]:
    """Return problems with the number of players, which must be `needed`, and with players who sit out and are named.

    `named` has the fields of the record that each name a player of this hand, with the seat.
    """
    problems = []
    if len(set(record.sitting_out)) != len(record.sitting_out) or any(seat >= seats for seat in record.sitting_out):
        problems.append(Problem("sitting_out", "no_such_seat", say("There is no such seat at this table.")))
    elif len(record.sitting_out) != seats - needed and (record.sitting_out or not isinstance(record, Passed)):
        why = say("Nobody sits out at a table of {seats}.", seats=seats)
        if seats > needed:
            why = say("Say who sits out: {count} of {seats} players.", count=seats - needed, seats=seats)
        problems.append(Problem("sitting_out", "wrong_number", why))
    for field, seat in named:
        if seat is None:
            continue
        if seat >= seats:
            problems.append(Problem(field, "no_such_seat", say("There is no such seat at this table.")))
        elif seat in record.sitting_out:
            problems.append(Problem(field, "sits_out", say("{player} sits out.", player=Seat(seat))))
    return problems


def check_bock(record: BockHand, *, played: bool) -> list[Problem]:
    """Return a problem if the record has Bock although it is not `played` by the rules."""
    if played or (record.bock == 1 and not record.bock_begins):
        return []
    return [Problem("bock", "not_played", say("Bock is not played by the rules of this series."))]


def sit_out(dealer: int | None, seats: int, after_dealer: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that sit out: those so many seats after the dealer. None sits out if the dealer is not known."""
    return () if dealer is None else tuple(sorted((dealer + further) % seats for further in after_dealer))


# --- What is asked ---------------------------------------------------------------------------------------------------


def ask_who_sits_out(after_dealer: tuple[int, ...]) -> Question:
    """Return the question who sits out. The form begins with those who sit so many seats after the dealer."""
    return Question("sitting_out", SITTING_OUT, Answer.SEATS, after_dealer=after_dealer, most=len(after_dealer))


def bock_questions() -> Iterator[Question]:
    options = ((1, gettext_noop("No")), (2, gettext_noop("Bock")), (4, gettext_noop("Double Bock")))
    yield Question("bock", BOCK, Answer.OPTION, options, usual=1)
    yield Question("bock_begins", BOCK_BEGINS, Answer.FLAG)


# --- What a hand is worth --------------------------------------------------------------------------------------------


def multiply(words: Sentence, points: int, *factors: tuple[int, Sentence]) -> tuple[Sentence, int]:
    """Multiply the points by each factor, and add each step to the words: “…, lost × 2 = 40, Kontra × 2 = 80”."""
    for factor, why in factors:
        if factor != 1:
            points *= factor
            words = say(
                "{worth}, {why} × {factor} = {points}", worth=words, why=why, factor=factor, points=whole(points)
            )
    return words, points


def pay_at_once(payers: Sequence[int], payees: Sequence[int], points: Fraction, why: Sentence) -> tuple[Transfer, ...]:
    """Return payments of the hand's worth: the first payer pays the first payee, and so on.

    A player who pays or is paid twice stands in the list twice. If `points` is negative, the payees pay the payers.
    In `why` the values of {payer}, {payee} and {points} are filled in.
    """
    if not points:
        return ()
    if points < 0:
        payers, payees, points = payees, payers, -points
    return tuple(
        Transfer.because(payer, payee, points, "at_once", why) for payer, payee in zip(payers, payees, strict=True)
    )


def payment_lines(transfers: Iterable[Transfer], seats: int, why: Sentence) -> Iterator[Line]:
    """Return a line with the same reason for each player who pays or gets something."""
    for seat, points in enumerate(nets(transfers, seats)):
        if points:
            yield Line(seat, points, why)


# --- The series ------------------------------------------------------------------------------------------------------


def score_without_points(record: SomeSitOut, seats: int, *, complete: bool = True) -> Score:
    """Return the score of a hand that brings nobody anything, or that is not finished."""
    return Score((whole(0),) * seats, (whole(0),) * seats, complete=complete, sitting=playing(record, seats))


def bock_left(played: Sequence[Score], hands: int) -> tuple[Sentence, ...]:
    """Return a reminder of the hands of Bock that are left. Each time that Bock begins, `hands` more hands are Bock."""
    left = 0
    for score in played:
        left = max(left - 1, 0) + (hands if score.begins_bock else 0)
    return (say_many("Bock: {count} hand left", "Bock: {count} hands left", count=left),) if left else ()
