"""Points as they were written down; partners have their team's."""

from games.catalogue.scorecard.record import Record
from games.catalogue.scorecard.rules import Rules
from games.contract import Score, Table


def score(rules: Rules, record: Record, table: Table) -> Score:
    points = tuple(record.points[seat % len(record.points)] for seat in range(table.seats))
    return Score(points_won=points, points_entered=points)
