"""Who pays whom how many points, and for what. All payments of a game are transfers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from games.kit.figures import ZERO, DecimalPoints
from games.kit.sentences import Seat, Sentence, say


@dataclass(frozen=True, slots=True)
class Transfer:
    payer: int
    payee: int
    points: Fraction
    cause: str  # what it is paid for, as a name for programs: the columns of the settlement table add up by it
    why: Sentence
    doubled: bool = False  # twice the usual sum, because of the payer's low total

    def __post_init__(self) -> None:
        if self.points.numerator <= 0 or self.payer == self.payee:  # the sign: faster than comparing fractions
            raise ValueError(f"not a payment: {self}")

    @classmethod
    def because(
        cls, payer: int, payee: int, points: Fraction, cause: str, why: Sentence, *, doubled: bool = False
    ) -> "Transfer":
        """Return a transfer. In `why` the values of {payer}, {payee} and {points} are filled in."""
        reason = why.filled(payer=Seat(payer), payee=Seat(payee), points=points)
        return cls(payer, payee, points, cause, reason, doubled)


def nets(transfers: Iterable[Transfer], seats: int) -> tuple[Fraction, ...]:
    """Return each seat's net: what the seat receives less what it pays."""
    sums = [ZERO] * seats
    for transfer in transfers:
        sums[transfer.payer] -= transfer.points
        sums[transfer.payee] += transfer.points
    return tuple(sums)


def matrix(transfers: Iterable[Transfer], seats: int) -> tuple[tuple[Fraction, ...], ...]:
    """Return what the seat of each row receives from the seat of each column."""
    cells = [[ZERO] * seats for _ in range(seats)]
    for transfer in transfers:
        cells[transfer.payee][transfer.payer] += transfer.points
        cells[transfer.payer][transfer.payee] -= transfer.points
    return tuple(tuple(row) for row in cells)


def pairwise_differences(
    totals: Sequence[Fraction], rate: Fraction = Fraction(1), *, low_wins: bool = False
) -> list[Transfer]:
    """In every pair the player with the worse total pays the other the difference, times `rate`."""
    paid = []
    for one, other in combinations(range(len(totals)), 2):
        lower, higher = (one, other) if totals[one] < totals[other] else (other, one)
        payer, payee = (higher, lower) if low_wins else (lower, higher)
        points = (totals[higher] - totals[lower]) * rate
        if isinstance(totals[higher], DecimalPoints):
            points = DecimalPoints(points)
        if points:
            why = say(
                "{payer} pays {payee} the difference of their totals, {higher} and {lower}: {points}.",
                higher=totals[higher],
                lower=totals[lower],
            )
            paid.append(Transfer.because(payer, payee, points, "difference", why))
    return paid
