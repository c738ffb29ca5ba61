"""The end of a match, and what the losers pay. [S] knows no money: docs/rules/jass.md says what was decided."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.jass.record import SEATS
from games.catalogue.jass.rules import TEAMS, Rules, Stake
from games.contract import Score, Standing, Table
from games.kit.running import next_dealer, run_up
from games.kit.sentences import Seat, say
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, SEATS, lambda totals: max(totals) >= rules.target and totals[0] != totals[1])
    dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, rules.direction)
    if table.first_dealer is None:
        # The latest round that has its leader shows the dealer: the player after its dealer led, and deals the next.
        for rounds_since, score in enumerate(reversed(so_far.played)):
            if score.first_leader is not None:
                dealer = next_dealer(score.first_leader, rounds_since, SEATS, rules.direction)
                break
    return so_far.standing(dealer)


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Each loser pays the next player of the winning team. A match that is stopped may be settled without its stake."""
    totals = standing(rules, scores, table).cumulative
    difference = abs(totals[0] - totals[1])
    losers = TEAMS[0] if totals[0] < totals[1] else TEAMS[1]
    if not difference or rules.stake is Stake.NONE:
        return ()
    if rules.stake is Stake.PER_POINT:
        return tuple(_payments(losers, difference * rules.point_rate, "difference", difference))
    return tuple(_payments(losers, rules.stake_points, "match", None)) if with_standard else ()


def _payments(losers: Sequence[int], points: Fraction, cause: str, difference: Fraction | None) -> Iterator[Transfer]:
    for payer in losers if points else ():
        payee = (payer + 1) % SEATS
        names = {"payer": Seat(payer), "payee": Seat(payee)}
        why = say("{payer} pays {payee} {points} for the match.", points=points, **names)
        if difference is not None:
            why = say(
                "{payer} pays {payee} {points} for a difference of {difference}.",
                points=points,
                difference=difference,
                **names,
            )
        yield Transfer(payer, payee, points, cause, why)
