"""The end of a match, and what the losers pay. [S] knows no money: docs/rules/jass.md says what was decided."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.jass.record import Record, Totals, check_said, dealer_after
from games.catalogue.jass.rules import EndOrder, Rules
from games.catalogue.jass.scoring import Round, score
from games.contract import Score, Standing, Table
from games.kit.figures import ZERO
from games.kit.jass_cards import POINTS_IN_A_ROUND, SEATS
from games.kit.jass_teams import TEAMS
from games.kit.options import TeamStake
from games.kit.problems import Problem
from games.kit.running import next_dealer, run_up
from games.kit.sentences import Seat, Sentence, say
from games.kit.team_stakes import each_pays, settle_between_teams
from games.kit.transfers import Transfer


def standing(rules: Rules, scores: Sequence[Score], table: Table) -> Standing:
    counting = iter([score for score in scores if score.counts])
    winner: int | None = None

    def is_over(totals: Sequence[Fraction]) -> bool:
        """Asked once after each round that counts."""
        nonlocal winner
        winner = ahead(rules, totals, next(counting))
        return rules.target is not None and max(totals) >= rules.target and winner is not None

    so_far = run_up(scores, SEATS, is_over, most_hands=rules.hands)
    ranking = (tuple(range(SEATS)),) if winner is None else (TEAMS[winner], TEAMS[1 - winner])
    dealer = next_dealer(table.first_dealer, len(so_far.played), SEATS, rules.direction)
    if table.first_dealer is None or rules.first_chooser_card:
        shown = dealer_after(rules, [score.first_leader for score in so_far.played])
        dealer = dealer if shown is None else shown
    remarks = [*_control_sum(rules, so_far.played), *_who_was_first(rules, so_far.totals, winner)]
    return so_far.standing(dealer, ranking=ranking, remarks=tuple(remarks))


def ahead(rules: Rules, totals: Sequence[Fraction], latest: Score) -> int | None:
    """The team that is ahead after this round, or has won with it; None if they are level."""
    if both_are_past(rules, totals) and rules.target is not None and isinstance(latest, Round):
        before = [total - entered for total, entered in zip(totals, latest.points_entered, strict=True)]
        first = latest.first_at(rules.target, before) if max(before) < rules.target else None
        if first is not None:
            return first
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def both_are_past(rules: Rules, totals: Sequence[Fraction]) -> bool:
    """Does it matter who reached the target first?"""
    in_order = rules.end_order is EndOrder.STOECK_WEIS_STICH
    return in_order and rules.target is not None and min(totals) >= rules.target


def check_new(rules: Rules, record: Record, table: Table) -> list[Problem]:
    """What is said must be possible; and who was first is asked where no cards, Weis or Stöck tell it."""
    problems = check_said(rules, record, table)
    if not isinstance(record, Totals) or rules.target is None or problems:
        return problems
    before = table.totals or (ZERO,) * SEATS
    latest = score(rules, record, table)
    totals = [total + entered for total, entered in zip(before, latest.points_entered, strict=True)]
    is_asked = both_are_past(rules, totals) and max(before) < rules.target
    assert isinstance(latest, Round)
    if is_asked and latest.first_at(rules.target, before) is None:
        ask = say("Both teams are past {target}. Say who was first.", target=rules.target)
        problems.append(Problem("first_past", "missing", ask))
    elif record.first_past is not None and not is_asked:
        problems.append(Problem("first_past", "not_asked", say("Not both teams reach the target in this round.")))
    elif record.first_past is not None and latest.first_at(rules.target, before) != record.first_past:
        problems.append(Problem("first_past", "denied", say("By Stöck and Weis the other team was first.")))
    return problems


def _control_sum(rules: Rules, played: Sequence[Score]) -> Iterator[Sentence]:
    if rules.hands and rules.counts_only_cards and played:
        total = len(played) * POINTS_IN_A_ROUND
        yield say("Control sum: {hands} × 157 = {total}.", hands=len(played), total=total)


def _who_was_first(rules: Rules, totals: Sequence[Fraction], winner: int | None) -> Iterator[Sentence]:
    """Why a team has won whose total is not the higher one."""
    if rules.target is not None and winner is not None and totals[winner] <= totals[1 - winner]:
        one, other = (Seat(seat) for seat in TEAMS[winner])
        yield say(
            "Both teams reached {target} in the last hand: {one} and {other} were first, by Stöck, Weis, Stich.",
            target=rules.target,
            one=one,
            other=other,
        )


def settle(rules: Rules, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
    """A match that is stopped may be settled without its stake, but not without the Bergpreis."""
    now = standing(rules, scores, table)
    if rules.stake is TeamStake.NONE:
        return ()
    schneider = is_schneider(rules, min(now.cumulative))
    return (
        *_bergpreis(rules, now),
        *settle_between_teams(rules, now, with_standard=with_standard, schneider=schneider),
    )


def is_schneider(rules: Rules, total: Fraction) -> bool:
    return rules.schneider and rules.target is not None and 2 * total < rules.target


def _bergpreis(rules: Rules, now: Standing) -> Iterator[Transfer]:
    """For the team that was first at half the target; of two in one round the one with more, and nobody if level."""
    for totals in now.running:
        if rules.target is None or 2 * max(totals) < rules.target:
            continue
        if totals[0] != totals[1]:
            why = say("{payer} pays {payee} {points} for the Bergpreis.", points=rules.bergpreis)
            yield from each_pays(int(totals[0] > totals[1]), rules.bergpreis, "bergpreis", why)
        return
