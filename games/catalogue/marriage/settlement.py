"""A series of Marriage: the sum of its deals. What each deal brought is the settlement, pair by pair."""

from collections.abc import Sequence

from games.catalogue.marriage.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.accounts import dealer_after, sum_of_accounts
from games.kit.running import run_up
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, table.seats, most_hands=rules.deals or None)
    return so_far.standing(dealer_after(table.first_dealer, so_far.played, table.seats, rules.direction))


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """The same however the series ended: there is nothing to play for but the deals."""
    return sum_of_accounts(scores[: rules.deals or None])
