"""The account in which a series is worked out: its hands, totals, ranking and payments."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Rules = dict[str, Any]
Record = dict[str, Any]
Points = list[Fraction]


def exact(number: float) -> Fraction:
    """The decimal that was written: 0.1 is one tenth."""
    return Fraction(str(number))


@dataclass
class WorkedHand:
    won: list[Fraction]
    entered: list[Fraction]
    counts: bool
    illegal: list[tuple[int, int, str]] = field(default_factory=list)  # trick, seat and card
    sitting: list[int] | None = None  # the seats that played it, where not all did
    totals: list[Fraction] = field(default_factory=list)  # after this hand


@dataclass
class Account:
    """Hands are added one by one. Those after the end of the series are kept, and do not count."""

    seats: int
    is_over: Callable[[list[Fraction]], bool]
    hands: list[WorkedHand] = field(default_factory=list)
    over: bool = False
    totals: list[Fraction] = field(default_factory=list)
    ranking: list[list[int]] = field(default_factory=list)
    paid: list[tuple[str, int, int, Fraction]] = field(default_factory=list)  # heading, payer, payee, points

    def __post_init__(self) -> None:
        self.totals = self.nothing()

    def nothing(self) -> list[Fraction]:
        return [Fraction(0)] * self.seats

    def add(self, hand: WorkedHand) -> None:
        self.hands.append(hand)
        if self.over:
            hand.counts = False
            return
        self.totals = [total + points for total, points in zip(self.totals, hand.entered, strict=True)]
        hand.totals = self.totals
        self.over = self.is_over(self.totals)

    def deals(self, records: Sequence[Record]) -> Iterator[Record]:
        """The records to work out one by one. Deals that were thrown in are only written down."""
        for record in records:
            if "thrown_in" in record:
                self.hands.append(WorkedHand(self.nothing(), self.nothing(), counts=False, totals=self.totals))
            else:
                yield record

    @property
    def counted(self) -> int:
        return sum(hand.counts for hand in self.hands)

    def finish(self, ranking: list[list[int]]) -> None:
        """The hands after the end show the totals of the end."""
        self.ranking = ranking
        for hand in self.hands:
            hand.totals = hand.totals or self.totals

    def pay(self, heading: str, payer: int, payee: int, points: Fraction) -> None:
        """A negative sum is paid the other way."""
        self.paid.append((heading, payer, payee, points))

    def pay_differences(self, heading: str, rate: Fraction) -> None:
        """Of every two seats, the one with the lower total pays the other the difference."""
        for one in range(self.seats):
            for other in range(one + 1, self.seats):
                self.pay(heading, other, one, (self.totals[one] - self.totals[other]) * rate)

    def pay_standard_money(self, sums: list[Fraction], *, double_below_zero: bool) -> None:
        """The second place pays the winner the first of the sums, and so on; level places pay the mean of theirs."""
        winners, *others = self.ranking
        place = len(winners)  # the first place that pays, counted from 0
        for level in others:
            mean = sum(sums[place - 1 : place - 1 + len(level)]) / len(level)
            place += len(level)
            for payer in level:
                double = double_below_zero and self.totals[payer] < 0
                for winner in winners:
                    self.pay("standard", payer, winner, mean * (2 if double else 1) / len(winners))

    def received(self, heading: str = "") -> list[Fraction]:
        """What each seat receives, in all or under one heading."""
        sums = self.nothing()
        for name, payer, payee, points in self.paid:
            if heading in ("", name):
                sums[payer] -= points
                sums[payee] += points
        return sums

    def pairs(self) -> list[list[Fraction]]:
        """`pairs[i][j]` is what seat i receives from seat j."""
        rows = [self.nothing() for _seat in range(self.seats)]
        for _name, payer, payee, points in self.paid:
            rows[payee][payer] += points
            rows[payer][payee] -= points
        return rows


def rank(values: Sequence[Fraction]) -> list[list[int]]:
    """The seats from the highest value to the lowest, level ones together."""
    return [
        [seat for seat, value in enumerate(values) if value == level] for level in sorted(set(values), reverse=True)
    ]


def shared_places(values: Sequence[Fraction], seat: int, among: Sequence[int]) -> range:
    """The places, counted from 0, that this seat shares with those level with it."""
    better = sum(values[other] > values[seat] for other in among)
    level = sum(values[other] == values[seat] for other in among)
    return range(better, better + level)
