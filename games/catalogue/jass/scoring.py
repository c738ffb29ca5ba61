"""A round's points: cards, and by Swiss custom match, Weis, Stöck and the factor of the trump."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.jass.record import SEATS, Announced, Play, Record, Totals, shape
from games.catalogue.jass.rules import MATCH_BONUS, STOECK, TEAMS, Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.jass_cards import duty_in_words
from games.kit.judging import judge_play, shown_by_cards
from games.kit.problems import Problem
from games.kit.records import ThrownIn, next_to_deal
from games.kit.running import doubts_about_leader, next_dealer, player_after
from games.kit.sentences import Seat, say

_NOTHING = (ZERO,) * SEATS


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return Score(points_won=_NOTHING, points_entered=_NOTHING, counts=False)
        case Totals():
            lines = list(_lines(rules, record, record.points_by_team, record.match))
            return Score(
                points_won=_by_seat(record.points_by_team),
                points_entered=_entered(lines),
                lines=tuple(lines),
                first_leader=record.leader,
                warnings=_doubts(rules, record, table),
            )
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Nothing is entered before the last card has been played."""
    hand = shape(rules, play, table)
    judged = judge_play(play, hand)
    card_points = [sum(judged.points[seat] for seat in team) for team in TEAMS]
    match = next((team for team, seats in enumerate(TEAMS) if set(judged.winners) <= set(seats)), None)
    lines = list(_lines(rules, play, card_points, match)) if judged.complete else []
    return Score(
        points_won=_by_seat(card_points),
        points_entered=_entered(lines),
        lines=tuple(lines),
        first_leader=play.leader,
        warnings=_doubts(rules, play, table),
        **shown_by_cards(play, hand, judged, duty_in_words),
    )


def _doubts(rules: Rules, record: Totals | Play, table: Table) -> tuple[Problem, ...]:
    """[S] The player after the dealer chooses trump, or has the partner choose, and leads."""
    leader, dealer = record.leader, dealer_of(rules, table)
    direction = record.direction if isinstance(record, Play) else rules.direction
    if leader is None or dealer is None:
        return ()
    if record.chosen_by is None:
        return doubts_about_leader(dealer, leader, SEATS, direction)
    expected = player_after(dealer, SEATS, direction)
    if leader == expected:
        return ()
    names = {"dealer": Seat(dealer), "expected": Seat(expected), "seat": Seat(leader)}
    why = say("{dealer} dealt, so the choice of trump is with {expected}, not with {seat}.", **names)
    return (Problem("chosen_by", "not_after_dealer", why),)


def dealer_of(rules: Rules, table: Table) -> int | None:
    """Who deals the next round, if that is known. The player after the dealer leads, and deals the round after."""
    if (dealer := next_to_deal(table, rules.direction)) is not None:
        return dealer
    played = [record for record in table.earlier if not isinstance(record, ThrownIn)]
    for rounds_since, record in enumerate(reversed(played)):
        if record.leader is not None:
            return next_dealer(record.leader, rounds_since, SEATS, rules.direction)
    return None


def _lines(rules: Rules, record: Announced, card_points: Sequence[int], match: int | None) -> Iterator[Line]:
    """What each team scores and why; both partners have the same lines, since both have the team's points."""
    factor = rules.factor(record.trump)
    for team, seats in enumerate(TEAMS):
        names = {"one": Seat(seats[0]), "other": Seat(seats[1])}
        in_cards = say("{one} and {other}: {points} in cards", points=card_points[team], **names)
        parts = [(card_points[team], in_cards)]
        if rules.match_bonus and match == team:
            all_nine = say("{one} and {other}: {points} for all nine tricks", points=MATCH_BONUS, **names)
            parts.append((MATCH_BONUS, all_nine))
        if record.melds and record.meld_team == team:
            weis = sum(record.melds)
            parts.append((weis, say("{one} and {other}: {points} for Weis", points=weis, **names)))
        if record.stoeck == team:
            parts.append((STOECK, say("{one} and {other}: {points} for Stöck", points=STOECK, **names)))
        for points, why in parts:
            times = say("{why} times {factor}", why=why, factor=factor) if factor > 1 else why
            yield from (Line(seat, Fraction(points * factor), times) for seat in seats)


def _entered(lines: Sequence[Line]) -> tuple[Fraction, ...]:
    return tuple(sum((line.points for line in lines if line.seat == seat), ZERO) for seat in range(SEATS))


def _by_seat(by_team: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(by_team[seat % len(TEAMS)]) for seat in range(SEATS))
