"""The end of a series, and who owes whom. [C "Order", "End", "Settlement"]"""

from collections.abc import Sequence

from games.catalogue.call_break.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.options import SoloStake
from games.kit.running import next_dealer, run_up
from games.kit.standard_money import standard_money
from games.kit.transfers import Transfer, pairwise_differences


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, table.seats, most_hands=rules.deals)
    return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, rules.direction))


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Standard money is by place, and may be left out when the table stops early."""
    now = standing(rules, scores, table)
    if rules.stake is SoloStake.DIFFERENCE:
        return tuple(pairwise_differences(now.cumulative, rules.point_rate))
    if rules.stake is SoloStake.LADDER and with_standard:
        sums = (rules.second, rules.third, rules.fourth, rules.fifth)[: table.seats - 1]
        return tuple(standard_money(now.ranking, now.cumulative, sums, doubled_below_zero=rules.negative_pays_double))
    return ()
