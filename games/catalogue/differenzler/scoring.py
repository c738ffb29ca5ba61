"""The score of a round: the distance between points announced and taken. [D "Points"]"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.differenzler.record import Play, Record, Totals
from games.catalogue.differenzler.rules import Rules
from games.contract import Line, Score, Table
from games.kit.jass_cards import SEATS, duty_in_words, jass_shape
from games.kit.judging import judge_play, shown_by_cards
from games.kit.records import ThrownIn, next_to_deal, score_thrown_in
from games.kit.running import doubts_about_leader, sums_by_seat
from games.kit.sentences import Seat, say


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(SEATS)
        case Totals():
            finished = None not in record.points_by_seat
            taken = [points or 0 for points in record.points_by_seat]
            lines = tuple(_lines(record.announced, taken)) if finished else ()
            points = sums_by_seat(lines, SEATS)
            return Score(points_won=points, points_entered=points, complete=finished, lines=lines)
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Score a round from its cards. No points are entered before the last card has been played."""
    shape = jass_shape(play.trump)
    judged = judge_play(play, shape)
    lines = tuple(_lines(play.announced, judged.points)) if judged.complete else ()
    points = sums_by_seat(lines, SEATS)
    dealer = next_to_deal(table, rules.direction)
    return Score(
        points_won=points,
        points_entered=points,
        lines=lines,
        warnings=doubts_about_leader(dealer, play.first_leader, SEATS, play.direction),
        **shown_by_cards(play, shape, judged, duty_in_words),
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
