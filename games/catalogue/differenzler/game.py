"""Differenzler, Jass with announcements: see rules.py for its source.

The end of a series, and who owes whom: the lowest total is the best. [D "The end, and who pays whom"]
"""

from collections.abc import Sequence
from typing import Any

from games.catalogue.differenzler.record import RECORD, SEATS, Record, asks, check, choices, shape, totals_entry
from games.catalogue.differenzler.rules import PRESETS, Rules
from games.catalogue.differenzler.scoring import score
from games.contract import Column, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.kit.jass_cards import trump_suit
from games.kit.ladders import ranked
from games.kit.options import SoloStake
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import next_dealer, run_up
from games.kit.sentences import Sentence, gettext_noop
from games.kit.standard_money import STANDARD, standard_money
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame

COLUMNS = (
    Column("difference", gettext_noop("Point difference"), frozenset({"difference"})),
    STANDARD,
)


class Differenzler(TrickGame):
    slug = "differenzler"
    name = gettext_noop("Differenzler")
    about = gettext_noop("Four players, each alone, 36 cards: who takes what they announced has the fewest points.")
    allowed_seats = (4,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    names_trump = True

    rules: Rules

    @property
    def low_wins(self) -> bool:
        return True

    @property
    def totals(self) -> TotalsEntry | None:
        return totals_entry(self.rules, self.seats)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return asks(self.rules, self.seats, by_card=by_card)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = run_up(scores, SEATS, most_hands=self.rules.rounds)
        lowest_first = ranked(so_far.totals, range(SEATS))[::-1]
        dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, self.rules.direction)
        return so_far.standing(dealer, ranking=lowest_first)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Standard money is by place, and may be left out when the table stops early."""
        now = self.standing(scores, table)
        if self.rules.settlement is SoloStake.DIFFERENCE:
            return tuple(pairwise_differences(now.cumulative, self.rules.rate, low_wins=True))
        if self.rules.settlement is SoloStake.LADDER and with_standard:
            sums = (self.rules.second, self.rules.third, self.rules.fourth)
            return tuple(standard_money(now.ranking, now.cumulative, sums, doubled_below_zero=False))
        return ()

    def shape(self, record: Any, table: Table) -> Shape:
        return shape(self.rules, record, table)

    def choices(self, record: Any, table: Table) -> list[Shape]:
        return choices(self.rules, record, table)

    def strong_suit(self, record: Any, led: int) -> tuple[int, Sentence] | None:
        return trump_suit(record, led)
