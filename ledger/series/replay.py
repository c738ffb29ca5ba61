"""What a series comes to: its records run through the rulebook. No database, no clock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.contract import Game, Score, Standing, Table
from games.kit.transfers import Transfer


@dataclass(frozen=True)
class PlayedHand:
    number: int
    record: Any
    score: Score
    cumulative: tuple[Fraction, ...]
    counts: bool  # not for a hand after the series' end, nor for a deal that was thrown in


@dataclass(frozen=True)
class Replay:
    game: Game
    rules: Any
    table: Table
    scores: tuple[Score, ...]
    standing: Standing
    hands: tuple[PlayedHand, ...]

    def settle(self, *, with_standard: bool = True) -> tuple[Transfer, ...]:
        return self.game.settle(self.rules, self.scores, self.table, with_standard=with_standard)


def table_before(table: Table, records: Sequence[Any]) -> Table:
    return Table(seats=table.seats, first_dealer=table.first_dealer, earlier=tuple(records))


def replay(game: Game, rules: Any, table: Table, records: Sequence[Any], known: Sequence[Score] = ()) -> Replay:
    """`known` are the scores of the first hands, where these have been scored before."""
    new = range(len(known), len(records))
    scores = (*known, *(game.score(rules, records[index], table_before(table, records[:index])) for index in new))
    standing = game.standing(rules, scores, table)
    return Replay(game, rules, table, scores, standing, tuple(_hands(records, scores, standing)))


def _hands(records: Sequence[Any], scores: Sequence[Score], standing: Standing) -> Iterator[PlayedHand]:
    for index, (record, score) in enumerate(zip(records, scores, strict=True)):
        in_time = index < standing.counted
        running = standing.running[index] if in_time else standing.cumulative
        yield PlayedHand(index + 1, record, score, running, in_time and score.counts)
