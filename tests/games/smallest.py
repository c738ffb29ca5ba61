"""The smallest game: a figure for each player and hand, the first to twenty wins. It is registered only in tests."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import Field, TypeAdapter

from games.contract import Frozen, Preset, Score, SettlementColumn, Standing, Table, by_slug
from games.entry import TotalsEntry
from games.game import Game
from games.kit.figures import whole
from games.kit.plays import Direction
from games.kit.problems import Problem
from games.kit.running import add_up, next_dealer
from games.kit.seats import BY_SEAT
from games.kit.sentences import say
from games.kit.transfers import Transfer, pairwise_differences

Figure = Annotated[int, Field(ge=0, le=20, strict=True)]


class Rules(Frozen):
    target: Figure = Field(20, title="Target")


class Record(Frozen):
    points: tuple[Figure, ...] = Field(max_length=4, title="Points", json_schema_extra=BY_SEAT)


class Smallest(Game):
    slug = "smallest"
    name = "Smallest"
    about = "A figure for each player, to twenty."
    allowed_seats = (2, 3, 4)
    rules_model = Rules
    record = TypeAdapter(Record)
    presets = by_slug(Preset("usual", "Usual", "To twenty.", Rules()))
    columns = (SettlementColumn("difference", "Point difference", frozenset({"difference"})),)
    totals = TotalsEntry("points", Fraction(1), None)

    def check(self, record: Record, table: Table) -> list[Problem]:
        if len(record.points) == self.seats:
            return []
        return [Problem("points", "wrong_length", say("There must be {count} numbers.", count=self.seats))]

    def score(self, record: Record, table: Table) -> Score:
        points = tuple(map(whole, record.points))
        return Score(points_won=points, points_entered=points)

    def standing(self, scores: Sequence[Score], table: Table) -> Standing:
        so_far = add_up(scores, self.seats, lambda totals: max(totals) >= self.rules.target)
        return so_far.standing(next_dealer(table.first_dealer, len(so_far.played), self.seats, Direction.CLOCKWISE))

    def settle(self, scores: Sequence[Score], table: Table, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        return tuple(pairwise_differences(self.standing(scores, table).cumulative))
