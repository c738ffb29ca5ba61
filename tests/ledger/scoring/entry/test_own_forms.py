"""A game says of itself whether the site has a form for its hands; the site's modules must agree."""

from pathlib import Path

import pytest

from games.contract import Game
from games.registry import GAMES
from ledger.scoring.entry import games


def test_a_game_that_has_a_form_has_a_module_and_each_module_belongs_to_such_a_game() -> None:
    modules = {path.stem for path in Path(games.__path__[0]).glob("[!_]*.py")}
    assert modules == {game.slug.replace("-", "_") for game in GAMES if game.has_form}


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_form], ids=lambda game: game.slug)
def test_the_form_is_found_by_the_slug_of_its_game(game: Game) -> None:
    form = games.own_form(game)
    assert form is not None
    assert form.__module__ == f"{games.__name__}.{game.slug.replace('-', '_')}"


@pytest.mark.parametrize("game", [game for game in GAMES if not game.has_form], ids=lambda game: game.slug)
def test_other_games_have_no_form_of_their_own(game: Game) -> None:
    assert games.own_form(game) is None
