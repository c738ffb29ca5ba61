"""Coiffeur, a Jass in which each team has a box for each kind of play: see rules.py for its source.

The end of a series, and what the losers pay. [C "The end, and who pays whom"]
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from games.catalogue.coiffeur.record import (
    NO_JOKER,
    RECORD,
    Play,
    Record,
    SlalomBegins,
    check,
    open_boxes,
    trump_of,
)
from games.catalogue.coiffeur.rules import PRESETS, Kind, Rules
from games.catalogue.coiffeur.scoring import boxes, score
from games.contract import Boxes, Score, Standing, Table
from games.entry import Answer, Question, options_of
from games.kit.card_faces import called
from games.kit.jass_cards import SEATS, trump_suit
from games.kit.jass_teams import MELD_WORTHS, TEAMS, shape_with
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import gettext_noop
from games.kit.team_stakes import COLUMNS, settle_between_teams
from games.kit.transfers import Transfer
from games.kit.trick_game import TrickGame

ask = partial(Question.of, Play)


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
    sides = TEAMS

    rules: Rules

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """Return the questions about the box. Card by card, the form also asks how a slalom begins."""
        kinds, faces = self.rules.kinds, self.rules.card_faces
        offered = tuple((kind.value, called(kind.label, faces)) for kind in kinds)
        questions = [
            ask("team", Answer.SIDE, required=True),
            ask("kind", Answer.OPTION, offered, required=True, listed=True),
        ]
        if Kind.JOKER in kinds:
            others = tuple((kind.value, called(kind.label, faces)) for kind in NO_JOKER)
            questions.append(ask("played_as", Answer.OPTION, others, listed=True))
        if by_card and (Kind.JOKER in kinds or Kind.SLALOM in kinds):
            questions.append(ask("slalom_begins", Answer.OPTION, options_of(SlalomBegins)))
        if self.rules.melds:
            worths = tuple((worth, str(worth)) for worth in MELD_WORTHS)
            questions.append(ask("melds", Answer.SEVERAL, worths, key=gettext_noop("Weis")))
        if self.rules.stoeck:
            questions.append(ask("stoeck", Answer.FLAG, key=gettext_noop("Stöck")))
        return tuple(questions)

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, SEATS, most_hands=len(TEAMS) * len(self.rules.boxes))
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), SEATS, self.rules.direction))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return the transfers. A stopped series may be settled without the fixed sum (`with_standard`)."""
        return tuple(settle_between_teams(self.rules, self.standing(scores, table), with_standard=with_standard))

    def boxes(self, scores: Sequence[Score], table: Table) -> Boxes:
        return boxes(self.rules, scores, table)

    def shape(self, record: Any, table: Table) -> Shape:
        return shape_with(self.rules, record.trump)

    def choices(self, record: Any, table: Table) -> list[Shape]:
        """Return a shape for each kind that the team could choose: of its open boxes, or with a joker any on the list.

        A slalom begins as the record says, or top down.
        """
        kinds = {box.kind for _index, box in open_boxes(self.rules, table.earlier, record.team)}
        if Kind.JOKER in kinds:
            kinds = {*self.rules.kinds, record.kind_played or Kind.JOKER}
        trumps = [trump_of(kind, record.slalom_begins) for kind in NO_JOKER if kind in kinds]
        return [shape_with(self.rules, trump) for trump in trumps]

    strong_suit = staticmethod(trump_suit)
