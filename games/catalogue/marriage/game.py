"""Marriage: see rules.py.

The settlement of a series is the sum of the accounts of its deals, pair by pair.
"""

from collections.abc import Sequence
from types import MappingProxyType

from games.catalogue.marriage.record import FEWEST_PLAYERS, MOST_PLAYERS, RECORD, Record, check
from games.catalogue.marriage.rules import PRESETS, Rules
from games.catalogue.marriage.scoring import score
from games.contract import Score, Standing, Table
from games.game import Game
from games.kit.accounts import HANDS, dealer_after, sum_of_accounts
from games.kit.problems import Problem
from games.kit.running import run_up
from games.kit.sentences import gettext_noop
from games.kit.transfers import Transfer


class Marriage(Game):
    slug = "marriage"
    name = gettext_noop("Marriage")
    about = gettext_noop("Two to six players, three packs: maal, who had seen, and an account between every two.")
    allowed_seats = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = (HANDS,)
    has_form = True
    joining = True
    open_ended = MappingProxyType({"deals": 0})

    rules: Rules

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = run_up(scores, table.seats, most_hands=self.rules.deals or None)
        return so_far.standing(dealer_after(table.first_dealer, so_far.played, table.seats, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """The settlement is the same however the series ended, because only deals are paid."""
        return sum_of_accounts(scores[: self.rules.deals or None])
