"""Random evenings on which players join and leave: the books balance after every step."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ledger.circles.services.players import add_player
from ledger.series.changes.unseated import seats_without_hands
from ledger.series.services import correct_hand, stop_series, undo
from ledger.series.settling import amounts_owed
from tests.ledger.scoring.table.seats.conftest import join, take_back
from tests.ledger.series.conftest import Scorer
from tests.ledger.series.evening import run_audit


def a_hand(chance: random.Random, seats: int) -> dict[str, Any]:
    """A random hand, in which two or more players sit and at most one declares."""
    ends = [chance.choice(["played", "packed", "mid_packed", None]) for _seat in range(seats)]
    for seat in chance.sample(range(seats), 2):
        ends[seat] = "played"
    if chance.random() < 0.7:
        ends[chance.randrange(seats)] = "declared"
    shown = [end and {"ended": end, "jewels": chance.randrange(8)} for end in ends]
    while shown[-1] is None and chance.random() < 0.5:
        shown.pop()  # a record may end before the last seat
    return {"players": shown}


def step(bob: Scorer, chance: random.Random, names: Iterator[str]) -> None:
    state = bob.state()
    hands, seats, submit = len(state.events), len(state.players), bob.submit()
    match chance.choice(["record", "record", "join", "take back", "undo", "correct", "stop"]):
        case "join" if seats < 9:
            join(bob, add_player(circle=state.series.circle, name=next(names)))
        case "take back" if seats_without_hands(state.series):
            take_back(bob)
        case "undo" if hands:
            undo(series=bob.series, submit=submit)
        case "correct" if hands:
            record = a_hand(chance, seats)
            correct_hand(series=bob.series, submit=submit, number=chance.randint(1, hands), record=record, reason="so")
        case "stop":
            stop_series(series=bob.series, submit=submit, with_standard=True)
            assert sum(amounts_owed(bob.state()).values()) == 0
            bob.reopen("one more")
        case _:
            bob.record(a_hand(chance, seats))


@pytest.mark.parametrize("seed", range(4))
def test_books_balance_after_joins_and_leaves(bob_scores, seed):
    chance, names = random.Random(seed), iter("DEFGHIJKLMNOPQRSTUVWXYZ")
    for _step in range(25):
        step(bob_scores, chance, names)
    state = bob_scores.state()
    assert sum(state.play.standing.cumulative) == 0
    assert run_audit()[1] == 0
