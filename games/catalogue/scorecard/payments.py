"""Who pays whom, between sides and between the players of two teams."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.kit.figures import ZERO

Sums = Mapping[int, Fraction]  # by side


class PointsPaid(NamedTuple):
    """Points that one side pays another, or one player another. `payer` and `payee` are sides, or seats."""

    payer: int
    payee: int
    points: Fraction


def by_difference(sums: Sums) -> Iterator[PointsPaid]:
    """In every pair the side with the lower sum pays the other the difference."""
    for one, other in combinations(sums, 2):
        payer, payee = (one, other) if sums[one] < sums[other] else (other, one)
        if sums[payer] != sums[payee]:
            yield PointsPaid(payer, payee, sums[payee] - sums[payer])


def from_losers(sums: Sums) -> Iterator[PointsPaid]:
    """Each side below zero pays the sides above zero, in proportion to their sums."""
    pot = sum((due for due in sums.values() if due > 0), ZERO)
    for payer, owed in sums.items():
        for payee, due in sums.items():
            if owed < 0 < due:
                yield PointsPaid(payer, payee, -owed * due / pot)


def between_players(paid: Iterable[PointsPaid], sides: int, seats: int) -> Iterator[PointsPaid]:
    """Turn what teams pay into what players pay: the first player pays the first of the other team, and so on."""
    for payment in paid:
        for first in range(0, seats, sides):
            yield PointsPaid(first + payment.payer, first + payment.payee, payment.points)
