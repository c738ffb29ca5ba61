"""The 16 faces stay apart, for people who see fewer colours and in black and white."""

import re
from itertools import combinations

import pytest

from ledger.face.faces import FACES, LOOKS, SHAPES
from ledger.sheets.chart import DASHES
from tests.ledger.face.colour_vision import SIGHTS, as_seen, ciede2000, contrast, difference
from tests.ledger.face.test_colours import CSS, DARK, LIGHT

# Two colours that differ by so much under every kind of sight are told apart at a glance.
LEAST_DIFFERENCE = 10.0
GROUNDS = ("sheet", "ground", "hollow", "mark-wash")
STYLES = (CSS / "face" / "faces.css").read_text()

each_theme = pytest.mark.parametrize(("theme", "tokens"), [("light", LIGHT), ("dark", DARK)], ids=["light", "dark"])


def test_the_style_sheets_have_the_same_colours_and_outlines():
    for face, look in enumerate(LOOKS):
        (number,) = re.findall(rf"\.face-{face}\b[^{{]*{{ --face: var\(--face-colour-(\d)\); }}", STYLES)
        assert (LIGHT[f"face-colour-{number}"], DARK[f"face-colour-{number}"]) == (look.light, look.dark)
    (outlined,) = set(re.findall(r":is\(([^)]*)\) \{\s*--face-fill", STYLES))
    assert [f".face-{face}" in outlined.split(", ") for face in range(FACES)] == [look.outlined for look in LOOKS]


def test_without_colours_every_mark_differs_in_shape_or_filling():
    assert len({(look.shape, look.outlined) for look in LOOKS}) == FACES
    assert len(set(SHAPES.values())) == len(SHAPES)


@each_theme
@pytest.mark.parametrize("sight", [sight for sight in SIGHTS if sight != "grey"])
def test_two_faces_differ_in_colour_or_have_different_shapes_and_fillings(theme, tokens, sight):
    for one, other in combinations(LOOKS, 2):
        colours = [as_seen(getattr(look, theme), sight) for look in (one, other)]
        if difference(*colours) < LEAST_DIFFERENCE:
            assert getattr(one, theme) == getattr(other, theme), (one, other)
            assert one.shape != other.shape
            assert one.outlined != other.outlined


@each_theme
def test_a_mark_stands_out_from_every_ground(theme, tokens):
    for look in LOOKS:
        for ground in GROUNDS:
            assert contrast(getattr(look, theme), tokens[ground]) >= 3, (look, ground)


def test_on_light_cards_the_marks_have_the_light_colours_in_both_themes():
    css = (CSS / "scoring" / "games" / "cha.css").read_text()
    assert re.findall(r"--face-colour-\d: (#\w+);", css) == [look.light for look in LOOKS[:8]]


def test_every_line_of_the_chart_has_a_pattern_of_its_own():
    patterns = []
    for face in range(FACES):
        found = {"stroke-width": "3"}
        for selectors, rules in re.findall(r"([^{}]+)\{([^}]*)\}", STYLES):
            if re.search(rf"\.chart__line--{face}\b", selectors):
                found |= dict(re.findall(r"([\w-]+): ([^;]+);", rules))
        patterns.append((found["stroke-width"], found.get("stroke-dasharray", "none")))
    assert len(set(patterns)) == FACES
    assert len(set(DASHES)) == FACES


# --- The arithmetic itself -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        # From the table of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005).
        ((50.0000, 2.6772, -79.7751), (50.0000, 0.0000, -82.7485), 2.0425),
        ((50.0000, 0.0000, 0.0000), (50.0000, -1.0000, 2.0000), 2.3669),
        ((50.0000, 2.5000, 0.0000), (73.0000, 25.0000, -18.0000), 27.1492),
        ((50.0000, 2.5000, 0.0000), (58.0000, 24.0000, 15.0000), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ],
)
def test_the_distance_of_colours_matches_its_source(one, other, distance):
    assert round(ciede2000(one, other), 4) == distance
    assert round(ciede2000(other, one), 4) == distance


def test_black_and_white_are_a_hundred_apart():
    assert round(difference("#000000", "#ffffff"), 2) == 100


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_sight_sees_grey_as_it_is(sight):
    assert as_seen("#7f7f7f", sight) == "#7f7f7f"


def test_people_without_one_kind_of_cone_see_these_colours():
    """The columns of the matrices, by hand: 0.367322 of full light is a channel of 163, 0.280085 one of 144."""
    assert as_seen("#ff0000", "deuteranopia") == "#a39000"
    assert as_seen("#ff0000", "protanopia") == "#6d5f00"
    assert as_seen("#ff0000", "grey") == "#7f7f7f"
