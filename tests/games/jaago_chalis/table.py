"""Helpers to read, check and score a record, and for standing and settlement."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.contract import IllegalPlay, Score, Table
from games.kit.cards import CARD_BY_SPELLING, CODES
from games.kit.problems import Unreadable
from games.kit.transfers import Transfer

TABLE = Table(seats=4)
RULES = JaagoChalis.default_preset.rules


def rules_with(**options: Any) -> Any:
    reading = JaagoChalis.read_rules(options)
    assert not reading.problems, reading.problems
    return reading.value


def read(data: Any) -> Any:
    reading = JaagoChalis.read_record(data)
    assert not reading.problems, [str(problem.message) for problem in reading.problems]
    return reading.value


def problems(data: Any) -> list[tuple[str, str]]:
    """The field and code of every problem of a record, from reading and checking."""
    reading = JaagoChalis.read_record(data)
    found = reading.problems or JaagoChalis(RULES, TABLE.seats).check(reading.value, TABLE)
    return [(problem.field, problem.code) for problem in found]


def messages(data: Any) -> list[str]:
    reading = JaagoChalis.read_record(data)
    return [
        str(problem.message)
        for problem in reading.problems or JaagoChalis(RULES, TABLE.seats).check(reading.value, TABLE)
    ]


def totals(*won: Any, last_trick: int | None = None) -> dict[str, Any]:
    return {"points_won": list(won)} | ({} if last_trick is None else {"last_trick": last_trick})


def cards(tricks: Sequence[Sequence[str | None]], direction: str = "clockwise", leader: int = 0, **more: Any) -> Any:
    return {"direction": direction, "first_leader": leader, "tricks": [list(row) for row in tricks], **more}


def score(data: Any, rules: Any = RULES) -> Score:
    record = read(data)
    assert {problem.code for problem in JaagoChalis(rules, TABLE.seats).check(record, TABLE)} <= {"unfinished"}
    return JaagoChalis(rules, TABLE.seats).score(record, TABLE)


def entered(*points: Any, last_trick_winner: int | None = None) -> Score:
    """A hand with these points entered."""
    exact = tuple(Fraction(value) for value in points)
    return Score(points_won=exact, points_entered=exact, last_trick_winner=last_trick_winner)


def thrown_in() -> Score:
    return score({"thrown_in": True})


def stand(scores: Sequence[Score], rules: Any = RULES, first_dealer: int | None = None) -> Any:
    return JaagoChalis(rules, 4).standing(scores, Table(seats=4, first_dealer=first_dealer))


def settle(scores: Sequence[Score], rules: Any = RULES, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    return JaagoChalis(rules, TABLE.seats).settle(scores, TABLE, with_standard=with_standard)


def nets(transfers: Sequence[Transfer], *causes: str) -> tuple[Fraction, ...]:
    """Net payments, added up here and not by the rulebook."""
    sums = [Fraction(0)] * 4
    for transfer in transfers:
        if not causes or transfer.cause in causes:
            sums[transfer.payer] -= transfer.points
            sums[transfer.payee] += transfer.points
    return tuple(sums)


def payments(transfers: Sequence[Transfer]) -> set[tuple[int, int, Fraction, str]]:
    found = [(transfer.payer, transfer.payee, transfer.points, transfer.cause) for transfer in transfers]
    assert len(found) == len(set(found))
    return set(found)


def card(code: str) -> int:
    return CARD_BY_SPELLING[code]


def refusal(work: Callable[..., Any], *arguments: Any) -> str:
    """The code of the one problem for which this is refused."""
    with pytest.raises(Unreadable) as refused:
        work(*arguments)
    (problem,) = refused.value.problems
    assert str(problem.message)
    return problem.code


def codes(numbers: Sequence[int]) -> list[str]:
    return [CODES[number] for number in numbers]


def plainly(play: IllegalPlay) -> tuple[int, int, str, str, list[str], int | None]:
    could = codes(play.could_have_played)
    return play.trick, play.seat, CODES[play.played], play.must, could, play.shown_in
