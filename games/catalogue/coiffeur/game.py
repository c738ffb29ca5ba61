"""Coiffeur, Jass with a box for each kind: see rules.py for its source.

The end of a series, and what the losers pay. [C "The end, and who pays whom"]
"""

from collections.abc import Sequence
from typing import Any

from games.catalogue.coiffeur.record import RECORD, Record, asks, check, choices, shape
from games.catalogue.coiffeur.rules import PRESETS, Rules
from games.catalogue.coiffeur.scoring import boxes, score
from games.contract import Boxes, Score, Standing, Table
from games.entry import Question
from games.kit.jass_cards import SEATS, trump_suit
from games.kit.jass_teams import TEAMS
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import next_dealer, run_up
from games.kit.sentences import Sentence, gettext_noop
from games.kit.team_stakes import COLUMNS, settle_between_teams
from games.kit.transfers import Transfer
from games.kit.trick_game import TrickGame


class Coiffeur(TrickGame):
    slug = "coiffeur"
    name = gettext_noop("Coiffeur")
    about = gettext_noop("Four players in two teams, 36 cards: each team plays every kind once.")
    allowed_seats = (4,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    has_form = True
    names_trump = True

    rules: Rules

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return TEAMS

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return asks(self.rules, self.seats, by_card=by_card)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = run_up(scores, SEATS, most_hands=len(TEAMS) * len(self.rules.boxes))
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), SEATS, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """A series that is stopped may be settled without its stake for a match."""
        return tuple(settle_between_teams(self.rules, self.standing(scores, table), with_standard=with_standard))

    def boxes(self, scores: Sequence[Score], table: Table) -> Boxes:
        return boxes(self.rules, scores, table)

    def shape(self, record: Any, table: Table) -> Shape:
        return shape(self.rules, record, table)

    def choices(self, record: Any, table: Table) -> list[Shape]:
        return choices(self.rules, record, table)

    def strong_suit(self, record: Any, led: int) -> tuple[int, Sentence] | None:
        return trump_suit(record, led)
