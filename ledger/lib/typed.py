"""Reading figures and free texts that people type into forms, and whole numbers that pages send."""

import re
import unicodedata
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ledger.lib.formatting import FRACTION_SIGNS

MOST_SHOWN = 20  # characters of the typed text that an error message quotes

# \d is a digit of any script; int() and Fraction() read the digits of all scripts.
_FIGURE = re.compile(
    r"(?P<minus>[-−–])?\s*"
    r"(?:(?P<decimal>\d{1,10}(?:[.,]\d{0,6})?|[.,]\d{1,6})|(?:(?P<whole>\d{1,10})\s+)?(?P<part>\d{1,3}/\d{1,3}))"
)

# The rulebook has the same rule for its own texts (games.kit.records.STORABLE); names.py in circles has a stricter one.
_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Return whether a text has no control characters except line breaks and tabs. PostgreSQL cannot store some."""
    return not _UNSTORABLE.search(text)


def tidy_text(text: str) -> str:
    """Return a text as it is stored: in Unicode's NFC, with LF line breaks, without spaces at the ends of lines."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def read_whole(text: str, *, digits: int) -> int | None:
    """Read a whole number that a page has sent. None for a text that is no number, or has more than `digits` digits."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def read_figure(text: str) -> Fraction:
    """Read 8, 8.5, 8,5, 8½, 8 1/2, ८½ or −3. Raise ValidationError for anything else."""
    spelt = text
    for part, sign in FRACTION_SIGNS.items():
        spelt = spelt.replace(sign, f" {part}")
    found = _FIGURE.fullmatch(spelt.strip())
    size = None
    if found and found["decimal"]:
        size = Fraction(found["decimal"].replace(",", ".").rstrip("."))
    elif found:
        top, bottom = map(int, found["part"].split("/"))
        if top < bottom:  # 1/0 is no number, and 81/2 probably lacks a space
            size = int(found["whole"] or 0) + Fraction(top, bottom)
    if found is None or size is None:
        raise ValidationError(
            _("“%(text)s” is not a number. Write it like 8, 8½ or 8.5."),
            code="not_a_figure",
            params={"text": text.strip()[:MOST_SHOWN]},
        )
    return -size if found["minus"] else size
