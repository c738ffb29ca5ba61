"""Skat: see rules.py for its sources. How a hand is entered, the end of a series, and who owes whom."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from games.catalogue.skat.check import check, check_new
from games.catalogue.skat.entry import COUNTED, questions_of
from games.catalogue.skat.record import RECORD, Record, SkatContract
from games.catalogue.skat.rules import PLAYERS, PRESETS, Rules, Scoring
from games.catalogue.skat.scoring import score
from games.contract import Example, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.kit.card_points import CARD_POINTS, answers_of_counted, record_of_answers
from games.kit.declaring import bock_left
from games.kit.declaring_game import DeclaringGame
from games.kit.ladders import ranked
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.running import SeriesTotals, add_up, next_dealer
from games.kit.sentences import gettext_noop
from games.kit.transfers import Transfer


class Skat(DeclaringGame):
    slug = "skat"
    name = gettext_noop("Skat")
    about = gettext_noop(
        "Three to five players: one plays alone against two. You tap what was played, Khata counts it."
    )
    allowed_seats = PLAYERS
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = tuple(SkatContract)
    open_ended = (
        MappingProxyType({"scoring": Scoring.LIST, "hands": None, "deals_each": None}),
        MappingProxyType({"scoring": Scoring.MONEY, "hands": None}),
    )
    hands_below_zero = gettext_noop("Games lost")

    rules: Rules

    @property
    def most_hands(self) -> int | None:
        if self.rules.hands is None and self.rules.deals_each is not None and self.rules.scoring is not Scoring.MONEY:
            return self.rules.deals_each * self.seats
        return self.rules.hands

    @property
    def totals(self) -> TotalsEntry:
        return TotalsEntry("points", title=CARD_POINTS, shared=True, optional=True, only_if=COUNTED)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    @staticmethod
    def record_of(answers: Mapping[str, Any]) -> dict[str, Any]:
        return record_of_answers(answers, "contract")

    @staticmethod
    def answers_of(record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of a record. Of a Null the form asks whether it was won, also if the record has tricks."""
        answers = answers_of_counted(record, "contract")
        if record.get("contract") == "null" and "won" not in record:
            answers["won"] = record.get("tricks") == "none"
        return answers

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        return check_new(record)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """If the scoring is the list, level players rank by most games won, then by fewest games lost."""

        def is_over(totals: SeriesTotals) -> bool:
            return self.rules.scoring is Scoring.PUB and min(totals) <= -self.rules.target

        so_far = add_up(scores, table.seats, is_over, most_hands=self.most_hands)
        won, lost = [Fraction(0)] * table.seats, [Fraction(0)] * table.seats
        for declared in (played.declared for played in so_far.played):
            if declared and declared.made:
                won[declared.seat] += 1
            elif declared:
                lost[declared.seat] -= 1  # below zero, because fewer are better
        ranking = ranked(list(zip(so_far.totals, won, lost, strict=True)), range(table.seats))
        reminders = bock_left(so_far.played, self.rules.bock_hands or table.seats) if not so_far.over else ()
        by_list = self.rules.scoring is Scoring.LIST
        dealer = next_dealer(table.first_dealer, len(so_far.played), table.seats, Direction.CLOCKWISE)
        return so_far.standing(dealer, ranking=ranking if by_list else None, reminders=reminders)

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        if self.rules.scoring is Scoring.MONEY:
            counted = scores[: self.standing(scores, table).counted]
            return tuple(paid for score in counted for paid in score.transfers)
        return super().settle(scores, table, with_standard=with_standard)
