"""A series of any game for tests: takes records and gives problems or figures."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.contract import Score, Standing, Table
from games.game import Game
from games.kit.running import add_up
from games.kit.transfers import Transfer, matrix, nets


@dataclass
class Series:
    game: type[Game]
    seats: int
    rules: Any = None
    first_dealer: int | None = 0
    records: list[Any] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = self.rules or self.game.default_preset.rules

    @property
    def played(self) -> Game:
        """The game by the rules of this series."""
        return self.game(self.rules, self.seats)

    @property
    def table(self) -> Table:
        totals = add_up(self.scores, self.seats).totals if self.scores else ()
        return Table(self.seats, self.first_dealer, tuple(self.records), totals)

    def problems(self, data: Any) -> list[tuple[str, str]]:
        """The field and code of every problem of a new record, from reading and checking."""
        reading = self.game.read_record(data)
        found = reading.problems or self.played.problems_of_new(reading.value, self.table)
        return [(problem.field, problem.code) for problem in found]

    def play(self, *hands: Any) -> "Series":
        for data in hands:
            assert not self.problems(data), self.problems(data)
            self.scores.append(self.score_of(data))
            self.records.append(self.game.read_record(data).value)
        return self

    def at(self, *totals: Any) -> "Series":
        """Bring each seat these points with one hand, which the game need not be able to do."""
        points = tuple(map(Fraction, totals))
        self.scores.append(Score(points_won=points, points_entered=points))
        return self

    def score_of(self, data: Any) -> Score:
        """The score of a record that would be the next hand. It may be unfinished, and is not kept."""
        return self.played.score(self.game.read_record(data).value, self.table)

    @property
    def entered(self) -> list[Fraction]:
        """The points entered for the latest hand."""
        return list(self.scores[-1].points_entered)

    @property
    def warnings(self) -> list[tuple[str, str]]:
        """The field and code of every warning about the latest hand."""
        return [(warning.field, warning.code) for warning in self.scores[-1].warnings]

    @property
    def standing(self) -> Standing:
        return self.played.standing(self.scores, self.table)

    def settle(self, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        return self.played.settle(self.scores, self.table, with_standard=with_standard)

    def nets(self, *, with_standard: bool = True) -> list[Fraction]:
        return list(nets(self.settle(with_standard=with_standard), self.seats))

    def rows(self) -> list[Sequence[Fraction]]:
        """What each seat receives from each other seat for the latest hand."""
        return [list(row) for row in matrix(self.scores[-1].account, self.seats)]


def rules_of(game: type[Game], **options: Any) -> Any:
    reading = game.read_rules(options)
    assert not reading.problems, [str(problem.message) for problem in reading.problems]
    return reading.value


def refused_rules(game: type[Game], **options: Any) -> list[str]:
    return [problem.code for problem in game.read_rules(options).problems]


def like(game: type[Game], **different: Any) -> type[Game]:
    """Return the game with these attributes changed."""
    return type(f"Like{game.__name__}", (game,), different)
