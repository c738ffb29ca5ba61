"""CSV that is safe to open in a spreadsheet.

Figures have a decimal point in every language, because every spreadsheet can read them. The byte order mark (BOM) shows
Excel that the file is UTF-8.
"""

import csv
import io
from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Any

BOM = "\ufeff"
DECIMALS = Decimal("0.000001")

# Some spreadsheets run a cell as a formula if it begins with one of these characters, full-width ones too.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    text = io.StringIO()
    text.write(BOM)
    csv.writer(text).writerows(rows)
    return text.getvalue()


def harmless(text: str) -> str:
    """Put an apostrophe before a text that begins like a formula, so that no spreadsheet runs the text."""
    return f"'{text}" if text.startswith(FORMULA) else text


def decimal(points: Fraction) -> str:
    """Return the points with at most six decimals, such as 8.5 or -0.333333."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    rounded = exact.quantize(DECIMALS, rounding=ROUND_HALF_EVEN)
    return f"{rounded.normalize() + 0:f}"
