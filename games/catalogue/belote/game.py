"""Belote: see rules.py for its sources. How a hand is entered, the end of a series, and who owes whom."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from games.catalogue.belote.entry import COUNTED, answers_of, questions_of, record_of
from games.catalogue.belote.record import CARD_POINTS, RECORD, BeloteTrump, Record, check
from games.catalogue.belote.rules import PRESETS, Rules
from games.catalogue.belote.scoring import BeloteScore, score
from games.contract import Example, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.game import Game
from games.kit.jass_cards import SEATS
from games.kit.jass_teams import TEAMS
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.running import SeriesTotals, add_up, next_dealer
from games.kit.sentences import gettext_noop, say
from games.kit.team_stakes import COLUMNS, settle_between_teams
from games.kit.transfers import Transfer


class Belote(Game):
    slug = "belote"
    name = gettext_noop("Belote")
    about = gettext_noop("Four players in two teams: coinche with bids, or the classic game with a taker.")
    allowed_seats = (SEATS,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(BeloteTrump)
    sides = TEAMS
    direction = Direction.ANTICLOCKWISE

    rules: Rules

    @property
    def totals(self) -> TotalsEntry:
        return TotalsEntry("points", title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules))

    record_of = staticmethod(record_of)
    answers_of = staticmethod(answers_of)

    @property
    def goal(self) -> Fraction | None:
        return self.rules.target

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """Teams that are level at the target play on."""

        def is_over(totals: SeriesTotals) -> bool:
            return self.rules.target is not None and max(totals) >= self.rules.target and totals[0] != totals[1]

        so_far = add_up(scores, table.seats, is_over, most_hands=self.rules.hands)
        dealer = next_dealer(table.first_dealer, len(so_far.played), table.seats, self.direction)
        last = so_far.played[-1] if so_far.played else None
        waiting = last.waiting if isinstance(last, BeloteScore) else 0
        reminders = (say("{points} wait for the winner of the next hand.", points=waiting),) if waiting else ()
        return so_far.standing(dealer, reminders=() if so_far.over else reminders)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        now = self.standing(scores, table)
        return tuple(settle_between_teams(self.rules, now, with_standard=with_standard))
