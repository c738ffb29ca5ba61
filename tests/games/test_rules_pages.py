"""Every option of every game is described on its page, with its default. An undocumented rule fails the build."""

import json
import re
from pathlib import Path

import pytest

from games.game import Game
from games.registry import GAMES

PAGES = Path(__file__).parents[2] / "docs" / "rules"


def described(game: type[Game]) -> dict[str, str]:
    """Option and default, from the first two columns of the tables; a row may describe several options."""
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \|", (PAGES / f"{game.slug}.md").read_text(), re.MULTILINE)
    found = {}
    for names, default in rows:
        options = re.findall(r"`(\w+)`", names)
        # The commas in the default of one option are its own, as in [20, 30, 40].
        defaults = [value.strip(" `") for value in (default.split(",") if len(options) > 1 else [default])]
        found |= dict(zip(options, defaults * len(options) if len(defaults) == 1 else defaults, strict=False))
    return found


def as_written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "as above"  # a list with a table of its own on the page
    if isinstance(value, list) and value and isinstance(value[0], str):
        return ", ".join(value)
    if isinstance(value, dict):
        return json.dumps(value)
    return "empty" if value in (None, "", []) else str(value)


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_option_is_described_with_its_default(game: type[Game]) -> None:
    defaults = game.default_preset.rules.model_dump(mode="json")
    assert described(game) == {name: as_written(value) for name, value in defaults.items()}


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_preset_is_described(game: type[Game]) -> None:
    page = (PAGES / f"{game.slug}.md").read_text()
    assert all(f"`{slug}`" in page for slug in game.presets)
