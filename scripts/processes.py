"""The processes that a process has started, as Linux lists them."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def children(process: int) -> list[int]:
    """The ids of child processes. Empty where the process has ended, or the system does not list children."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").glob("*/children"):
            found += map(int, thread.read_text().split())
    return found


def offspring(process: int) -> Iterator[int]:
    """The ids of the process's children, and of their children."""
    for child in children(process):
        yield child
        yield from offspring(child)
