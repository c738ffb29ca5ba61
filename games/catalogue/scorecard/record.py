"""What a table writes down: one figure for each player or team."""

from pydantic import Field, TypeAdapter

from games.catalogue.scorecard.rules import Rules
from games.contract import Frozen, Table, TotalsEntry
from games.kit.figures import ZERO
from games.kit.points import PointsBySeat
from games.kit.problems import Problem
from games.kit.sentences import gettext_noop, say


class Record(Frozen):
    points: PointsBySeat = Field(title=gettext_noop("Points"))


RECORD: TypeAdapter[Record] = TypeAdapter(Record)


def totals_entry(rules: Rules, seats: int) -> TotalsEntry:
    return TotalsEntry("points", rules.step.size, rules.hand_total, below_zero=rules.below_zero)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    sides = rules.sides(table.seats)
    if len(record.points) != sides:
        needed = say("There must be {count} numbers.", count=sides)
        return [Problem("points", "wrong_length", needed)]
    problems = []
    for side, points in enumerate(record.points):
        if points < 0 and not rules.below_zero:
            below = say("Points cannot be below zero in this game.")
            problems.append(Problem(f"points.{side}", "negative", below))
        if points % rules.step.size:
            step = say("Points go in steps of {step}.", step=rules.step.size)
            problems.append(Problem(f"points.{side}", "wrong_step", step))
    total = sum(record.points, ZERO)
    if rules.hand_total is not None and total != rules.hand_total:
        wrong = say("The points come to {total}, not to {wanted}.", total=total, wanted=rules.hand_total)
        problems.append(Problem("points", "wrong_sum", wrong))
    return problems
