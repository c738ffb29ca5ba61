"""The end of a series, and who owes whom: the lowest total is the best. [D "The end, and who pays whom"]"""

from collections.abc import Sequence

from games.catalogue.differenzler.record import SEATS
from games.catalogue.differenzler.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.ladders import ranked
from games.kit.options import SoloStake
from games.kit.running import next_dealer, run_up
from games.kit.standard_money import standard_money
from games.kit.transfers import Transfer, pairwise_differences


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, SEATS, most_hands=rules.rounds)
    lowest_first = ranked(so_far.totals, range(SEATS))[::-1]
    dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, rules.direction)
    return so_far.standing(dealer, ranking=lowest_first)


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Standard money is by place, and may be left out when the table stops early."""
    now = standing(rules, scores, table)
    if rules.settlement is SoloStake.DIFFERENCE:
        return tuple(pairwise_differences(now.cumulative, rules.rate, low_wins=True))
    if rules.settlement is SoloStake.LADDER and with_standard:
        sums = (rules.second, rules.third, rules.fourth)
        return tuple(standard_money(now.ranking, now.cumulative, sums, doubled_below_zero=False))
    return ()
