"""Rounds, medians and the table."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import median

ROUNDS = 7
WIDTHS = 50, 24, 20


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    aim: str = ""
    note: str = ""
    is_short: bool = False  # the figure misses the aim


def per_second(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """`work` does something many times and returns how often. The first round warms up and is not counted."""
    return median(per_second_in_turn([work], rounds)[0])


def per_second_in_turn(works: Sequence[Callable[[], int]], rounds: int) -> list[list[float]]:
    """Return the speeds of each work, round by round. They take turns, so that a slow moment slows all of them."""
    for work in works:
        work()
    by_round = [[_speed(work) for work in works] for _ in range(rounds)]
    return [list(speeds) for speeds in zip(*by_round, strict=True)]


def _speed(work: Callable[[], int]) -> float:
    """Measure the processor's time, so that other programs on the machine count as little as possible."""
    begun = time.process_time()
    count = work()
    return count / (time.process_time() - begun)


def print_table(rows: Iterable[Row]) -> bool:
    """Print each row as soon as it is measured. Return False if a figure misses its aim."""
    is_good = True
    for row in chain([Row("what", "figure", "aim")], rows):
        cells = zip((row.what, row.figure, row.aim), WIDTHS, strict=True)
        note = f"SHORT OF IT. {row.note}" if row.is_short else row.note
        print(*(cell.ljust(width) for cell, width in cells), note, sep="  ", flush=True)
        is_good = is_good and not row.is_short
    return is_good
