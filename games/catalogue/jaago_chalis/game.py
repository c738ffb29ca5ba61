"""Jaago-Chalis: see rules.py for its sources.

The end of a series, the ranking, and who owes whom. [J E.11 to E.15]
"""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.catalogue.jaago_chalis.play import SHAPE
from games.catalogue.jaago_chalis.record import LAST_TRICK, RECORD, SEATS, Record, check
from games.catalogue.jaago_chalis.rules import POINTS_IN_A_HAND, PRESETS, Rules, Ties
from games.catalogue.jaago_chalis.scoring import score
from games.contract import Example, Score, SettlementColumn, Standing, Table
from games.entry import Question, TotalsEntry
from games.kit.cards import Suit, same_colour_suit
from games.kit.figures import HALF
from games.kit.ladders import ranked
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up
from games.kit.sentences import Sentence, gettext_noop, say
from games.kit.standard_money import DIFFERENCE, STANDARD, standard_money
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame

COLUMNS = (
    DIFFERENCE,
    STANDARD,
    SettlementColumn("bonus", gettext_noop("Big hand"), frozenset({"big_hand"})),
)


class JaagoChalis(TrickGame):
    slug = "jaago-chalis"
    name = gettext_noop("Jaago-Chalis")
    about = gettext_noop("Four players, each alone; a trick game from Thimi, Nepal, played in series to 40.")
    allowed_seats = (4,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    bonus_hands = gettext_noop("Big hands")
    hands_below_zero = gettext_noop("Hands under the entry rule")
    place_names = ("W", "X", "Y", "Z")

    rules: Rules

    @property
    def totals(self) -> TotalsEntry | None:
        return TotalsEntry("points_won", step=HALF, total=Fraction(POINTS_IN_A_HAND))

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """Ask who won the last trick, unless the cards show it."""
        return () if by_card else (LAST_TRICK,)

    @property
    def goal(self) -> Fraction | None:
        return self.rules.target

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        def is_over(totals: Sequence[Fraction]) -> bool:
            best = max(totals)
            level_for_first = list(totals).count(best) > 1
            return best >= self.rules.target and not (self.rules.ties is Ties.PLAY_ON and level_for_first)

        so_far = add_up(scores, SEATS, is_over)
        ranking = ranked(so_far.totals, range(SEATS))
        if self.rules.ties is Ties.LAST_HAND:
            # Level players rank by the latest hand in which they differ. Those who never differed stay level.
            entered = [tuple(hand.points_entered[seat] for hand in reversed(so_far.played)) for seat in range(SEATS)]
            ranking = tuple(part for level in ranking for part in ranked(entered, level))
        dealer = so_far.played[-1].last_trick_winner if so_far.played else table.first_dealer
        return so_far.standing(dealer, ranking=ranking)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return differences, standard money, and the bonuses of all big hands."""
        now = self.standing(scores, table)
        paid = pairwise_differences(now.cumulative)
        if with_standard:
            paid += standard_money(now, self.rules.sums, doubled_below_zero=self.rules.negative_pays_double)
        paid += [transfer for score in scores[: now.counted] for transfer in score.transfers]
        return tuple(paid)

    def shape(self, record: Any, table: Table) -> Shape:
        return SHAPE

    def strong_suit(self, record: Any, led: int) -> tuple[int, Sentence] | None:
        jaago = same_colour_suit(led)
        return jaago, say("{suit} Jaago", suit=Suit(jaago))
