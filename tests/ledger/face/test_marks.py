"""The marks of the seats stay apart without their colours."""

import re
from pathlib import Path

from django.conf import settings

SHEET = Path(settings.BASE_DIR) / "static" / "css" / "face" / "lists.css"
SEATS = range(1, 17)


def look_of(number: int) -> tuple[str, str, bool]:
    """Stitch, shape, and whether the mark is filled."""
    css = SHEET.read_text()
    found = {"border-style": "solid", "border-radius": "50%"}
    for selectors, rules in re.findall(r"([^{}]+)\{([^}]*)\}", css):
        if re.search(rf"\.seat-mark--{number}\b", selectors):
            found |= dict(re.findall(r"([\w-]+): ([^;]+);", rules))
    return found["border-style"], found["border-radius"], "background" in found


def test_no_two_seats_have_the_same_stitch_shape_and_filling() -> None:
    assert len({look_of(number) for number in SEATS}) == len(SEATS)
