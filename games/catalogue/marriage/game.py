"""Marriage: see rules.py. The end of a series, and who deals next."""

from collections.abc import Sequence
from types import MappingProxyType

from games.catalogue.marriage.record import FEWEST_PLAYERS, MOST_PLAYERS, RECORD, Record, check
from games.catalogue.marriage.rules import PRESETS, Rules
from games.catalogue.marriage.scoring import score
from games.contract import Score, Standing, Table
from games.kit.accounts import AccountGame, dealer_after
from games.kit.problems import Problem
from games.kit.running import add_up
from games.kit.sentences import gettext_noop


class Marriage(AccountGame):
    slug = "marriage"
    name = gettext_noop("Marriage")
    about = gettext_noop("Two to six players, three packs: maal, who had seen, and an account between every two.")
    allowed_seats = tuple(range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    open_ended = (MappingProxyType({"deals": 0}),)

    rules: Rules

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, table.seats, most_hands=self.rules.deals or None)
        return so_far.standing(dealer_after(table.first_dealer, so_far.played, table.seats, self.rules.direction))
