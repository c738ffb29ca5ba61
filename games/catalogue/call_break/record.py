"""What a table can write down of a deal: calls and tricks, calls and every card, or that the deal was thrown in."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.call_break.play import SEATS, shape
from games.catalogue.call_break.rules import MOST_TRICKS, TRICKS, Rules
from games.contract import UNFINISHED, Frozen, Table
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem
from games.kit.records import ThrownIn, check_thrown_in, record_reader
from games.kit.seats import BY_SEAT
from games.kit.sentences import gettext_noop, say

CALLS = gettext_noop("Calls")
MOST_SEATS = max(TRICKS)

Call = Annotated[int, Field(ge=1, le=MOST_TRICKS, strict=True)]
Tricks = Annotated[int, Field(ge=0, le=MOST_TRICKS, strict=True)]
Calls = Annotated[tuple[Call, ...], Field(max_length=MOST_SEATS, title=CALLS, json_schema_extra=BY_SEAT)]


class Totals(Frozen):
    """Calls and tricks by seat. The calls alone are a deal that is being played; the last number of tricks may be
    left open, being what is left of those of the deal."""

    calls: Calls
    tricks: Annotated[tuple[Tricks | None, ...], Field(max_length=MOST_SEATS)] = Field(
        (), title=gettext_noop("Tricks"), json_schema_extra=BY_SEAT
    )

    @property
    def tricks_by_seat(self) -> tuple[int | None, ...]:
        given = self.tricks or (None,) * len(self.calls)
        if given.count(None) != 1:
            return given
        rest = TRICKS[len(given)] - sum(filter(None, given))
        return tuple(rest if tricks is None else tricks for tricks in given)


class Play(PlayRecord):
    """Every card of the deal."""

    calls: Calls


Record = Totals | Play | ThrownIn[Play]
RECORD: TypeAdapter[Record] = record_reader(Totals, Play, ThrownIn[Play])


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [*_check_calls(rules, record.calls, table.seats), *_check_tricks(record, table.seats)]
        case Play() | ThrownIn(play=Play()) if table.seats != SEATS:
            return [Problem("tricks", "for_four", say("Only four players can write a hand down card by card."))]
        case Play():
            return [*_check_calls(rules, record.calls, SEATS), *check_play(record, shape(rules, record, table))]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape(rules, play, table) if play else None)


def _check_calls(rules: Rules, calls: Sequence[int], seats: int) -> Iterator[Problem]:
    if len(calls) != seats:
        yield _wrong_length("calls", seats)
        return
    for seat, call in enumerate(calls):
        if call > TRICKS[seats]:
            high = say("A deal has {tricks} tricks; the call is {call}.", tricks=TRICKS[seats], call=call)
            yield Problem(f"calls.{seat}", "out_of_range", high)
        if call < rules.least_call:
            low = say("A call is at least {least} here, not {call}.", least=rules.least_call, call=call)
            yield Problem(f"calls.{seat}", "too_low", low)
    total, least = sum(calls), rules.least_sum_of_calls
    if total < least:
        again = say("The calls come to {total}, and {least} is the least: deal again.", total=total, least=least)
        yield Problem("calls", "too_low", again)


def _check_tricks(record: Totals, seats: int) -> Iterator[Problem]:
    if record.tricks and len(record.tricks) != seats:
        yield _wrong_length("tricks", seats)
        return
    if len(record.calls) != seats:
        return
    given = [tricks for tricks in record.tricks if tricks is not None]
    total, of_deal = sum(given), TRICKS[seats]
    if total > of_deal or (total < of_deal and len(given) == seats):
        wrong = say("A deal has {tricks} tricks; these come to {total}.", tricks=of_deal, total=total)
        yield Problem("tricks", "wrong_sum", wrong)
    elif None in record.tricks_by_seat:
        missing = say("The tricks of {count} players are missing.", count=seats - len(given))
        yield Problem("tricks", UNFINISHED, missing)


def _wrong_length(field: str, seats: int) -> Problem:
    return Problem(field, "wrong_length", say("There must be {count} numbers.", count=seats))
