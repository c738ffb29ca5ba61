"""Differenzler, Jass with announcements: see rules.py for its source.

The end of a series, and who owes whom: the lowest total is the best. [D "The end, and who pays whom"]
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.catalogue.differenzler.record import ANNOUNCED, RECORD, Record, check
from games.catalogue.differenzler.rules import PRESETS, Rules, TrumpBy
from games.catalogue.differenzler.scoring import score
from games.contract import Score, Standing, Table
from games.entry import Answer, Bids, Question, TotalsEntry
from games.kit.jass_cards import POINTS_IN_A_ROUND, SEATS, ask_for_trump, jass_shape, trump_suit, trumps
from games.kit.ladders import ranked
from games.kit.options import SoloStake
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import gettext_noop
from games.kit.standard_money import DIFFERENCE, STANDARD, standard_money
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame


class Differenzler(TrickGame):
    slug = "differenzler"
    name = gettext_noop("Differenzler")
    about = gettext_noop("Four players, each alone, 36 cards: who takes what they announced has the fewest points.")
    allowed_seats = (4,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = (DIFFERENCE, STANDARD)
    names_trump = True
    low_wins = True

    rules: Rules

    @property
    def totals(self) -> TotalsEntry | None:
        announced = Bids("announced", gettext_noop("Said"), hidden=self.rules.hidden_announcements)
        taken = gettext_noop("Taken")
        return TotalsEntry("card_points", total=Fraction(POINTS_IN_A_ROUND), title=taken, bids=announced)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """The keypad has fields for the announcements, and needs no trump. Card by card, both are questions."""
        possible = tuple((points, str(points)) for points in range(POINTS_IN_A_ROUND + 1))
        announced = Question("announced", ANNOUNCED, Answer.BY_SIDE, possible, required=True)
        return (ask_for_trump(without_trump=False, faces=self.rules.card_faces), announced) if by_card else ()

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, SEATS, most_hands=self.rules.rounds)
        lowest_first = ranked(so_far.totals, range(SEATS))[::-1]
        dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, self.rules.direction)
        return so_far.standing(dealer, ranking=lowest_first)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Standard money is paid by place, and may be left out when the table stops early."""
        now = self.standing(scores, table)
        if self.rules.settlement is SoloStake.DIFFERENCE:
            return tuple(pairwise_differences(now.cumulative, self.rules.rate, low_wins=True))
        if self.rules.settlement is SoloStake.LADDER and with_standard:
            sums = (self.rules.second, self.rules.third, self.rules.fourth)
            return tuple(standard_money(now, sums))
        return ()

    def shape(self, record: Any, table: Table) -> Shape:
        return jass_shape(record.trump)

    def choices(self, record: Any, table: Table) -> list[Shape]:
        """Return a shape for every suit if a player named trump, else only for the suit of the card turned up."""
        chosen = trumps(without_trump=False) if self.rules.trump_by is TrumpBy.FOREHAND else [record.trump]
        return [jass_shape(trump) for trump in chosen]

    strong_suit = staticmethod(trump_suit)
