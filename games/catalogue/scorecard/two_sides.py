"""A hand with winners and losers: without a leader, with one who has what is left, or by a list."""

from fractions import Fraction
from math import gcd

from games.catalogue.scorecard.options import PointsList
from games.catalogue.scorecard.record import SidesRecord
from games.catalogue.scorecard.rules import Rules, seats_of
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.sentences import Seat, Sentence, Value, say

Row = list[Fraction]


def score_sides(rules: Rules, record: SidesRecord, table: Table) -> Score:
    worth, playing = record.value * record.factor, {seat for side in record.sides for seat in side}
    leader = record.led_by if rules.leader else None
    if leader is None:
        entered, lines = _each_side(record, worth, table.seats)
    elif rules.list is None:
        entered, lines = _what_is_left(rules, record, leader, table.seats)
    else:
        entered, lines = _by_list(rules, rules.list, record, leader, table.seats)
        playing |= {seat for seat, points in enumerate(entered) if points}  # who has points belongs to the hand
    return Score(
        points_won=tuple(entered),
        points_entered=tuple(entered),
        lines=tuple(lines),
        sitting=seats_of(playing, table.seats, table.seats),
    )


def multiplied(once: Fraction, *times: int) -> Value:
    """46 × 2 = 92; just the figure where it counts once."""
    words: Value = once
    points = once
    for factor in times:
        if factor != 1:
            words, points = say("{before} × {times}", before=words, times=factor), points * factor
    return once if words == once else say("{before} = {points}", before=words, points=points)


def _each_side(record: SidesRecord, worth: Fraction, seats: int) -> tuple[Row, list[Line]]:
    """Each wins or loses the worth once, one alone as often as there are others. No side ever shares a point."""
    won, lost = record.sides
    common = gcd(len(won), len(lost))
    entered, lines = [ZERO] * seats, []
    for side, sign, others in ((won, 1, lost), (lost, -1, won)):
        for seat in sorted(side):
            entered[seat] = sign * worth * (len(others) // common)
            points = multiplied(record.value, len(others) // common, record.factor)
            lines.append(Line(seat, entered[seat], _won_or_lost(seat, points, won=sign > 0)))
    return entered, lines


def _won_or_lost(seat: int, points: Value, *, won: bool) -> Sentence:
    if won:
        return say("{seat} wins {points}.", seat=Seat(seat), points=points)
    return say("{seat} loses {points}.", seat=Seat(seat), points=points)


def _what_is_left(rules: Rules, record: SidesRecord, leader: int, seats: int) -> tuple[Row, list[Line]]:
    """All others win or lose the worth once, partners as the leader and opponents the other way round."""
    won, lost = record.sides
    led = leader in won
    times = (record.factor,) if led else (record.factor, rules.lost_times)
    worth = multiplied(record.value, *times)
    points = record.value * record.factor * (1 if led else rules.lost_times)
    entered, lines = [ZERO] * seats, []
    for seat in sorted((*won, *lost)):
        if seat != leader:
            entered[seat] = points if seat in won else -points
            lines.append(Line(seat, entered[seat], _won_or_lost(seat, worth, won=seat in won)))
    entered[leader] = -sum(entered, ZERO)
    words: dict[str, Value] = {"seat": Seat(leader), "worth": worth, "points": entered[leader]}
    why = say("{seat} leads and won {worth}; what is left: {points}.", **words)
    if not led:
        why = say("{seat} leads and lost {worth}; what is left: {points}.", **words)
    return entered, [Line(leader, entered[leader], why), *lines]


def _by_list(rules: Rules, kept: PointsList, record: SidesRecord, leader: int, seats: int) -> tuple[Row, list[Line]]:
    """The leader's own figure; where the leader lost, also what each other player at the table gets."""
    entered = [ZERO] * seats
    if not record.value:
        return entered, [Line(leader, ZERO, say("Nobody played: a worth of 0 brings nothing."))]
    words: dict[str, Value] = {"seat": Seat(leader)}
    if leader in record.sides[0]:
        entered[leader] = record.value * record.factor + kept.won
        words |= {"worth": multiplied(record.value, record.factor), "more": kept.won, "points": entered[leader]}
        return entered, [
            Line(leader, entered[leader], say("{seat} leads and won {worth}, and {more}: {points}.", **words))
        ]
    others = kept.for_others(seats) or ZERO
    entered = [others] * seats
    entered[leader] = -record.value * record.factor * rules.lost_times - kept.lost
    worth = multiplied(record.value, record.factor, rules.lost_times)
    words |= {"worth": worth, "more": kept.lost, "points": entered[leader]}
    lines = [Line(leader, entered[leader], say("{seat} leads and lost {worth}, and {more}: {points}.", **words))]
    return entered, lines + [
        Line(
            seat,
            others,
            say("{seat} gets {points}, because {leader} lost.", seat=Seat(seat), points=others, leader=Seat(leader)),
        )
        for seat in range(seats)
        if others and seat != leader
    ]
