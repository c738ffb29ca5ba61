"""Rounds, medians and the table."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median

ROUNDS = 7
WIDTHS = 50, 14, 20


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    aim: str = ""
    note: str = ""


def per_second(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """`work` does many things and says how many. The first round warms up and is not counted."""
    work()
    return median(_speed(work) for _ in range(rounds))


def per_second_in_turn(works: Sequence[Callable[[], int]], rounds: int) -> list[list[float]]:
    """The speeds of each, round by round. They take turns, so that what slows the machine slows all of them."""
    for work in works:
        work()
    by_round = [[_speed(work) for work in works] for _ in range(rounds)]
    return [list(speeds) for speeds in zip(*by_round, strict=True)]


def _speed(work: Callable[[], int]) -> float:
    """By the processor's time, so that what else runs on the machine counts as little as it can."""
    begun = time.process_time()
    count = work()
    return count / (time.process_time() - begun)


@dataclass(frozen=True)
class Took:
    """Milliseconds: by the clock, and of them the processor's, which do not count what was waited for."""

    wall: float
    busy: float


def medians_in_turn(works: Sequence[Callable[[], Took]], rounds: int, warm_up: int = 0) -> list[Took]:
    """They take turns, so that what slows the machine slows all of them."""
    for _ in range(warm_up):
        for work in works:
            work()
    took = zip(*([work() for work in works] for _ in range(rounds)), strict=True)
    return [median_of(each) for each in took]


def median_of(all_of_them: Sequence[Took]) -> Took:
    return Took(median(one.wall for one in all_of_them), median(one.busy for one in all_of_them))


def print_table(rows: Iterable[Row]) -> None:
    """Each row as soon as it is there: some take a while."""
    for row in chain([Row("what", "figure", "aim")], rows):
        cells = zip((row.what, row.figure, row.aim), WIDTHS, strict=True)
        print(*(cell.ljust(width) for cell, width in cells), row.note, sep="  ", flush=True)
