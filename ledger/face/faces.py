"""The faces of players: 16 pairs of colour and mark, and which player has which.

The marks are eight shapes, each once filled and once as an outline, so that all 16 differ in black and white. People
who are colour-blind can tell the eight colours apart (tests/ledger/face/test_looks.py).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy

FACES = 16

# Each shape in a box of 40 by 40, with room for a line of 4 around the shape.
SHAPES = {
    "circle": "M20 3a17 17 0 1 1 0 34a17 17 0 1 1 0-34z",
    "square": "M8 5h24a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3h-24a3 3 0 0 1-3-3v-24a3 3 0 0 1 3-3z",
    "diamond": "M20 2.5 37.5 20 20 37.5 2.5 20z",
    "hexagon": "M11 4.5h18l9 15.5-9 15.5h-18l-9-15.5z",
    "shield": "M5 4h30v16q0 11-15 18-15-7-15-18z",
    "arch": "M5 36v-16a15 15 0 0 1 30 0v16z",
    "leaf": "M4 4h16a16 16 0 0 1 16 16v16h-16a16 16 0 0 1-16-16z",
    "cross": "M12.5 3h15v9.5h9.5v15h-9.5v9.5h-15v-9.5h-9.5v-15h9.5z",
}


class Look(NamedTuple):
    light: str  # the colour in the light theme and on paper, as in static/css/face/tokens.css
    dark: str  # the colour in the dark theme, as in static/css/face/dark.css
    shape: str
    outlined: bool


_COLOURS = (
    ("#207f53", "#57bc89"),
    ("#a51f2f", "#ff6054"),
    ("#106ee2", "#afc2f7"),
    ("#9d6814", "#f9c32c"),
    ("#411f6c", "#c470fe"),
    ("#085c61", "#c3fdfd"),
    ("#bd307f", "#f085bc"),
    ("#3b480a", "#eff1c0"),
)
_SHAPES = tuple(SHAPES)
# The second eight have the same colours, on other shapes.
LOOKS = (
    *(Look(*colour, shape, outlined=False) for colour, shape in zip(_COLOURS, _SHAPES, strict=True)),
    *(Look(*colour, shape, outlined=True) for colour, shape in zip(_COLOURS, _SHAPES[4:] + _SHAPES[:4], strict=True)),
)

# For screen readers, and for the page where a player chooses a face.
FACE_NAMES = (
    gettext_lazy("Green circle"),
    gettext_lazy("Red square"),
    gettext_lazy("Blue diamond"),
    gettext_lazy("Amber hexagon"),
    gettext_lazy("Violet shield"),
    gettext_lazy("Teal arch"),
    gettext_lazy("Pink leaf"),
    gettext_lazy("Olive cross"),
    gettext_lazy("Green shield, outlined"),
    gettext_lazy("Red arch, outlined"),
    gettext_lazy("Blue leaf, outlined"),
    gettext_lazy("Amber cross, outlined"),
    gettext_lazy("Violet circle, outlined"),
    gettext_lazy("Teal square, outlined"),
    gettext_lazy("Pink diamond, outlined"),
    gettext_lazy("Olive hexagon, outlined"),
)


def svg_file(face: int) -> str:
    """Return the face as an SVG file, for paper and pictures."""
    look = LOOKS[face]
    fill = "none" if look.outlined else look.light
    path = f'<path d="{SHAPES[look.shape]}" fill="{fill}" stroke="{look.light}" stroke-width="4"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{path}</svg>'


def next_face(taken: Iterable[int]) -> int:
    """Return the face that the fewest players have, and of several such faces the first."""
    counts = Counter(taken)
    return min(range(FACES), key=lambda face: counts[face])


def faces_at_table(own: Sequence[int]) -> tuple[int, ...]:
    """Return the face that is shown for each seat. `own` has the face of the player in each seat.

    Two players of a large circle may have the same face. At one table the first player keeps the face, and the other
    gets the next face that no other player at the table has. Above 16 players the faces repeat.
    """
    taken, shown = set(own), []
    for seat, face in enumerate(own):
        if face in own[:seat]:
            after = ((face + step) % FACES for step in range(1, FACES))
            face = next((other for other in after if other not in taken), face)  # noqa: PLW2901
            taken.add(face)
        shown.append(face)
    return tuple(shown)
