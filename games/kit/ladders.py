"""Ladders: the places of a ranking, and a sum that each of them pays."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

Value = TypeVar("Value", Fraction, tuple[Fraction, ...])


class Place(NamedTuple):
    """Level seats and the places that they span, counted from 0: two seats level for second span 1 and 2."""

    seats: tuple[int, ...]
    first: int

    @property
    def last(self) -> int:
        return self.first + len(self.seats) - 1


def places(ranking: Sequence[tuple[int, ...]]) -> Iterator[Place]:
    """Return the places of a ranking, which has level seats together."""
    first = 0
    for level in ranking:
        yield Place(level, first)
        first += len(level)


def shared_sum(place: Place, sums: Sequence[Fraction]) -> Fraction:
    """Return what each of the level seats pays: the mean of the sums of their places. `sums` begins with the first."""
    spanned = sums[place.first : place.last + 1]
    return sum(spanned, Fraction(0)) / len(spanned)


def ranked(values: Sequence[Value], seats: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the seats from the highest value to the lowest, level seats together in seat order."""
    levels: dict[Value, list[int]] = {}
    for seat in seats:
        levels.setdefault(values[seat], []).append(seat)
    return tuple(tuple(levels[value]) for value in sorted(levels, reverse=True))
