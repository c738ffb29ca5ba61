"""Spades: see rules.py for its source. How a hand is entered, the end of a series, and who owes whom."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.catalogue.spades.entry import answers_of, questions_of, record_of, words_of
from games.catalogue.spades.play import shape
from games.catalogue.spades.record import RECORD, TRICKS_TITLE, Record, check
from games.catalogue.spades.rules import FOUR, PRESETS, TRICKS, Rules
from games.catalogue.spades.scoring import SpadesScore, score
from games.contract import Example, Score, Standing, Table
from games.entry import Bids, Question, TotalsEntry
from games.kit.options import TeamStake
from games.kit.plays import Direction, Shape
from games.kit.problems import Problem
from games.kit.running import SeriesTotals, add_up, next_dealer
from games.kit.sentences import Seat, Sentence, Several, gettext_noop, say, say_many
from games.kit.spades_trump import SEATS, spades_are_trump
from games.kit.standard_money import STANDARD, standard_money
from games.kit.team_stakes import COLUMNS, settle_between_teams
from games.kit.transfers import Transfer, pairwise_differences
from games.kit.trick_game import TrickGame


class Spades(TrickGame):
    slug = "spades"
    name = gettext_noop("Spades (game)")  # in other languages the game and the suit have different names
    about = gettext_noop("Four players in two teams, or two to six alone: bid tricks, and spades are trump.")
    allowed_seats = tuple(TRICKS)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = (*COLUMNS, STANDARD)
    example = Example.from_file(Path(__file__).with_name("example.json"))
    card_seats = (SEATS,)  # with other numbers of players some cards are not dealt
    direction = Direction.CLOCKWISE

    rules: Rules

    def fits(self) -> list[Problem]:
        if self.rules.teams and self.seats != FOUR:
            return [Problem("teams", "for_four", say("Two teams are four players."))]
        return []

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.rules.sides(self.seats)

    @property
    def entry_sides(self) -> tuple[tuple[int, ...], ...]:
        """Each partner has a bid and a number of tricks."""
        return tuple((seat,) for seat in range(self.seats))

    @property
    def totals(self) -> TotalsEntry:
        bids = Bids("bids", gettext_noop("Bid"), words=words_of(self.rules))
        return TotalsEntry("tricks", total=Fraction(TRICKS[self.seats]), title=TRICKS_TITLE, bids=bids)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        return tuple(questions_of(self.rules, self.seats, by_card=by_card))

    record_of = staticmethod(record_of)
    answers_of = staticmethod(answers_of)

    @property
    def goal(self) -> Fraction:
        return self.rules.target

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        """The series ends at the target or below the floor, unless the best sides are level."""

        def is_over(totals: SeriesTotals) -> bool:
            best, floor = max(totals), self.rules.floor
            is_level = sum(totals[side[0]] == best for side in self.sides) > 1
            return not is_level and (best >= self.rules.target or (floor is not None and min(totals) < floor))

        so_far = add_up(scores, table.seats, is_over)
        dealer = next_dealer(table.first_dealer, len(so_far.played), table.seats, self.direction)
        return so_far.standing(dealer, reminders=() if so_far.over else self._bags(so_far.played))

    def _bags(self, played: Sequence[Score]) -> tuple[Sentence, ...]:
        """Remind the table of the bags that each side has."""
        last = played[-1] if played else None
        by_side = last.bags if isinstance(last, SpadesScore) else ()
        return tuple(
            say_many(
                "{players}: {count} bag", "{players}: {count} bags", count=bags, players=Several(tuple(map(Seat, side)))
            )
            for side, bags in zip(self.sides, by_side, strict=False)
            if bags
        )

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return what the teams pay by their stake.

        If each plays alone, the others pay the winner, or at a stake per point the lower of two pays the difference.
        """
        now = self.standing(scores, table)
        if any(len(side) > 1 for side in self.sides):
            return tuple(settle_between_teams(self.rules, now, with_standard=with_standard))
        if self.rules.stake is TeamStake.PER_POINT:
            return tuple(pairwise_differences(now.cumulative, self.rules.point_rate))
        if self.rules.stake is TeamStake.PER_MATCH and with_standard:
            sums = [self.rules.stake_points] * (table.seats - 1)
            return tuple(standard_money(now, sums))
        return ()

    def shape(self, record: Any, table: Table) -> Shape:
        return shape()

    strong_suit = staticmethod(spades_are_trump)
