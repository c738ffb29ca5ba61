"""The score of a round: the distance between points announced and taken. [D "Points"]"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.differenzler.record import SEATS, Play, Record, Totals, shape
from games.catalogue.differenzler.rules import Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.jass_cards import duty_in_words
from games.kit.judging import judge_play, shown_by_cards
from games.kit.records import ThrownIn, next_to_deal
from games.kit.running import doubts_about_leader
from games.kit.sentences import Seat, say

_NOTHING = (ZERO,) * SEATS


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return Score(points_won=_NOTHING, points_entered=_NOTHING, counts=False)
        case Totals():
            finished = None not in record.points_by_seat
            taken = [points or 0 for points in record.points_by_seat]
            lines = tuple(_lines(record.announced, taken)) if finished else ()
            return Score(points_won=_points(lines), points_entered=_points(lines), complete=finished, lines=lines)
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Nothing is entered before the last card has been played."""
    hand = shape(rules, play, table)
    judged = judge_play(play, hand)
    lines = tuple(_lines(play.announced, judged.points)) if judged.complete else ()
    dealer = next_to_deal(table, rules.direction)
    return Score(
        points_won=_points(lines),
        points_entered=_points(lines),
        lines=lines,
        warnings=doubts_about_leader(dealer, play.first_leader, SEATS, play.direction),
        **shown_by_cards(play, hand, judged, duty_in_words),
    )


def _lines(announced: Sequence[int], taken: Sequence[int]) -> Iterator[Line]:
    for seat, (said, took) in enumerate(zip(announced, taken, strict=True)):
        points = Fraction(abs(said - took))
        why = say(
            "{seat} announced {announced} and took {taken}: {points}.",
            seat=Seat(seat),
            announced=said,
            taken=took,
            points=points,
        )
        yield Line(seat, points, why)


def _points(lines: Sequence[Line]) -> tuple[Fraction, ...]:
    return tuple(line.points for line in lines) or _NOTHING
