"""What a table can write down of a deal: calls and tricks, calls and every card, or that the deal was thrown in."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.call_break.play import SEATS, TRICKS, shape
from games.catalogue.call_break.rules import Rules
from games.contract import UNFINISHED, Answer, Bids, Frozen, Question, Table, TotalsEntry
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem
from games.kit.records import ThrownIn, check_thrown_in, record_reader
from games.kit.seats import BY_SEAT
from games.kit.sentences import gettext_noop, say

CALLS = gettext_noop("Calls")

Call = Annotated[int, Field(ge=1, le=TRICKS, strict=True)]
Tricks = Annotated[int, Field(ge=0, le=TRICKS, strict=True)]
Calls = Annotated[tuple[Call, ...], Field(max_length=SEATS, title=CALLS, json_schema_extra=BY_SEAT)]


class Totals(Frozen):
    """Calls and tricks by seat. The calls alone are a deal that is being played; the last number of tricks may be
    left open, being what is left of 13."""

    calls: Calls
    tricks: Annotated[tuple[Tricks | None, ...], Field(max_length=SEATS)] = Field(
        (), title=gettext_noop("Tricks"), json_schema_extra=BY_SEAT
    )

    @property
    def tricks_by_seat(self) -> tuple[int | None, ...]:
        given = self.tricks or (None,) * SEATS
        if given.count(None) != 1:
            return given
        rest = TRICKS - sum(filter(None, given))
        return tuple(rest if tricks is None else tricks for tricks in given)


class Play(PlayRecord):
    """Every card of the deal."""

    calls: Calls


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = record_reader(Totals, Play, ThrownIn[Play])


def totals_entry(rules: Rules, seats: int) -> TotalsEntry:
    calls = Bids("calls", gettext_noop("Call"))
    return TotalsEntry("tricks", Fraction(1), Fraction(TRICKS), title=gettext_noop("Tricks"), bids=calls)


def asks(rules: Rules, seats: int, *, by_card: bool) -> tuple[Question, ...]:
    """The keypad has the calls beside the tricks; before the first card they are asked for."""
    possible = tuple((call, str(call)) for call in range(rules.least_call, TRICKS + 1))
    return (Question("calls", CALLS, Answer.BY_SIDE, possible, required=True),) if by_card else ()


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*_check_calls(rules, record.calls), *_check_tricks(record)]
        case Play():
            return [*_check_calls(rules, record.calls), *check_play(record, shape(rules, record, table))]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape(rules, play, table) if play else None)


def _check_calls(rules: Rules, calls: Sequence[int]) -> Iterator[Problem]:
    if len(calls) != SEATS:
        yield _needs_four("calls")
        return
    for seat, call in enumerate(calls):
        if call < rules.least_call:
            low = say("A call is at least {least} here, not {call}.", least=rules.least_call, call=call)
            yield Problem(f"calls.{seat}", "too_low", low)
    total, least = sum(calls), rules.least_sum_of_calls
    if total < least:
        again = say("The calls come to {total}, and {least} is the least: deal again.", total=total, least=least)
        yield Problem("calls", "too_low", again)


def _check_tricks(record: Totals) -> Iterator[Problem]:
    if record.tricks and len(record.tricks) != SEATS:
        yield _needs_four("tricks")
        return
    given = [tricks for tricks in record.tricks if tricks is not None]
    total = sum(given)
    if total > TRICKS or (total < TRICKS and len(given) == SEATS):
        yield Problem("tricks", "wrong_sum", say("A deal has 13 tricks; these come to {total}.", total=total))
    elif None in record.tricks_by_seat:
        missing = say("The tricks of {count} players are missing.", count=SEATS - len(given))
        yield Problem("tricks", UNFINISHED, missing)


def _needs_four(field: str) -> Problem:
    return Problem(field, "wrong_length", say("There must be {count} numbers.", count=SEATS))
