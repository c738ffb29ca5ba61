"""What every two owe each other: as a matrix, and read out for one player after the other.

The same for a whole settlement and for a hand that every two settle between them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, Protocol

from games.kit.figures import ZERO
from games.kit.transfers import Transfer, matrix
from ledger.series.wording import in_words


class Person(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int: ...


class Someone(NamedTuple):
    name: str
    seat: int


@dataclass(frozen=True)
class Line:
    """One thing that is owed; `points` are negative where it lessens what it stands under."""

    sentence: str
    points: Fraction


@dataclass(frozen=True)
class Against:
    """What one player receives from another; negative where they pay."""

    other: Person
    points: Fraction
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Reading:
    """One player against each with whom there is anything."""

    who: Person
    points: Fraction
    against: tuple[Against, ...]


@dataclass(frozen=True)
class Row:
    """What a player receives from each, nothing against themselves, and in all."""

    who: Person
    figures: tuple[Fraction | None, ...]
    points: Fraction


@dataclass(frozen=True)
class Between:
    people: Sequence[Person]  # in the order in which they stand; their seats are those of the transfers
    transfers: Sequence[Transfer]
    names: Sequence[str]  # by seat

    @property
    def is_crowded(self) -> bool:
        """Too many pairs to be read one below the other."""
        return len(self.people) > 4  # noqa: PLR2004  (six pairs are still read, ten are not)

    @property
    def has_matrix(self) -> bool:
        return len(self.people) > 2 and bool(self.transfers)  # noqa: PLR2004  (two are a single pair)

    @property
    def rows(self) -> list[Row]:
        received = self._received
        return [
            Row(
                one,
                tuple(None if one.seat == other.seat else received[one.seat][other.seat] for other in self.people),
                sum(received[one.seat], ZERO),
            )
            for one in self.people
        ]

    @property
    def readings(self) -> list[Reading]:
        return [Reading(one, sum(self._received[one.seat], ZERO), tuple(self._against(one))) for one in self.people]

    @property
    def pairs(self) -> Iterator[tuple[Person, Person, list[Transfer]]]:
        """Every two who owe each other anything, and what."""
        for one, other in combinations(self.people, 2):
            if paid := self._paid.get(frozenset((one.seat, other.seat))):
                yield one, other, paid

    def lines(self, paid: Sequence[Transfer], payee: int) -> tuple[Line, ...]:
        """As `payee` sees them."""
        return tuple(
            Line(in_words(each.why, self.names), each.points if each.payee == payee else -each.points) for each in paid
        )

    @cached_property
    def _received(self) -> tuple[tuple[Fraction, ...], ...]:
        return matrix(self.transfers, len(self.names))

    @cached_property
    def _paid(self) -> dict[frozenset[int], list[Transfer]]:
        paid: dict[frozenset[int], list[Transfer]] = {}
        for each in self.transfers:
            paid.setdefault(frozenset((each.payer, each.payee)), []).append(each)
        return paid

    def _against(self, one: Person) -> Iterator[Against]:
        for other in self.people:
            if paid := self._paid.get(frozenset((one.seat, other.seat))):
                yield Against(other, self._received[one.seat][other.seat], self.lines(paid, one.seat))
