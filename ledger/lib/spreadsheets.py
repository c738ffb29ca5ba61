"""What a spreadsheet reads: CSV that is safe to open.

Figures are decimals with a point in every language, because every spreadsheet can read them. The mark at the beginning
(BOM) shows Excel that the file is UTF-8.
"""

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

BOM = "\ufeff"
DECIMALS = Decimal("0.000001")

# A cell that begins so is run as a formula by one spreadsheet or another; the wide ones count as the narrow ones there.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless(text: str) -> str:
    """Text that begins like a formula gets an apostrophe, so that a spreadsheet does not run it."""
    return f"'{text}" if text.startswith(FORMULA) else text


def decimal(points: Fraction) -> str:
    """8.5, -0.333333: exact wherever six decimals are enough to be."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    rounded = exact.quantize(DECIMALS, rounding=ROUND_HALF_EVEN)
    return f"{rounded.normalize() + 0:f}"
