"""The record of a deal: calls with tricks or with every card, or a deal that was thrown in."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.call_break.play import shape
from games.catalogue.call_break.rules import MOST_TRICKS, TRICKS, Rules
from games.contract import Frozen, Table
from games.kit.plays import PlayRecord, check_play
from games.kit.problems import Problem, wrong_length
from games.kit.records import ThrownIn, check_thrown_in, reader_of
from games.kit.seats import BY_SEAT
from games.kit.sentences import gettext_noop, say
from games.kit.spades_trump import SEATS
from games.kit.taken import check_taken, fill_in

CALLS = gettext_noop("Calls")
MOST_SEATS = max(TRICKS)  # its keys are numbers of players

Call = Annotated[int, Field(ge=1, le=MOST_TRICKS, strict=True)]
TricksTaken = Annotated[int, Field(ge=0, le=MOST_TRICKS, strict=True)]
Calls = Annotated[tuple[Call, ...], Field(max_length=MOST_SEATS, title=CALLS, json_schema_extra=BY_SEAT)]


class Totals(Frozen):
    """Calls and tricks by seat. With calls alone, the deal is still being played. One entry of `tricks` may be
    None: it is what the others leave of the deal's tricks."""

    calls: Calls
    tricks: Annotated[tuple[TricksTaken | None, ...], Field(max_length=MOST_SEATS)] = Field(
        (), title=gettext_noop("Tricks"), json_schema_extra=BY_SEAT
    )

    @property
    def tricks_by_seat(self) -> tuple[int | None, ...]:
        taken = self.tricks or (None,) * len(self.calls)
        return fill_in(taken, TRICKS.get(len(taken), 0))


class Play(PlayRecord):
    """Every card of the deal."""

    calls: Calls


Record = Totals | Play | ThrownIn[Play]
# Totals have `tricks` too: how many each player won.
RECORD: TypeAdapter[Record] = reader_of(Totals, thrown_in=ThrownIn[Play], first_leader=Play, direction=Play)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    match record:
        case Totals():
            return [
                *_check_calls(rules, record.calls, table.seats),
                *check_taken(record.tricks, len(record.calls), table.seats, TRICKS[table.seats]),
            ]
        case Play() | ThrownIn(play=Play()) if table.seats != SEATS:
            return [Problem("tricks", "for_four", say("A hand is written down card by card with four players only."))]
        case Play():
            return [*_check_calls(rules, record.calls, SEATS), *check_play(record, shape(rules))]
        case ThrownIn(play=play):
            return check_thrown_in(record, shape(rules) if play else None)


def _check_calls(rules: Rules, calls: Sequence[int], seats: int) -> Iterator[Problem]:
    if len(calls) != seats:
        yield wrong_length("calls", seats)
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
