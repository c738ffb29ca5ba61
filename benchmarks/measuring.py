"""Rounds, medians and the table."""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

ROUNDS = 7


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    aim: str = ""
    note: str = ""


def per_second(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """`work` does many things and says how many. The first round warms up and is not counted."""
    work()
    return statistics.median(_speed(work) for _ in range(rounds))


def _speed(work: Callable[[], int]) -> float:
    """By the processor's time, so that what else runs on the machine counts as little as it can."""
    begun = time.process_time()
    count = work()
    return count / (time.process_time() - begun)


def print_table(rows: Iterable[Row]) -> None:
    lines = [("what", "figure", "aim", ""), *((row.what, row.figure, row.aim, row.note) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
