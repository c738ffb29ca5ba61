"""Games with `has_form` have a form of their own in the site."""

from pathlib import Path

import pytest

from games.registry import GAMES
from ledger.scoring.entry import games
from ledger.scoring.entry.entry_form import own_form


def test_every_game_with_a_form_has_a_module_and_no_other():
    modules = {path.stem for path in Path(games.__path__[0]).glob("[!_]*.py")}
    assert modules == {game.slug.replace("-", "_") for game in GAMES if game.has_form}


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_form], ids=lambda game: game.slug)
def test_the_form_is_found_by_the_slug_of_its_game(game):
    assert own_form(game).__module__ == f"{games.__name__}.{game.slug.replace('-', '_')}"


@pytest.mark.parametrize("game", [game for game in GAMES if not game.has_form], ids=lambda game: game.slug)
def test_other_games_have_no_form_of_their_own(game):
    with pytest.raises(ModuleNotFoundError):
        own_form(game)
