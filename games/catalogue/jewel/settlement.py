"""A series of Jewel goes on until the table stops; what is owed is the sum of the hands' accounts, pair by pair."""

from collections.abc import Sequence

from games.catalogue.jewel.record import MOST_PLAYERS
from games.catalogue.jewel.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.accounts import dealer_after, sum_of_accounts
from games.kit.running import run_up
from games.kit.sentences import say_many
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, table.seats)

    # [S] "If the board is full … there should be a new cut for seat after every round of nine deals."
    reminders = []
    if so_far.played:
        full = _is_full(so_far.played[-1])
        every = rules.new_cut_with_nine if full else rules.new_cut_with_fewer
        deals = sum(_is_full(score) == full for score in so_far.played)
        if every and deals % every == 0:
            again = say_many(
                "{count} deal has been played: cut for seats again.",
                "{count} deals have been played: cut for seats again.",
                count=deals,
            )
            reminders.append(again)
    dealer = dealer_after(table.first_dealer, so_far.played, table.seats)  # [S] "passes clockwise"
    return so_far.standing(dealer, reminders=tuple(reminders))


def _is_full(score: Score) -> bool:
    return score.sitting is not None and len(score.sitting) == MOST_PLAYERS


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """The same however the series ended: there is nothing to play for but the hands."""
    return sum_of_accounts(scores)
