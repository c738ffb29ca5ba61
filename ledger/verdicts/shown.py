"""The figures that a player is shown before a verdict, as JSON.

A verdict *agreed* holds while these figures stay the same.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from games.kit.transfers import Transfer
from ledger.series.state import SeriesState

Shown: TypeAlias = Any


def shown_of_hand(state: SeriesState, number: int, seat: int) -> Shown:
    """Return the points of this seat in the hand, and the transfers that it pays or gets.

    These are bonuses, or in a game without bonuses the points themselves. They are stored as `bonuses` in both cases.
    """
    score = state.play.hands[number - 1].score
    return {
        "points_won": str(score.points_won[seat]),
        "points_entered": str(score.points_entered[seat]),
        "bonuses": transfers_as_json(paid for paid in score.transfers if seat in (paid.payer, paid.payee)),
    }


def shown_of_settlement(state: SeriesState) -> Shown:
    """Return all transfers: every player agrees to the whole settlement."""
    return transfers_as_json(state.outcome.transfers)


def transfers_as_json(transfers: Iterable[Transfer]) -> Shown:
    """Return the transfers as JSON. Points are strings such as "-3/2"."""
    return [
        {"payer": paid.payer, "payee": paid.payee, "points": str(paid.points), "cause": paid.cause}
        for paid in transfers
    ]
