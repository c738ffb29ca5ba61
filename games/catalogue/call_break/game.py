"""Call Break, the trick game with calls: see rules.py for its source.

The end of a series, and who owes whom. [C "A deal", "The end, and who pays whom"]
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.catalogue.call_break.play import shape
from games.catalogue.call_break.record import CALLS, RECORD, Record, check
from games.catalogue.call_break.rules import FOUR, PRESETS, TRICKS, Rules
from games.catalogue.call_break.scoring import score
from games.contract import Score, Standing, Table
from games.entry import Answer, Bids, Question, TotalsEntry
from games.kit.options import SoloStake
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import gettext_noop, say
from games.kit.spades_trump import SEATS, spades_are_trump
from games.kit.standard_money import DIFFERENCE, STANDARD, standard_money
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame


class CallBreak(TrickGame):
    slug = "call-break"
    name = gettext_noop("Call Break")
    about = gettext_noop("Three to five players, each alone: calls before the play, spades are trump, five deals.")
    allowed_seats = tuple(TRICKS)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = (DIFFERENCE, STANDARD)
    card_seats = (SEATS,)  # with three or five players some cards are not dealt
    hands_below_zero = gettext_noop("Hands that missed the call")

    rules: Rules

    def fits(self) -> list[Problem]:
        """Refuse a lowest call, or a lowest sum of the calls, that does not fit the number of players."""
        problems = []
        if self.rules.least_sum_of_calls and self.seats != FOUR:
            problems.append(
                Problem("least_sum_of_calls", "for_four", say("A lowest sum of the calls is for four players."))
            )
        tricks = TRICKS[self.seats]
        if self.rules.least_call > tricks:
            most = say("A deal of {players} players has {tricks} tricks.", players=self.seats, tricks=tricks)
            problems.append(Problem("least_call", "out_of_range", most))
        return problems

    @property
    def totals(self) -> TotalsEntry | None:
        calls = Bids("calls", gettext_noop("Call"))
        return TotalsEntry("tricks", total=Fraction(TRICKS[self.seats]), title=gettext_noop("Tricks"), bids=calls)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """The keypad has fields for the calls. Card by card, the calls are a question before the first card."""
        possible = tuple((call, str(call)) for call in range(self.rules.least_call, TRICKS[self.seats] + 1))
        return (Question("calls", CALLS, Answer.BY_SIDE, possible, required=True),) if by_card else ()

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, table.seats, most_hands=self.rules.deals)
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Standard money is paid by place, and may be left out when the table stops early."""
        now = self.standing(scores, table)
        if self.rules.stake is SoloStake.DIFFERENCE:
            return tuple(pairwise_differences(now.cumulative, self.rules.point_rate))
        if self.rules.stake is SoloStake.LADDER and with_standard:
            sums = (self.rules.second, self.rules.third, self.rules.fourth, self.rules.fifth)[: table.seats - 1]
            return tuple(standard_money(now, sums, doubled_below_zero=self.rules.negative_pays_double))
        return ()

    def shape(self, record: Any, table: Table) -> Shape:
        return shape(self.rules)

    strong_suit = staticmethod(spades_are_trump)
