"""Reading amounts, figures and free texts that people type into forms, and whole numbers that pages send."""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ledger.lib import currencies, formatting
from ledger.lib.formatting import FRACTION_SIGNS, MOST_DECIMALS

MOST_SHOWN = 20  # characters of the typed text that an error message quotes
MOST_TYPED = 60  # characters of a number, with spaces
LARGEST_FIGURE = 10**10
MINUS_SIGNS = "-−–"
SIGNS = f"{MINUS_SIGNS}+"
THOUSANDTHS = 3  # decimals

_PLAIN = r"\d{1,40}(?:[.,]\d{0,40})?|[.,]\d{1,40}"
# 1,850.50 and 1,23,456 as in English and Nepali, 1.850,50 as in much of Europe, 1 850.50 and 1’850.50.
_GROUPED = (
    r"[1-9]\d{0,2}"
    r"(?:(?:,\d{2,3})*,\d{3}(?:\.\d+)?|(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}|(?:[\s'’]\d{2,3})*[\s'’]\d{3}(?:[.,]\d+)?)"
)
_NUMBER = re.compile(rf"(?P<sign>[{SIGNS}]?)\s*(?P<figure>{_PLAIN}|{_GROUPED})")
_ONE_GROUP = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")

# \d is a digit of any script; int() reads the digits of all scripts.
_COMMON_FRACTION = re.compile(rf"(?P<sign>[{SIGNS}])?\s*(?:(?P<whole>\d{{1,10}})\s+)?(?P<part>\d{{1,3}}/\d{{1,3}})")

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


# --- Numbers ---------------------------------------------------------------------------------------------------------


def read_amount(text: str, currency: str) -> Decimal:
    """Read 23.50, 23,50, 1 850.50, १,८५०.५० or −4. Raise ValidationError for anything else.

    The amount may have more decimals than the currency.
    """
    amount = _read_number(text, decimals=currencies.minor_digits(currency))
    if amount is None:
        sentence = _("“%(text)s” is not an amount. Write it like %(example)s.")
        shown = {"text": text.strip()[:MOST_SHOWN], "example": formatting.digits("18.50")}
        raise ValidationError(sentence % shown, code="unreadable")
    return amount


def read_figure(text: str) -> Fraction:
    """Read 8, 8.5, 8,5, 8½, 8 1/2, ८½, 1 850 or −3. Raise ValidationError for anything else."""
    spelt = text
    for part, sign in FRACTION_SIGNS.items():
        spelt = spelt.replace(sign, f" {part}")
    number, size = _read_number(spelt, decimals=MOST_DECIMALS), None
    if number is not None:
        size = Fraction(number)
    elif found := _COMMON_FRACTION.fullmatch(spelt.strip()):
        top, bottom = map(int, found["part"].split("/"))
        if top < bottom:  # 1/0 is no number, and 81/2 probably lacks a space
            size = int(found["whole"] or 0) + Fraction(top, bottom)
            size = -size if (found["sign"] or "+") in MINUS_SIGNS else size
    is_too_fine = number is not None and 10**MOST_DECIMALS % Fraction(number).denominator
    if size is None or is_too_fine or abs(size) >= LARGEST_FIGURE:
        raise ValidationError(
            _("“%(text)s” is not a number. Write it like 8, 8½ or 8.5."),
            code="not_a_figure",
            params={"text": text.strip()[:MOST_SHOWN]},
        )
    return size


def unambiguous(written: str) -> str:
    """Return a figure for the value of a form field, so that `read_figure` reads it again: 1.1250 for 1.125."""
    is_ambiguous = _ONE_GROUP.fullmatch(formatting.in_ascii(written.lstrip(SIGNS)))
    return written + formatting.digits(0) if is_ambiguous else written


def _read_number(text: str, *, decimals: int) -> Decimal | None:
    """Return the number, or None for a text that is no number. `decimals` is how many decimals such a number can have.

    1.850 and 1,850 are 1850 in some countries and 1.85 in others, and the language of the page does not say which
    country is meant. Raise ValidationError for such a text, except for an amount in a currency without decimals, where
    it is 1850, and in a currency of three decimals if it has the decimal sign of the language.
    """
    found = _NUMBER.fullmatch(formatting.in_ascii(text.strip())) if len(text) <= MOST_TYPED else None
    if not found:
        return None
    figure, signs = found["figure"], re.findall("[.,]", found["figure"])
    decimal_sign = signs[-1] if signs and signs.count(signs[-1]) == 1 else ""
    if _ONE_GROUP.fullmatch(figure):
        if decimals == 0:
            decimal_sign = ""
        elif decimals != THOUSANDTHS or decimal_sign != formatting.decimal_sign():
            raise _two_readings(text, found["sign"], figure.split(decimal_sign), decimals)
    whole, _sign, part = figure.rpartition(decimal_sign) if decimal_sign else (figure, "", "")
    number = Decimal(f"{re.sub(r'[^0-9]', '', whole) or 0}.{part}")
    return number.copy_negate() if found["sign"] and found["sign"] in MINUS_SIGNS else number


def _two_readings(text: str, sign: str, parts: list[str], decimals: int) -> ValidationError:
    """Return the error that names both readings, each so that it can be read when it is typed."""
    fraction = Decimal(".".join(parts))
    if decimals <= THOUSANDTHS:
        part = sign + formatting.decimals(Fraction(fraction), decimals)
    else:
        part = unambiguous(formatting.digits(f"{sign}{fraction.normalize():f}"))
    sentence = _("“%(text)s” can be read in two ways. Write %(whole)s or %(part)s.")
    shown = {"text": text.strip(), "whole": formatting.digits(sign + "".join(parts)), "part": part}
    return ValidationError(sentence % shown, code="ambiguous")
