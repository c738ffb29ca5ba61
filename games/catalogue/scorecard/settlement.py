"""The end of a series by the table's own rules, and who owes whom."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.catalogue.scorecard.rules import Best, End, Rules
from games.contract import Score, Standing, Table
from games.kit.figures import ZERO
from games.kit.ladders import places, ranked, shared_sum
from games.kit.plays import Direction
from games.kit.running import Totals, next_dealer, run_up
from games.kit.sentences import Seat, say
from games.kit.transfers import Transfer, pairwise_differences


class Payment(NamedTuple):
    """What one side pays another."""

    payer: int
    payee: int
    points: Fraction
    cause: str


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    played = scores[: rules.hands] if rules.end is End.HANDS else scores
    so_far = run_up(played, table.seats, lambda totals: rules.end is End.TARGET and max(totals) >= rules.target)
    return Standing(
        cumulative=so_far.totals,
        running=so_far.running,
        ranking=ranked(_goodness(rules, so_far.totals), range(table.seats)),
        over=so_far.over or (rules.end is End.HANDS and len(so_far.running) == rules.hands),
        counted=len(so_far.running),
        dealer=next_dealer(table.first_dealer, len(so_far.played), table.seats, Direction.CLOCKWISE),
    )


def _goodness(rules: Rules, totals: Totals) -> Totals:
    return totals if rules.best is Best.HIGH else tuple(-total for total in totals)


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Differences are owed however the series ended; sums by place may be left out when it is stopped."""
    sides = rules.sides(table.seats)
    good = _goodness(rules, standing(rules, scores, table).cumulative)[:sides]
    paid: list[Payment] = []
    if rules.by_difference:
        paid += (Payment(t.payer, t.payee, t.points, t.cause) for t in pairwise_differences(good, rules.rate))
    if rules.by_rank and with_standard:
        paid += _by_rank(rules, good)
    return tuple(_between_players(paid, sides, table.seats))


def _by_rank(rules: Rules, good: Sequence[Fraction]) -> Iterator[Payment]:
    """Level sides share the mean of their places. Each payer pays all who receive, in proportion to what they get."""
    receives = [ZERO] * len(good)
    for place in places(ranked(good, range(len(good)))):
        for side in place.seats:
            receives[side] = shared_sum(place, rules.ladder)
    pot = sum((due for due in receives if due > 0), ZERO)
    for payer, owed in enumerate(receives):
        for payee, due in enumerate(receives):
            if owed < 0 < due:
                yield Payment(payer, payee, -owed * due / pot, "rank")


def _between_players(paid: Iterable[Payment], sides: int, seats: int) -> Iterator[Transfer]:
    """Between teams each player of the one pays one of the other: the first the first, the second the second."""
    for payment in paid:
        for first in range(0, seats, sides):
            payer, payee = first + payment.payer, first + payment.payee
            names = {"payer": Seat(payer), "payee": Seat(payee)}
            why = say(
                "{payer} pays {payee} {points} for the difference of their totals.", points=payment.points, **names
            )
            if payment.cause == "rank":
                why = say("{payer} pays {payee} {points} by rank.", points=payment.points, **names)
            yield Transfer(payer, payee, payment.points, payment.cause, why)
