"""A round's diamonds. Points won count the round, points entered the diamonds that were bought. [S] 4.7, 4.8"""

from fractions import Fraction

from games.catalogue.cha.record import SEATS, Record, Revealed
from games.catalogue.cha.rules import Rules
from games.contract import Line, Score, Table
from games.kit.figures import ZERO
from games.kit.sentences import Seat, Sentence, say


def score(rules: Rules, record: Record, table: Table) -> Score:
    winner = record.won_by
    diamonds = Fraction(sum(record.bought))
    return Score(
        points_won=tuple(Fraction(seat == winner) for seat in range(SEATS)),
        points_entered=tuple(diamonds if seat == winner else ZERO for seat in range(SEATS)),
        lines=(Line(winner, diamonds, _why(winner, diamonds)),) if winner is not None else (),
        reasoning=_reasoning(record),
    )


def _why(winner: int, diamonds: Fraction) -> Sentence:
    if diamonds:
        return say("{seat} wins the round and buys diamonds worth {points}.", seat=Seat(winner), points=diamonds)
    return say("{seat} wins the round.", seat=Seat(winner))


def _reasoning(record: Record) -> tuple[Sentence, ...]:
    if not isinstance(record, Revealed):
        return ()
    drawn = (_drew_on(record, seat) for seat in sorted(set(record.drew_on)))
    steps = (*drawn, *record.verdict().steps)
    if record.overruled is None:
        return steps
    if record.won_by is None:
        return (*steps, say("The table decided: a tie."))
    return (*steps, say("The table decided: {seat} wins.", seat=Seat(record.won_by)))


def _drew_on(record: Revealed, seat: int) -> Sentence:
    """[S] 5.3. The couple had to be valid when the hands were revealed; that it is no longer there shows afterwards."""
    if record.has_cultured_couple(seat):
        return say("{seat} drew on after the reveal, by the cultured couple.", seat=Seat(seat))
    return say("{seat} drew on after the reveal, without the cultured couple.", seat=Seat(seat))
