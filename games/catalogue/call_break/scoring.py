"""What calls and tricks are worth. [C "Points"]"""

from collections.abc import Sequence
from fractions import Fraction

from games.catalogue.call_break.play import duty_in_words, shape
from games.catalogue.call_break.record import Play, Record, Totals
from games.catalogue.call_break.rules import Overtricks, Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO, DecimalPoints, whole
from games.kit.judging import judge_play, shown_by_cards
from games.kit.records import ThrownIn, next_to_deal, score_thrown_in
from games.kit.running import doubts_about_leader
from games.kit.sentences import Seat, say
from games.kit.spades_trump import SEATS

BIG_CALL, BIG_CALL_COUNTS = 8, 13


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(table.seats)
        case Totals():
            won = [tricks or 0 for tricks in record.tricks_by_seat]
            finished = None not in record.tricks_by_seat
            lines = score_calls(rules, record.calls, won) if finished else ()
            return Score(
                complete=finished,
                points_won=tuple(map(whole, won)),
                points_entered=_entered(lines, table.seats),
                lines=lines,
            )
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Score a deal from its cards. No points are entered before the last card has been played."""
    judged = judge_play(play, shape(rules))
    won = [quarters // SEATS for quarters in judged.points]  # each card counts a quarter of a trick
    lines = score_calls(rules, play.calls, won) if judged.complete else ()
    dealer = next_to_deal(table, rules.direction)
    return Score(
        points_won=tuple(map(whole, won)),
        points_entered=_entered(lines, SEATS),
        lines=lines,
        warnings=doubts_about_leader(dealer, play.first_leader, SEATS, play.direction),
        **shown_by_cards(play, shape(rules), judged, duty_in_words),
    )


def score_calls(rules: Rules, calls: Sequence[int], won: Sequence[int]) -> tuple[Line, ...]:
    lines = []
    for seat, (call, tricks) in enumerate(zip(calls, won, strict=True)):
        overtricks = tricks - call
        values: dict[str, int | Seat] = {"seat": Seat(seat), "call": call, "tricks": tricks}
        if overtricks < 0:
            points = DecimalPoints(-call)
            why = say("{seat} called {call} and took {tricks}: {points}.", points=points, **values)
        elif rules.most_overtricks is not None and overtricks > rules.most_overtricks:
            points = DecimalPoints(-call)
            most = rules.most_overtricks
            why = say(
                "{seat} called {call} and took {tricks}, more than {most} above the call: {points}.",
                points=points,
                most=most,
                **values,
            )
        elif rules.big_call and call >= BIG_CALL:
            points = DecimalPoints(BIG_CALL_COUNTS)
            why = say(
                "{seat} called {call} and took {tricks}: a call of 8 or more counts {points}.", points=points, **values
            )
        else:
            tenths = overtricks if rules.overtricks is Overtricks.TENTH else 0
            points = DecimalPoints(10 * call + tenths, 10)
            why = say("{seat} called {call} and took {tricks}: {points}.", points=points, **values)
        lines.append(Line(seat, points, why))
    return tuple(lines)


def _entered(lines: Sequence[Line], seats: int) -> tuple[Fraction, ...]:
    return tuple(line.points for line in lines) or (ZERO,) * seats
