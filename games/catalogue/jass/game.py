"""Jass in two teams: see rules.py for its source.

The end of a series, and what the losers pay. [S] has no rule for money: docs/rules/jass.md says what was decided.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from games.catalogue.jass.record import (
    ANNOUNCED_STOECK,
    ANNOUNCED_WEIS,
    RECORD,
    WEIS,
    Record,
    Totals,
    check,
    check_new_announcements,
    dealer_from_leaders,
)
from games.catalogue.jass.rules import PRESETS, EndOrder, Rules
from games.catalogue.jass.scoring import JassScore, score
from games.catalogue.jass.weis import holdings_of, sets_of_weis, stoeck_holder, worths_of_weis
from games.contract import Score, SettlementColumn, Standing, Table
from games.entry import Answer, Question, TotalsEntry
from games.kit.figures import ZERO
from games.kit.jass_cards import MATCH_POINTS, POINTS_IN_A_ROUND, SEATS, ask_for_trump, trump_suit
from games.kit.jass_teams import STOECK as STOECK_POINTS
from games.kit.jass_teams import TEAMS, names_of, shape_with
from games.kit.options import TeamStake
from games.kit.plays import Shape
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.sentences import Seat, Sentence, gettext_noop, say
from games.kit.team_stakes import COLUMNS, each_pays, settle_between_teams
from games.kit.transfers import Transfer
from games.kit.trick_game import TrickGame

ask = partial(Question.of, Totals)

BERGPREIS = SettlementColumn("bergpreis", gettext_noop("Bergpreis"), frozenset({"bergpreis"}))


class Jass(TrickGame):
    slug = "jass"
    name = gettext_noop("Jass")
    about = gettext_noop("Four players in two teams, 36 cards: the Swiss game, played to 1000.")
    allowed_seats = (4,)
    rules_model = Rules
    record = RECORD
    presets = PRESETS
    columns = (*COLUMNS, BERGPREIS)
    names_trump = True
    sides = TEAMS

    rules: Rules

    @property
    def totals(self) -> TotalsEntry | None:
        match = Fraction(MATCH_POINTS) if self.rules.match_bonus else None
        return TotalsEntry("card_points", total=Fraction(POINTS_IN_A_ROUND), all_taken=match)

    def questions(self, *, by_card: bool) -> tuple[Question, ...]:
        """Return questions only about what counts by these rules.

        Card by card, the first leader shows who chose trump, and announcements are asked for at the end.
        """
        rules = self.rules
        trump = ask_for_trump(
            without_trump=rules.without_trump, kinds=rules.further_kinds, faces=rules.card_faces, listed=True
        )
        passed = ask("passed", Answer.FLAG)
        if by_card:
            return trump, passed
        questions = [trump]
        if rules.melds:
            worths = tuple((points, str(points)) for points in worths_of_weis(rules))
            questions.append(ask("meld_team", Answer.SIDE, key=WEIS))
            questions.append(ask("melds", Answer.SEVERAL, worths, listed=True, key=WEIS))
        if rules.stoeck:
            questions.append(ask("stoeck", Answer.SIDE, key=gettext_noop("Stöck")))
        if rules.match_bonus:
            questions.append(ask("match", Answer.SIDE, key=gettext_noop("Match")))
        if rules.target is not None and rules.end_order is EndOrder.STOECK_WEIS_STICH:
            questions.append(ask("first_past", Answer.SIDE, if_missing=True))
        return (*questions, ask("chosen_by", Answer.SEAT), passed)

    def questions_at_end(self, record: Any, table: Table) -> tuple[Question, ...]:
        """Return what is asked after the last card: trump, what was announced, and whether the choice was passed.

        Only Weis and Stöck that the cards show can have been announced.

        An answer in the record that contradicts the cards is offered too, so that it can be seen and changed.
        """
        trump, passed = self.questions(by_card=True)
        questions = [trump]
        announced = sets_of_weis(self.rules, record, record.trump) if self.rules.melds else []
        if record.melds and (record.meld_team, record.melds) not in announced:
            announced.append((record.meld_team, record.melds))
        if announced:
            weis = tuple(((team, melds), _team_with(team, sum(melds))) for team, melds in announced)
            fills = ("meld_team", "melds")
            questions.append(Question("weis", ANNOUNCED_WEIS, Answer.OPTION, weis, fills=fills))
        holder = stoeck_holder(holdings_of(record), record.trump) if self.rules.stoeck else None
        with_stoeck = {holder % len(TEAMS)} if holder is not None else set()
        with_stoeck |= {record.stoeck} - {None}
        if with_stoeck:
            stoeck = tuple((team, _team_with(team, STOECK_POINTS)) for team in sorted(with_stoeck))
            questions.append(Question("stoeck", ANNOUNCED_STOECK, Answer.OPTION, stoeck))
        return (*questions, passed)

    @property
    def goal(self) -> Fraction | None:
        return self.rules.target

    def check(self, record: Record, table: Table) -> list[Problem]:
        return check(self.rules, record, table)

    def check_new(self, record: Record, table: Table) -> list[Problem]:
        """Check announcements and, in a record of totals, which team reached the target first.

        Where the first at the target wins, the record must say which team that was if both reach it in this round,
        unless Stöck and Weis alone show it.
        """
        problems = check_new_announcements(self.rules, record, table)
        if not isinstance(record, Totals) or problems:
            return problems
        if self.rules.target is None:
            if record.first_past is not None:
                why = say("By the rules of this series the higher total has won.")
                problems.append(Problem("first_past", "not_played", why))
            return problems
        before = table.totals or (ZERO,) * SEATS
        latest = self.score(record, table)
        totals = [total + entered for total, entered in zip(before, latest.points_entered, strict=True)]
        in_one_round = both_are_past(self.rules, totals) and max(before) < self.rules.target
        assert isinstance(latest, JassScore)
        if in_one_round and latest.first_at(self.rules.target, before) is None:
            who = say("Both teams are past {target}. Say who was first.", target=self.rules.target)
            problems.append(Problem("first_past", "missing", who))
        elif record.first_past is not None and not in_one_round:
            problems.append(Problem("first_past", "not_asked", say("Not both teams reach the target in this round.")))
        elif record.first_past is not None and latest.first_at(self.rules.target, before) != record.first_past:
            problems.append(Problem("first_past", "denied", say("By Stöck and Weis the other team was first.")))
        return problems

    def score(self, record: Record, table: Table) -> Score:
        return score(self.rules, record, table)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        counting = iter([score for score in scores if score.counts])
        winner: int | None = None

        def is_over(totals: Sequence[Fraction]) -> bool:
            """`add_up` calls this once after each round that counts."""
            nonlocal winner
            winner = team_ahead(self.rules, totals, next(counting))
            return self.rules.target is not None and max(totals) >= self.rules.target and winner is not None

        so_far = add_up(scores, SEATS, is_over, most_hands=self.rules.hands)
        ranking = (tuple(range(SEATS)),) if winner is None else (TEAMS[winner], TEAMS[1 - winner])
        dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, self.rules.direction)
        if table.first_dealer is None or self.rules.first_chooser_card:
            # The first dealer is unknown, or did not decide who led the first round.
            by_leaders = dealer_from_leaders(self.rules, [score.first_leader for score in so_far.played])
            dealer = dealer if by_leaders is None else by_leaders
        remarks = [*_control_sum(self.rules, so_far.played), *_who_was_first(self.rules, so_far.totals, winner)]
        return so_far.standing(dealer, ranking=ranking, remarks=tuple(remarks))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        """Return the transfers; none if the teams play without a stake.

        A series that is stopped may be settled without the fixed sum (`with_standard` is False). The Bergpreis stays.
        """
        now = self.standing(scores, table)
        if self.rules.stake is TeamStake.NONE:
            return ()
        target = self.rules.target
        schneider = self.rules.schneider and target is not None and 2 * min(now.cumulative) < target
        return (
            *_bergpreis(self.rules, now),
            *settle_between_teams(self.rules, now, with_standard=with_standard, schneider=schneider),
        )

    def shape(self, record: Any, table: Table) -> Shape:
        return shape_with(self.rules, record.trump)

    def choices(self, record: Any, table: Table) -> list[Shape]:
        """Return a shape for each kind of play that these rules allow."""
        return [shape_with(self.rules, trump) for trump in self.rules.kinds_of_play]

    strong_suit = staticmethod(trump_suit)


def _team_with(team: int, points: int) -> Sentence:
    return say("{one} & {other}: {points}", points=points, **names_of(team))


def team_ahead(rules: Rules, totals: Sequence[Fraction], latest: Score) -> int | None:
    """Return the team that is ahead after the latest round; None if the teams are level.

    If both reached the target in this round, the team that reached it first is ahead, whatever the totals.
    """
    if both_are_past(rules, totals) and rules.target is not None and isinstance(latest, JassScore):
        before = [total - entered for total, entered in zip(totals, latest.points_entered, strict=True)]
        first = latest.first_at(rules.target, before) if max(before) < rules.target else None
        if first is not None:
            return first
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def both_are_past(rules: Rules, totals: Sequence[Fraction]) -> bool:
    """Have both teams reached the target, in a series that the first team to reach it wins?"""
    in_order = rules.end_order is EndOrder.STOECK_WEIS_STICH
    return in_order and rules.target is not None and min(totals) >= rules.target


def _control_sum(rules: Rules, played: Sequence[Score]) -> Iterator[Sentence]:
    """Say what the totals of both teams must come to, where a number of hands is played and only cards count."""
    if rules.hands and rules.counts_only_cards and played:
        total = len(played) * POINTS_IN_A_ROUND
        yield say("Control sum: {hands} × 157 = {total}.", hands=len(played), total=total)


def _who_was_first(rules: Rules, totals: Sequence[Fraction], winner: int | None) -> Iterator[Sentence]:
    """Explain why a team has won whose total is not the higher one."""
    if rules.target is not None and winner is not None and totals[winner] <= totals[1 - winner]:
        one, other = (Seat(seat) for seat in TEAMS[winner])
        yield say(
            "Both teams reached {target} in the last hand: {one} and {other} were first, by Stöck, Weis, Stich.",
            target=rules.target,
            one=one,
            other=other,
        )


def _bergpreis(rules: Rules, now: Standing) -> Iterator[Transfer]:
    """Yield the transfers of the Bergpreis, which the first team to reach half the target receives.

    If both reach it in one round, the team with the higher total receives it; nobody does if they are level.
    """
    for totals in now.running:
        if rules.target is None or 2 * max(totals) < rules.target:
            continue
        if totals[0] != totals[1]:
            why = say("{payer} pays {payee} {points} for the Bergpreis.")
            yield from each_pays(int(totals[0] > totals[1]), rules.bergpreis, "bergpreis", why)
        return
