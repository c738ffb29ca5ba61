"""The score of a hand. Only the team whose box is played scores, except in a counter-match. [C "Points"]"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.coiffeur.record import (
    BoxAnnounced,
    Play,
    Record,
    Totals,
    box_of,
    filled_boxes,
    name_of,
    whose_turn,
)
from games.catalogue.coiffeur.rules import Kind, Rules
from games.contract import BoxCell, Boxes, BoxRow, Line, Score, Table
from games.kit.card_faces import called
from games.kit.jass_cards import POINTS_IN_A_ROUND, SEATS, duty_in_words
from games.kit.jass_teams import FOR_STOECK, TEAMS, by_seat, for_weis, in_cards, lines_of, names_of, shape_with
from games.kit.judging import judge_play, shown_by_cards
from games.kit.problems import Problem
from games.kit.records import ThrownIn, next_to_deal, score_thrown_in
from games.kit.running import doubts_about_leader, sums_by_seat
from games.kit.sentences import Sentence, say


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(SEATS)
        case Totals(card_points=own, match=match, counter_match=counter):
            lines = list(_lines(rules, record, table, own, match=match, counter_match=counter))
            doubts = (*_doubts_about_turn(rules, record, table), *_doubts_about_match(record))
            rest = POINTS_IN_A_ROUND - own
            return Score(
                points_won=by_seat((own, rest) if record.team == 0 else (rest, own)),
                points_entered=sums_by_seat(lines, SEATS),
                lines=tuple(lines),
                warnings=doubts,
            )
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Score a hand from its cards. No points are entered before the last card has been played."""
    shape = shape_with(rules, play.trump)
    judged = judge_play(play, shape)
    by_team = [sum(judged.points[seat] for seat in team) for team in TEAMS]
    own = by_team[play.team]
    teams_with_tricks = (
        {winner % len(TEAMS) for winner in judged.winners} if play.kind_played is not Kind.MISERE else set()
    )
    match, counter = teams_with_tricks == {play.team}, teams_with_tricks == {1 - play.team}
    lines = list(_lines(rules, play, table, own, match=match, counter_match=counter)) if judged.complete else []
    dealer = next_to_deal(table, rules.direction)
    wrong_leader = doubts_about_leader(dealer, play.first_leader, SEATS, play.direction)
    return Score(
        points_won=by_seat(by_team),
        points_entered=sums_by_seat(lines, SEATS),
        lines=tuple(lines),
        warnings=(*_doubts_about_turn(rules, play, table), *wrong_leader),
        **shown_by_cards(play, shape, judged, duty_in_words),
    )


def _lines(
    rules: Rules, record: BoxAnnounced, table: Table, own: int, *, match: bool, counter_match: bool
) -> Iterator[Line]:
    """Yield the lines of a hand. `own` are the card points of the team whose box is played."""
    if counter_match:
        yield from lines_of(record.team, [(0, say("{one} and {other}: 0, the others took all nine tricks"))])
        counter = (rules.counter_match, say("{one} and {other}: {points} for a counter-match"))
        yield from lines_of(1 - record.team, [counter])
        return
    parts = [in_cards(own)]
    if match:
        parts = [(rules.match_points, say("{one} and {other}: {points} for a match"))]
    elif record.kind_played is Kind.MISERE:
        parts = [(POINTS_IN_A_ROUND - own, say("{one} and {other}: {points} in cards that the others took"))]
    if record.melds:
        parts.append(for_weis(record.melds))
    if record.stoeck:
        parts.append(FOR_STOECK)
    yield from lines_of(record.team, parts, box_of(rules, record, table).factor)


def _doubts_about_turn(rules: Rules, record: BoxAnnounced, table: Table) -> Iterator[Problem]:
    turn = whose_turn(rules, table)
    if turn not in (None, record.team):
        why = say("It is the turn of {one} and {other} to choose a box.", **names_of(turn))
        yield Problem("team", "not_their_turn", why)


def _doubts_about_match(record: Totals) -> Iterator[Problem]:
    if record.kind_played is Kind.MISERE:
        return
    if record.card_points == POINTS_IN_A_ROUND and not record.match:
        yield Problem("match", "match", say("157 points: was it a match?"))
    if record.card_points == 0 and not record.counter_match:
        yield Problem("counter_match", "counter_match", say("0 points: was it a counter-match?"))


# --- The boxes -------------------------------------------------------------------------------------------------------


def boxes(rules: Rules, scores: Sequence[Score], table: Table) -> Boxes:
    """Return what each box has brought each team, or can bring at most without Weis and Stöck."""
    filled = filled_boxes(rules, table.earlier)
    rows = []
    for index, box in enumerate(rules.boxes):
        usual = max(POINTS_IN_A_ROUND, rules.match_points)
        most = Fraction(box.factor * (POINTS_IN_A_ROUND if box.kind is Kind.MISERE else usual))
        cells = []
        for team, seats in enumerate(TEAMS):
            number = filled[team].get(index)
            if number is None:
                cells.append(BoxCell(most=most))
                continue
            played_as = table.earlier[number - 1].played_as
            remark = Sentence(called(played_as.label, rules.card_faces)) if played_as else None
            cells.append(BoxCell(scores[number - 1].points_entered[seats[0]], hand=number, remark=remark))
        rows.append(BoxRow(name_of(rules, box), box.factor, tuple(cells)))
    return Boxes(tuple(rows), whose_turn(rules, table))
