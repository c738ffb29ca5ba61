"""Putz, also called Apple: see rules.py for its source.

The end of a series, and who owes whom. [S] has no rule for money: docs/rules/putz.md says what was decided.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from games.catalogue.putz.record import RECORD, TRICKS, Play, Record, check, shape
from games.catalogue.putz.rules import FIVE, PRESETS, THREE, Rules, Stake
from games.catalogue.putz.scoring import score
from games.contract import Score, SettlementColumn, Standing, Table
from games.entry import Answer, Question, TotalsEntry
from games.kit.cards import BITS, SUIT_MASKS
from games.kit.jass_cards import SIX, ask_for_trump, trump_suit
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import Seat, gettext_noop, say
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame
from games.kit.tricks import holdings_shown

ask = partial(Question.of, Play)

COLUMNS = (
    SettlementColumn("difference", gettext_noop("Difference of marks"), frozenset({"difference"})),
    SettlementColumn("game", gettext_noop("The game"), frozenset({"game"})),
)


class Putz(TrickGame):
    slug = "putz"
    name = gettext_noop("Putz")
    about = gettext_noop("Jass for three or five, each alone: marks for the best, apples for the worst.")
    allowed_seats = (THREE, FIVE)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS

    rules: Rules

    @property
    def totals(self) -> TotalsEntry | None:
        """The figures have no fixed total, because it depends on the cards that were not dealt."""
        return TotalsEntry("card_points")

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return (
            ask_for_trump(without_trump=False, faces=self.rules.card_faces),
            *((ask("aside_taken_by", Answer.SEAT),) if self.seats == THREE else ()),
            ask("six_swapped", Answer.FLAG),
        )

    @property
    def goal(self) -> Fraction | None:
        return Fraction(self.rules.win_at)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        """The card turned up, a trump, lay aside. So the player who took the aside must have had a trump.

        If the six of trump was swapped for that card, the player must have had the six. Rounds that are already
        recorded stay valid.
        """
        if not isinstance(record, Play) or record.aside_taken_by is None or record.trump.suit is None:
            return []
        if len(record.whole_tricks) < TRICKS[table.seats]:
            return []
        taker = record.aside_taken_by
        held = holdings_shown(record.whole_tricks, table.seats)[taker]
        if record.six_swapped and not held & BITS[13 * record.trump.suit + SIX]:
            no_six = say(
                "The six of trump lay aside, but {seat}, who took the aside, did not have it.", seat=Seat(taker)
            )
            return [Problem("six_swapped", "six_not_in_aside", no_six)]
        if not held & SUIT_MASKS[record.trump.suit]:
            no_trump = say("A trump lay aside, but {seat}, who took the aside, had none.", seat=Seat(taker))
            return [Problem("aside_taken_by", "no_trump_in_aside", no_trump)]
        return []

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        def is_over(totals: Sequence[Fraction]) -> bool:
            return max(totals) >= self.rules.win_at or min(totals) <= self.rules.lost_at(table.seats)

        so_far = add_up(scores, table.seats, is_over)
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Marks are also paid if the series is stopped. The stake for the game may be left out then."""
        now = self.standing(scores, table)
        paid = pairwise_differences(now.cumulative, self.rules.mark_rate) if self.rules.stake is Stake.PER_MARK else []
        if not (with_standard and self.rules.game_stake):
            return tuple(paid)
        winners, *others = now.ranking  # level winners share the stake
        for payer in sorted(seat for level in others for seat in level):
            has_lost = now.cumulative[payer] <= self.rules.lost_at(table.seats)
            points = self.rules.game_stake * (2 if has_lost else 1) / len(winners)
            why = say("{payer} pays {payee} {points} for the game.")
            if has_lost:
                why = say("{payer} pays {payee} {points} for the game, double for reaching the lower limit.")
            paid += [Transfer.because(payer, payee, points, "game", why, doubled=has_lost) for payee in winners]
        return tuple(paid)

    def shape(self, record: Any, table: Table) -> Shape:
        return shape(record.trump, table.seats)

    strong_suit = staticmethod(trump_suit)
