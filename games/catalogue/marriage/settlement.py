"""A series of Marriage: the sum of its deals. What each deal brought is the settlement, pair by pair."""

from collections.abc import Sequence

from games.catalogue.marriage.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.accounts import dealer_after, sum_of_accounts
from games.kit.ladders import ranked
from games.kit.running import run_up
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    deals = scores[: rules.deals] if rules.deals else scores
    so_far = run_up(deals, table.seats, lambda _totals: False)
    return Standing(
        cumulative=so_far.totals,
        running=so_far.running,
        ranking=ranked(so_far.totals, range(table.seats)),
        over=bool(rules.deals) and len(scores) >= rules.deals,
        counted=len(so_far.running),
        dealer=dealer_after(table.first_dealer, so_far.played, table.seats, rules.direction),
    )


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """The same however the series ended: there is nothing to play for but the deals."""
    return sum_of_accounts(scores[: rules.deals] if rules.deals else scores)
