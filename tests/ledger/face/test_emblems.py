"""Each game has an emblem of its own, which takes its colour from the text."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.registry import GAMES
from ledger.face.emblems import emblem, svg_file

FOLDER = Path(settings.BASE_DIR) / "templates" / "emblems"
MOST_BYTES = 800  # the drawing lies inside the page, once for each series in a list


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_game_has_an_emblem(slug):
    assert (FOLDER / f"{slug}.svg").is_file()
    assert emblem(slug) != emblem("no-such-game")


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.stem)
def test_an_emblem_is_small_and_has_the_colour_of_the_text(file):
    drawing = file.read_text()
    assert len(drawing) <= MOST_BYTES
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', drawing)) <= {"none", "currentColor"}
    assert not re.search(r"<(?!/?(g|path|rect|circle)\b)|style=|class=|href=|on\w+=", drawing)


def test_no_two_games_have_the_same_emblem():
    drawings = [file.read_text() for file in FOLDER.iterdir()]
    assert len(set(drawings)) == len(drawings)


def test_on_paper_an_emblem_has_a_colour_of_its_own():
    drawn = svg_file("jass", "#fff3e6")
    assert "currentColor" not in drawn
    assert 'stroke="#fff3e6"' in drawn
