"""Figures that are worked out twice: by the game, and by the second arithmetic (tests/proving)."""

from fractions import Fraction
from typing import Any

import pytest

from games.game import Game
from tests.games.series import Series
from tests.proving.arithmetic import BY_SLUG


def by_the_game(game: type[Game], rules: Any, *records: Any, seats: int) -> list[Fraction]:
    """The points that the last of these hands brings. The lines explain all of them."""
    series = Series(game, seats, rules).play(*records)
    for seat, points in enumerate(series.entered):
        assert sum(line.points for line in series.scores[-1].lines if line.seat == seat) == points
    return series.entered


def by_the_arithmetic(game: type[Game], rules: Any, *records: Any, seats: int) -> list[Fraction]:
    stored = [game.record.dump_python(game.read_record(record).value, mode="json") for record in records]
    return BY_SLUG[game.slug].work_out(rules.model_dump(mode="json"), stored, seats, standard=True).hands[-1].entered


worked_twice = pytest.mark.parametrize("worked_out", [by_the_game, by_the_arithmetic])
