"""The score of a round: 1 point won for the winner, and the diamonds bought as points entered. [S] 4.7, 4.8"""

from fractions import Fraction

from games.catalogue.cha.record import SEATS, Record, Revealed
from games.catalogue.cha.rules import Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.sentences import Seat, Sentence, say


def score(rules: Rules, record: Record, table: Table) -> Score:
    winner = record.won_by
    diamonds = Fraction(sum(record.bought))
    lines = []
    if winner is not None:
        why = say("{seat} wins the round.", seat=Seat(winner))
        if diamonds:
            why = say("{seat} wins the round and buys diamonds worth {points}.", seat=Seat(winner), points=diamonds)
        lines.append(Line(winner, diamonds, why))
    return Score(
        points_won=tuple(Fraction(seat == winner) for seat in range(SEATS)),
        points_entered=tuple(diamonds if seat == winner else ZERO for seat in range(SEATS)),
        lines=tuple(lines),
        reasoning=_reasoning(record) if isinstance(record, Revealed) else (),
    )


def _reasoning(record: Revealed) -> tuple[Sentence, ...]:
    """Return how the cards were judged, and who drew on.

    [S] 5.3: the cultured couple has to be valid only at the reveal. So a player may draw on whose final cards lack it.
    """
    steps = []
    for seat in sorted(set(record.drew_on)):
        if record.has_cultured_couple(seat):
            steps.append(say("{seat} drew on after the reveal, by the cultured couple.", seat=Seat(seat)))
        else:
            steps.append(say("{seat} drew on after the reveal, without the cultured couple.", seat=Seat(seat)))
    steps += record.ruling().steps
    if record.overruled is not None:
        winner = record.won_by
        if winner is None:
            steps.append(say("The table decided: a tie."))
        else:
            steps.append(say("The table decided: {seat} wins.", seat=Seat(winner)))
    return tuple(steps)
