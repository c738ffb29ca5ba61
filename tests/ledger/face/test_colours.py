"""The contrast of every pair of colours in the style sheets, in both themes (WCAG 2.2)."""

import re
from pathlib import Path

import pytest

from tests.ledger.face.colour_vision import contrast

CSS = Path(__file__).parents[3] / "static" / "css"
TOKEN = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6});")

TEXT = 4.5
LARGE_OR_GRAPHIC = 3.0

GROUNDS = ("ground", "sheet", "hollow")
PAIRS = [
    *((ink, ground, TEXT) for ink in ("ink", "ink-soft", "link", "bad", "good") for ground in GROUNDS),
    *(("edge", ground, LARGE_OR_GRAPHIC) for ground in GROUNDS),
    *(("focus", ground, LARGE_OR_GRAPHIC) for ground in GROUNDS),
    *((f"face-colour-{number}", "sheet", TEXT) for number in range(1, 9)),  # the initial on a filled mark
    ("on-accent", "accent", TEXT),
    ("on-accent", "accent-pressed", TEXT),
    ("on-cloth", "cloth", TEXT),
    ("on-cloth", "cloth-deep", TEXT),
    ("on-mark", "mark", TEXT),
    ("mark-text", "sheet", TEXT),
    ("mark-text", "mark-wash", TEXT),
    ("ink", "mark-wash", TEXT),
    ("ink-soft", "mark-wash", TEXT),
    ("good", "good-wash", TEXT),
    ("bad", "bad-wash", TEXT),
    ("on-bad", "bad", TEXT),
    ("on-bad", "bad-pressed", TEXT),
    ("ink", "info-wash", TEXT),
    ("info", "info-wash", LARGE_OR_GRAPHIC),
    ("on-felt", "felt", TEXT),
    ("mark", "felt", TEXT),
    ("card-red", "card", TEXT),
    ("card-black", "card", TEXT),
    ("card-red", "sheet", TEXT),
    ("card-red", "ground", LARGE_OR_GRAPHIC),
    ("card-edge", "ground", 1.5),
    *((suit, "card", LARGE_OR_GRAPHIC) for suit in ("eicheln", "schellen", "rosen", "schilten")),
]


def colours(*files: str) -> dict[str, str]:
    return {name: colour for file in files for name, colour in TOKEN.findall((CSS / file).read_text())}


LIGHT = colours("face/tokens.css")
DARK = colours("face/tokens.css", "face/dark.css")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS, ids=str)
def test_every_pair_of_colours_has_enough_contrast(theme, ink, ground, least):
    assert contrast(theme[ink], theme[ground]) >= least


def test_contrast_is_calculated_as_in_the_standard():
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_the_dark_theme_defines_every_colour_of_the_light_theme():
    assert set(colours("face/dark.css")) == set(LIGHT)


def test_every_used_colour_is_defined():
    sheets = "\n".join(file.read_text() for file in CSS.rglob("*.css"))
    sprite = (CSS.parents[1] / "templates" / "components" / "sprite.html").read_text()  # some drawings have colours
    used = set(re.findall(r"var\(--([a-z0-9-]+)", sheets + sprite))
    defined = set(re.findall(r"(?:^|\{)\s*--([a-z0-9-]+):", sheets, flags=re.MULTILINE))
    assert used - defined == set()
    assert defined - used == set()
