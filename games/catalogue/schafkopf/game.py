"""Schafkopf: see rules.py for its sources. How a hand is entered.

The end and the settlement are in games/kit/declaring_game.py.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.catalogue.schafkopf.entry import COUNTED, questions_of
from games.catalogue.schafkopf.record import RECORD, Record, SchafkopfGame, check
from games.catalogue.schafkopf.rules import PLAYERS, PRESETS, Rules
from games.catalogue.schafkopf.scoring import score
from games.contract import Example, Score, Table
from games.entry import Question, TotalsEntry
from games.kit.card_points import CARD_POINTS, answers_of_counted, record_of_answers
from games.kit.declaring_game import DeclaringGame
from games.kit.problems import Problem
from games.kit.sentences import gettext_noop


class Schafkopf(DeclaringGame):
    slug = "schafkopf"
    name = gettext_noop("Schafkopf")
    about = gettext_noop(
        "Four players, or five with one who sits out: two against two, or one against three. Paid by a tariff."
    )
    allowed_seats = PLAYERS
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(SchafkopfGame)

    rules: Rules

    @property
    def totals(self) -> TotalsEntry:
        return TotalsEntry("points", title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    @staticmethod
    def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
        return record_of_answers(answers, "game")

    @staticmethod
    def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a record. A Tout that was won with all card points is shown with all tricks."""
        answers = answers_of_counted(record, "game")
        if record.get("tout") and record.get("won") and answers.get("points") is not None:
            answers["tricks"] = "all"
        return answers

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)
