"""Who pays whom between sides, and between the players of two teams."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from games.kit.figures import ZERO

Sums = Mapping[int, Fraction]  # by side


class Payment(NamedTuple):
    """What one side, or one player, pays another."""

    payer: int
    payee: int
    points: Fraction


def by_difference(sums: Sums) -> Iterator[Payment]:
    """In every pair the lower pays the higher the difference."""
    for one, other in combinations(sums, 2):
        payer, payee = (one, other) if sums[one] < sums[other] else (other, one)
        if sums[payer] != sums[payee]:
            yield Payment(payer, payee, sums[payee] - sums[payer])


def from_losers(sums: Sums) -> Iterator[Payment]:
    """Sums that come to zero: each payer pays all who receive, in proportion to what they get."""
    pot = sum((due for due in sums.values() if due > 0), ZERO)
    for payer, owed in sums.items():
        for payee, due in sums.items():
            if owed < 0 < due:
                yield Payment(payer, payee, -owed * due / pot)


def between_players(paid: Iterable[Payment], sides: int, seats: int) -> Iterator[Payment]:
    """Between teams each player of the one pays one of the other: the first the first, the second the second."""
    for payment in paid:
        for first in range(0, seats, sides):
            yield Payment(first + payment.payer, first + payment.payee, payment.points)
