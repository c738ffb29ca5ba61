"""Points as they were written down; partners have their team's."""

from games.catalogue.scorecard.record import Record
from games.catalogue.scorecard.rules import Rules
from games.contract import Score, Table
from games.kit.problems import Problem
from games.kit.sentences import say


def score(rules: Rules, record: Record, table: Table) -> Score:
    points = tuple(record.points[seat % len(record.points)] for seat in range(table.seats))
    warnings: tuple[Problem, ...] = ()
    if rules.by_rank and rules.ladder[0] < 0 and not table.earlier:  # once in a series is enough
        pays = say("By the sums of this series the first place pays {points}.", points=-rules.ladder[0])
        warnings = (Problem("ladder", "winner_pays", pays),)
    return Score(points_won=points, points_entered=points, warnings=warnings)
