"""Apples and putz. [S] "With 3 players", "With 5 players" """

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.catalogue.putz.record import Play, Record, Totals, shape
from games.catalogue.putz.rules import FIVE, THREE, Rules, Ties
from games.contract import Line, Score, Table
from games.kit.jass_cards import duty_in_words
from games.kit.judging import judge_play, shown_by_cards
from games.kit.ladders import places, ranked
from games.kit.records import ThrownIn, score_thrown_in
from games.kit.sentences import Seat, say

APPLE = -1

# By the number of players, then by the number of apples: the marks of the best player, the second and so on.
PUTZ = {
    THREE: ((1, 1), (1, 1), (2,), ()),
    FIVE: ((1, 1, 1), (1, 1, 1), (2, 1, 1), (2, 2), (3,), ()),
}


def score(rules: Rules, record: Record, table: Table) -> Score:
    match record:
        case ThrownIn():
            return score_thrown_in(table.seats)
        case Totals():
            given = marks(rules, record.card_points)
            return Score(
                points_won=tuple(map(Fraction, record.card_points)),
                points_entered=tuple(map(Fraction, given)),
                lines=tuple(_lines(rules, record.card_points, given)),
            )
        case Play():
            return score_play(rules, record, table)


def score_play(rules: Rules, play: Play, table: Table) -> Score:
    """Score a round from its cards. No marks are given before the last card has been played."""
    judged = judge_play(play, shape(play.trump, table.seats))
    given = marks(rules, judged.points) if judged.complete else (0,) * table.seats
    return Score(
        points_won=tuple(map(Fraction, judged.points)),
        points_entered=tuple(map(Fraction, given)),
        lines=tuple(_lines(rules, judged.points, given)) if judged.complete else (),
        **shown_by_cards(play, shape(play.trump, table.seats), judged, duty_in_words),
    )


def marks(rules: Rules, card_points: Sequence[int]) -> tuple[int, ...]:
    """Return the marks of each player. A player with an apple never gets a putz, so only the others are ranked."""
    given = [APPLE if points < rules.apple_below else 0 for points in card_points]
    others = [seat for seat, mark in enumerate(given) if mark != APPLE]
    putz = PUTZ[len(card_points)][len(card_points) - len(others)]
    mark_of_tied = max if rules.ties is Ties.ALL else min
    for place in places(ranked([Fraction(points) for points in card_points], others)):
        # The marks of all ranks that the level players share. They differ where players would have to split a putz.
        spanned = [putz[rank] if rank < len(putz) else 0 for rank in range(place.first, place.last + 1)]
        for seat in place.seats:
            given[seat] = mark_of_tied(spanned)
    return tuple(given)


def _lines(rules: Rules, card_points: Sequence[int], given: Sequence[int]) -> Iterator[Line]:
    for seat, (points, mark) in enumerate(zip(card_points, given, strict=True)):
        if mark == APPLE:
            why = say(
                "{seat} has {points}, fewer than {needed}: an apple.",
                seat=Seat(seat),
                points=points,
                needed=rules.apple_below,
            )
        elif mark:
            why = say("{seat} has {points}: {mark} putz.", seat=Seat(seat), points=points, mark=mark)
        else:
            why = say("{seat} has {points}: no mark.", seat=Seat(seat), points=points)
        yield Line(seat, Fraction(mark), why)
