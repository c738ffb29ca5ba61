"""The end of a series, and who owes whom. [S] knows no money: docs/rules/putz.md says what was decided."""

from collections.abc import Sequence
from fractions import Fraction

from games.catalogue.putz.rules import Rules, Stake
from games.contract import Score, Standing, Table
from games.kit.running import next_dealer, run_up
from games.kit.sentences import Seat, say
from games.kit.transfers import Transfer, pairwise_differences


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    def is_over(totals: Sequence[Fraction]) -> bool:
        return max(totals) >= rules.win_at or min(totals) <= rules.lost_at(table.seats)

    so_far = run_up(scores, table.seats, is_over)
    return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, rules.direction))


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """Marks are worth the same whether the series ran its course or was stopped. The stake may be left out then."""
    now = standing(rules, scores, table)
    paid = pairwise_differences(now.cumulative, rules.mark_rate) if rules.stake is Stake.PER_MARK else []
    if not (with_standard and rules.game_stake):
        return tuple(paid)
    winners, *others = now.ranking  # level winners share what comes in
    for payer in sorted(seat for level in others for seat in level):
        has_lost = now.cumulative[payer] <= rules.lost_at(table.seats)
        points = rules.game_stake * (2 if has_lost else 1) / len(winners)
        for payee in winners:
            names = {"payer": Seat(payer), "payee": Seat(payee)}
            why = say("{payer} pays {payee} {points} for the game.", points=points, **names)
            if has_lost:
                why = say(
                    "{payer} pays {payee} {points} for the game, double for falling below the limit.",
                    points=points,
                    **names,
                )
            paid.append(Transfer(payer, payee, points, "game", why, has_lost))
    return tuple(paid)
