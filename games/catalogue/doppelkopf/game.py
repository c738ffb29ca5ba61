"""Doppelkopf: see rules.py for its sources. How a hand is entered, who deals, and the end of a series."""

from collections.abc import Sequence
from pathlib import Path

from games.catalogue.doppelkopf.entry import answers_of, questions_of, record_of
from games.catalogue.doppelkopf.record import RE_POINTS, RECORD, DoppelkopfHand, DoppelkopfKind, check
from games.catalogue.doppelkopf.rules import PLAYERS, PRESETS, Rules
from games.catalogue.doppelkopf.scoring import score
from games.contract import Example, Score, Standing, Table
from games.entry import Question, TotalsEntry
from games.kit.declaring import bock_left
from games.kit.declaring_game import DeclaringGame
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import Seat, Several, gettext_noop, say


class Doppelkopf(DeclaringGame):
    slug = "doppelkopf"
    name = gettext_noop("Doppelkopf")
    about = gettext_noop("Four to seven players, Re against Kontra. You tap what was said, Khata counts it.")
    allowed_seats = PLAYERS
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    example = Example.from_file(Path(__file__).with_name("example.json"))
    contracts = (DoppelkopfKind.SOLO,)

    rules: Rules

    @property
    def totals(self) -> TotalsEntry:
        return TotalsEntry("re_points", title=RE_POINTS, shared=True, optional=True)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats))

    record_of = staticmethod(record_of)
    answers_of = staticmethod(answers_of)

    def check(self, record: DoppelkopfHand, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: DoppelkopfHand, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, table.seats, most_hands=self.rules.hands)
        reminders = bock_left(so_far.played, self.rules.bock_hands or table.seats) if not so_far.over else ()
        have_played = {seat for hand in so_far.played for seat in hand.marked}  # marked: played the required solo
        missing = tuple(Seat(seat) for seat in range(table.seats) if seat not in have_played)
        remarks = (say("Required solo, not yet: {players}.", players=Several(missing)),) if missing else ()
        deals_moved = len(so_far.played) - self._times_deal_stayed(so_far.played, table.seats)
        dealer = next_dealer(table.first_dealer, deals_moved, table.seats, Direction.CLOCKWISE)
        return so_far.standing(dealer, reminders=reminders, remarks=remarks if self.rules.required_solos else ())

    def _times_deal_stayed(self, played: Sequence[Score], seats: int) -> int:
        """Return the number of required solos after which the deal stayed with the same player.

        It stays as long as more hands are left than players whose required solo is missing. Both numbers are those from
        before this solo.
        """
        stayed, missing = 0, seats
        for index, score_of_hand in enumerate(played):
            if score_of_hand.marked:
                stayed += self.rules.hands is None or self.rules.hands - index > missing
                missing -= 1
        return stayed
