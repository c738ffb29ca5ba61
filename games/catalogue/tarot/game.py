"""Tarot: see rules.py for its source. How a hand is entered.

The end and the settlement are in games/kit/declaring_game.py.
"""

from fractions import Fraction
from pathlib import Path

from games.catalogue.tarot.entry import COUNTED, answers_of, questions_of, record_of
from games.catalogue.tarot.record import CARD_POINTS, RECORD, WHOLE_POINTS_WITH, Record, TarotContract, check
from games.catalogue.tarot.rules import PLAYERS, PRESETS, Rules
from games.catalogue.tarot.scoring import score
from games.contract import Example, Score, Table
from games.entry import Question, TotalsEntry
from games.kit.declaring_game import DeclaringGame
from games.kit.figures import HALF
from games.kit.problems import Problem
from games.kit.sentences import gettext_noop


class Tarot(DeclaringGame):
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
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(TarotContract)

    rules: Rules

    @property
    def totals(self) -> TotalsEntry:
        step = Fraction(1) if self.seats == WHOLE_POINTS_WITH else HALF
        return TotalsEntry("points", step=step, title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    record_of = staticmethod(record_of)
    answers_of = staticmethod(answers_of)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)
