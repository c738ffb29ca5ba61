"""The end of a series, and what the losers pay. [C "The end, and who pays whom"]"""

from collections.abc import Sequence

from games.catalogue.coiffeur.rules import Rules
from games.contract import Score, Standing, Table
from games.kit.jass_cards import SEATS
from games.kit.jass_teams import TEAMS
from games.kit.running import next_dealer, run_up
from games.kit.team_stakes import settle_between_teams
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    so_far = run_up(scores, SEATS, most_hands=len(TEAMS) * len(rules.boxes))
    return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), SEATS, rules.direction))


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """A series that is stopped may be settled without its stake for a match."""
    return tuple(settle_between_teams(rules, standing(rules, scores, table), with_standard=with_standard))
