"""`manage.py prove`: the site's figures are those of the slow arithmetic, and a fault in the site is found."""

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.contract import Score, Standing, Table
from games.game import Game
from games.kit.transfers import Transfer
from games.registry import BY_SLUG, GAMES
from ledger.series import state
from ledger.verdicts import current
from tests.games.series import like
from tests.needs import daily
from tests.proving import arithmetic
from tests.proving.differences import Difference, figure
from tests.proving.play import Counts, Evening, House

ARITHMETIC = Path(arithmetic.__file__).parent
MOST_SERIES = 12  # in which a planted fault must be found


def play(game: type[Game], seed: int) -> Counts:
    counts = Counts()
    house = House.open(game, Random(seed))
    for number in range(MOST_SERIES if seed else 1):
        Evening(house, game, Random(f"{seed} {number}"), counts).play()
    return counts


def test_every_game_has_its_arithmetic():
    assert arithmetic.BY_SLUG.keys() == BY_SLUG.keys()


@pytest.mark.parametrize(
    "file", [*sorted(ARITHMETIC.glob("*.py")), ARITHMETIC.parent / "verdicts.py"], ids=lambda file: file.stem
)
def test_the_arithmetic_shares_no_code_with_the_site(file):
    tree = ast.parse(file.read_text())
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert not [name for name in imported if name.split(".")[0] in ("games", "ledger", "django")]


@pytest.mark.django_db
@pytest.mark.parametrize("game", daily(GAMES), ids=lambda game: game.slug)
def test_the_figures_of_every_game_come_out(game):
    counts = play(game, seed=0)
    assert counts.series == 1
    assert counts.checks > 20


# --- Planted faults --------------------------------------------------------------------------------------------------


def one_point_too_many(game: type[Game]) -> type[Game]:
    def score(self: Game, record: Any, table: Table) -> Score:
        right = game(self.rules, self.seats).score(record, table)
        return replace(right, points_entered=(right.points_entered[0] + 1, *right.points_entered[1:]))

    return like(game, score=score)


def last_hand_does_not_count(game: type[Game]) -> type[Game]:
    def standing(self: Game, scores: Sequence[Score], table: Table) -> Standing:
        right = game(self.rules, self.seats).standing(scores, table)
        before = game(self.rules, self.seats).standing(scores[:-1], table)
        return replace(right, cumulative=before.cumulative)

    return like(game, standing=standing)


def payer_and_payee_are_exchanged(game: type[Game]) -> type[Game]:
    def settle(
        self: Game, scores: Sequence[Score], table: Table, *, with_standard: bool = True
    ) -> tuple[Transfer, ...]:
        right = game(self.rules, self.seats).settle(scores, table, with_standard=with_standard)
        return tuple(replace(paid, payer=paid.payee, payee=paid.payer) for paid in right)

    return like(game, settle=settle)


def the_series_never_ends(game: type[Game]) -> type[Game]:
    def standing(self: Game, scores: Sequence[Score], table: Table) -> Standing:
        return replace(game(self.rules, self.seats).standing(scores, table), over=False)

    return like(game, standing=standing)


FAULTS = (one_point_too_many, last_hand_does_not_count, payer_and_payee_are_exchanged, the_series_never_ends)


@pytest.mark.django_db
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
@pytest.mark.parametrize("game", daily(GAMES, 2), ids=lambda game: game.slug)
def test_a_planted_fault_is_found(game, plant, monkeypatch):
    if plant is the_series_never_ends and game.slug == "jewel":
        return  # it ends only when the table stops
    monkeypatch.setattr(state, "BY_SLUG", {**BY_SLUG, game.slug: plant(game)})
    with pytest.raises(Difference):
        play(game, seed=1)


@pytest.mark.django_db
@pytest.mark.thorough
@pytest.mark.parametrize("forgets", ["shown_of_settlement", "shown_of_hand", "_revisions_since_recorded"])
def test_a_verdict_that_outlives_what_it_was_about_is_found(forgets, monkeypatch):
    right = getattr(current, forgets)

    def fault(*given: Any) -> Any:
        return AnyOne() if "shown" in forgets else AnyOne(right(*given))

    monkeypatch.setattr(current, forgets, fault)
    with pytest.raises((Difference, AssertionError)):
        play(BY_SLUG["jaago-chalis"], seed=1)


class AnyOne(frozenset[Any]):
    """Equal to everything, and everything is in it."""

    __hash__ = frozenset.__hash__

    def __eq__(self, _other: object) -> bool:
        return True

    def __contains__(self, _one: object) -> bool:
        return True


# --- The command -----------------------------------------------------------------------------------------------------


def test_without_the_source_code_the_command_says_so(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    with pytest.raises(CommandError, match="Run this command where the source code is"):
        call_command("prove")


def test_the_number_of_series_is_at_least_one():
    with pytest.raises(CommandError, match="at least 1"):
        call_command("prove", "--series", "0")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("−1½", "-3/2"),
        ("+31⅔", "95/3"),
        ("2/7", "2/7"),
        ("0.1", "1/10"),
        ("−1,818.50", "-3637/2"),
        ("0", "0"),
        ("¼", "1/4"),
    ],
)
def test_figures_are_read_as_the_pages_write_them(text, value):
    assert str(figure(text)) == value
