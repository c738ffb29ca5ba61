"""Tarot: see rules.py for its source. How a hand is entered, the end of a series, and who owes whom."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.catalogue.tarot.entry import COUNTED, answers_of_record, questions_of, record_of_answers
from games.catalogue.tarot.record import CARD_POINTS, RECORD, WHOLE_POINTS_WITH, Record, TarotContract, check
from games.catalogue.tarot.rules import PLAYERS, PRESETS, Rules
from games.catalogue.tarot.scoring import score
from games.contract import Example, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.game import Game
from games.kit.choices import Choice
from games.kit.declaring import COLUMNS, settle_hands
from games.kit.figures import HALF
from games.kit.problems import Problem
from games.kit.running import next_dealer, run_up
from games.kit.sentences import gettext_noop
from games.kit.transfers import Transfer


class Tarot(Game):
    slug = "tarot"
    name = gettext_noop("Tarot")
    about = gettext_noop(
        "Three to seven players: the taker against the others, with five mostly with a partner. You tap the contract, "
        "the bouts and the points."
    )
    allowed_seats = PLAYERS
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(TarotContract)
    open_ended = MappingProxyType({"hands": None})

    rules: Rules

    @property
    def direction(self) -> Choice:
        return self.rules.direction

    @property
    def totals(self) -> TotalsEntry:
        step = Fraction(1) if self.seats == WHOLE_POINTS_WITH else HALF
        return TotalsEntry("points", step, None, title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    @staticmethod
    def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
        return record_of_answers(answers)

    @staticmethod
    def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
        return answers_of_record(record)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """Every hand moves the deal, also one that all passed."""
        so_far = run_up(scores, table.seats, most_hands=self.rules.hands)
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), table.seats, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        return settle_hands(self.rules, self.standing(scores, table), scores, with_standard=with_standard)
