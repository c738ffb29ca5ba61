"""Schafkopf: see rules.py for its sources. How a hand is entered, the end of a series, and who owes whom."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.catalogue.schafkopf.entry import COUNTED, questions_of
from games.catalogue.schafkopf.record import RECORD, Record, SchafkopfGame, check
from games.catalogue.schafkopf.rules import PLAYERS, PRESETS, Rules
from games.catalogue.schafkopf.scoring import score
from games.contract import Example, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.game import Game
from games.kit.card_points import CARD_POINTS, answers_of_counted, kind_of_answers
from games.kit.declaring import COLUMNS, settle_hands, standing_after
from games.kit.problems import Problem
from games.kit.running import run_up
from games.kit.sentences import gettext_noop
from games.kit.transfers import Transfer


class Schafkopf(Game):
    slug = "schafkopf"
    name = gettext_noop("Schafkopf")
    about = gettext_noop(
        "Four players, or five with one who sits out: two against two, or one against three. Paid by a tariff."
    )
    allowed_seats = PLAYERS
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = COLUMNS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(SchafkopfGame)
    open_ended = MappingProxyType({"hands": None})

    rules: Rules

    @property
    def totals(self) -> TotalsEntry:
        return TotalsEntry("points", Fraction(1), None, title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    @staticmethod
    def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
        return kind_of_answers(answers, "game")

    @staticmethod
    def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers. A Tout was won with all tricks, also where the record has its points."""
        answers = answers_of_counted(record, "game")
        if record.get("tout") and record.get("won") and answers.get("points") is not None:
            answers["tricks"] = "all"
        return answers

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        return standing_after(run_up(scores, table.seats, most_hands=self.rules.hands), table)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        return settle_hands(self.rules, self.standing(scores, table), scores, with_standard=with_standard)
