"""Adding up a series hand by hand, until it is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.contract import Score
from games.kit.figures import ZERO
from games.kit.plays import Direction

Totals = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class RunUp:
    """The totals after each hand until the series was over. Hands after that are not in it."""

    running: tuple[Totals, ...]
    totals: Totals
    over: bool
    played: tuple[Score, ...]  # the hands in it that count: not a deal that was thrown in


def run_up(scores: Sequence[Score], seats: int, is_over: Callable[[Totals], bool]) -> RunUp:
    totals: Totals = (ZERO,) * seats
    running: list[Totals] = []
    played: list[Score] = []
    over = False
    for score in scores:
        if over:
            break
        if score.counts:
            totals = tuple(total + entered for total, entered in zip(totals, score.points_entered, strict=True))
            played.append(score)
            over = is_over(totals)
        running.append(totals)
    return RunUp(tuple(running), totals, over, tuple(played))


def next_dealer(first_dealer: int | None, hands_played: int, seats: int, direction: Direction) -> int | None:
    """The deal goes round; after a deal that was thrown in the same player deals again."""
    if first_dealer is None:
        return None
    step = 1 if direction is Direction.CLOCKWISE else -1
    return (first_dealer + step * hands_played) % seats
