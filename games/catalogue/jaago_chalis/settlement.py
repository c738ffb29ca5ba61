"""The end of a series, the ranking, and who owes whom. [J E.11 to E.15]"""

from collections.abc import Sequence
from fractions import Fraction

from games.catalogue.jaago_chalis.record import SEATS
from games.catalogue.jaago_chalis.rules import Rules, Ties
from games.contract import Score, Standing, Table
from games.kit.ladders import ranked
from games.kit.running import Ranking, run_up
from games.kit.standard_money import standard_money
from games.kit.transfers import Transfer, pairwise_differences


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    def is_over(totals: Sequence[Fraction]) -> bool:
        best = max(totals)
        level_for_first = list(totals).count(best) > 1
        return best >= rules.target and not (rules.ties is Ties.PLAY_ON and level_for_first)

    so_far = run_up(scores, SEATS, is_over)
    ranking = ranked(so_far.totals, range(SEATS))
    if rules.ties is Ties.LAST_HAND:
        ranking = tuple(part for level in ranking for part in by_latest_hands(level, so_far.played))
    dealer = so_far.played[-1].last_trick_winner if so_far.played else table.first_dealer
    return so_far.standing(dealer, ranking=ranking)


def by_latest_hands(level: tuple[int, ...], scores: Sequence[Score]) -> Ranking:
    """The better in the latest hand in which they differ ranks higher; players who never differed stay level."""
    if len(level) == 1:
        return (level,)
    entered = {seat: [score.points_entered[seat] for score in reversed(scores)] for seat in level}
    best_first = sorted(level, key=lambda seat: entered[seat], reverse=True)
    parts: list[tuple[int, ...]] = []
    for seat in best_first:
        if parts and entered[parts[-1][0]] == entered[seat]:
            parts[-1] += (seat,)
        else:
            parts.append((seat,))
    return tuple(parts)


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Differences, standard money, and the big-hand bonuses that were owed already."""
    now = standing(rules, scores, table)
    paid = pairwise_differences(now.cumulative)
    if with_standard:
        paid += standard_money(now.ranking, now.cumulative, rules.sums, doubled_below_zero=rules.negative_pays_double)
    paid += [transfer for score in scores[: now.counted] for transfer in score.transfers]
    return tuple(paid)
