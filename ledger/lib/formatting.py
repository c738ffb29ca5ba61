"""Figures, money and dates as text, in the active language, as CLDR writes them (docs/decisions/0010-languages.md).

Nepali readers get Devanagari digits and the Bikram Sambat calendar; `full_day` gives both calendars. Points are exact
and never rounded here.
"""

import datetime
import re
import unicodedata
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

import babel.dates
import babel.numbers
import nepali_datetime
from babel import Locale
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ledger.lib import currencies
from ledger.lib.languages import language_of

DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
MINUS = "−"
NO_BREAK_SPACE = "\u00a0"
MOST_DECIMALS = 6
_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")

FRACTION_SIGNS = {
    Fraction(1, 4): "¼",
    Fraction(1, 2): "½",
    Fraction(3, 4): "¾",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
}

# The days that the Bikram Sambat tables cover: 1 Baishakh 1975 to 30 Chaitra 2100.
FIRST_SAMBAT_DAY = nepali_datetime.date.min.to_datetime_date()
LAST_SAMBAT_DAY = nepali_datetime.date.max.to_datetime_date()


def digits(text: object) -> str:
    """Return a text with English figures, such as 12 or 8.5, in the reader's digits and decimal sign."""
    sign = decimal_sign()
    return _in_script(str(text) if sign == "." else _DECIMAL_POINT.sub(sign, str(text)))


def in_ascii(text: str) -> str:
    """Return the text with the digits 0 to 9 in place of the digits of other scripts."""
    return "".join(str(unicodedata.decimal(character, character)) for character in text)


def decimal_sign() -> str:
    return _decimal_sign(locale())


@cache
def _decimal_sign(name: str) -> str:
    return babel.numbers.get_decimal_symbol(name)


def _in_script(text: str) -> str:
    return text.translate(DEVANAGARI) if _reads_nepali() else text


def points(value: Fraction | int, *, signed: bool = False) -> str:
    """−1½, 31⅔, 0.1, 2/7, and 2.5 for a game that counts in tenths; with `signed` also +4. Zero has no sign."""
    size = abs(Fraction(value))
    whole, rest = divmod(size, 1)
    if not rest:
        written = str(whole)
    elif rest in FRACTION_SIGNS and not getattr(value, "in_decimals", False):  # DecimalPoints of the rulebook
        written = f"{whole or ''}{FRACTION_SIGNS[rest]}"
    else:
        decimal = f"{float(size):.{MOST_DECIMALS}f}".rstrip("0")
        written = decimal if Fraction(decimal) == size else str(size)
    return _sign(value, signed) + digits(written)


def points_in_words(value: Fraction | int) -> str:
    """ "1 point", "40 points", and in French "1½ point"."""
    return ngettext("%(points)s point", "%(points)s points", plural_number(value)) % {"points": points(value)}


def plural_number(value: Fraction | int) -> int:
    """Return a whole number with the same plural form, which gettext needs: for 1½, 2 in English and 1 in French."""
    size = abs(Fraction(value))
    if size.denominator == 1:
        return int(size)
    form = Locale.parse(locale()).plural_form(Decimal(size.numerator) / size.denominator)
    return 1 if form == "one" else 2


def amount(amount_minor: int, currency: str, *, signed: bool = False) -> str:
    """The figure without its currency, as in a column: 1,818.50."""
    pattern = Locale.parse(locale()).currency_formats["standard"].pattern.replace("¤", "").strip()
    written = babel.numbers.format_currency(abs(_major(amount_minor, currency)), currency, pattern, locale=locale())
    return _sign(amount_minor, signed) + _in_script(written)


def typed_amount(amount_minor: int, currency: str) -> str:
    """The figure as people type it, for the value of a form field: 1818.50."""
    return digits(f"{_major(amount_minor, currency):f}")


def exact_amount(amount_minor: Fraction, currency: str, *, signed: bool = False) -> str:
    """The figure before it is rounded, without its currency: 18.50, or 13⅓."""
    if amount_minor.denominator == 1:
        return amount(int(amount_minor), currency, signed=signed)
    return points(amount_minor / 10 ** currencies.minor_digits(currency), signed=signed)


def money(amount_minor: int, currency: str, *, signed: bool = False) -> str:
    """−NPR 18.50, €5.00: an amount with its currency. A line never breaks inside it."""
    written = babel.numbers.format_currency(abs(_major(amount_minor, currency)), currency, locale=locale())
    # Babel leaves out the space that a currency written in letters needs.
    spaced = re.sub(r"(?<=[^\W\d_])(?=\d)", NO_BREAK_SPACE, written)
    return _sign(amount_minor, signed) + _in_script(spaced)


def exact_money(amount_minor: Fraction, currency: str) -> str:
    """The amount before it is rounded, with its currency: NPR 18.50, NPR 13⅓."""
    if amount_minor.denominator == 1:
        return money(int(amount_minor), currency)
    exact = exact_amount(abs(amount_minor), currency)
    return _sign(amount_minor, signed=False) + re.sub(r"\d[\d.,]*", lambda _figure: exact, money(0, currency), count=1)


def currency_name(currency: str) -> str:
    return f"{currency} – {babel.numbers.get_currency_name(currency, locale=locale())}"


def day(value: datetime.date) -> str:
    """20 October 2004, or ४ कार्तिक २०६१. A date outside the Bikram Sambat tables is written with "AD"."""
    date = _local_date(value)
    if not _reads_nepali():
        return _common_era(date)
    if not FIRST_SAMBAT_DAY <= date <= LAST_SAMBAT_DAY:
        return _("%(date)s AD") % {"date": _common_era(date)}
    _year, _month, day_of_month = bikram_sambat(date)
    return f"{digits(day_of_month)} {month(date)}"


def month(value: datetime.date) -> str:
    """October 2004, or कार्तिक २०६१."""
    date = _local_date(value)
    if not _reads_nepali():
        return babel.dates.format_date(date, "MMMM y", locale=locale())
    if not FIRST_SAMBAT_DAY <= date <= LAST_SAMBAT_DAY:
        return _("%(date)s AD") % {"date": _in_script(babel.dates.format_date(date, "MMMM y", locale=locale()))}
    written: str = nepali_datetime.date.from_datetime_date(date).strftime("%N %K")
    return written


def full_day(value: datetime.date) -> str:
    """The date in both calendars for Nepali readers: ४ कार्तिक २०६१ (२० अक्टोबर २००४)."""
    date = _local_date(value)
    if not _reads_nepali() or not FIRST_SAMBAT_DAY <= date <= LAST_SAMBAT_DAY:
        return day(date)
    return f"{day(date)} ({_common_era(date)})"


def day_and_time(value: datetime.datetime) -> str:
    """The local date and time: 20 October 2004, 21:05."""
    return _("%(day)s, %(time)s") % {"day": day(value), "time": clock(value)}


def clock(value: datetime.datetime) -> str:
    """The local time: 21:05."""
    return digits(f"{timezone.localtime(value):%H:%M}")


def bikram_sambat(date: datetime.date) -> tuple[int, int, int]:
    """Year, month and day: 20 October 2004 is (2061, 7, 4)."""
    converted = nepali_datetime.date.from_datetime_date(date)
    return converted.year, converted.month, converted.day


def first_day_of_year(value: datetime.date) -> datetime.date:
    """Return the first day of the date's year: 1 January, or 1 Baishakh for Nepali readers."""
    if not _reads_nepali() or not FIRST_SAMBAT_DAY <= value <= LAST_SAMBAT_DAY:
        return value.replace(month=1, day=1)
    first: datetime.date = nepali_datetime.date(bikram_sambat(value)[0], 1, 1).to_datetime_date()
    return first


def in_a_row(names: Sequence[str]) -> str:
    """Return the names as one text: Asha, Bimal and Chandra."""
    *first, last = names or [""]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def isolated(name: str) -> str:
    """Return a name for plain text. A name that is written from right to left is put between Unicode's characters for
    isolation, so that it does not change the order of the figures beside it."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


def decimals(value: Fraction, count: int, *, signed: bool = False) -> str:
    """−13.33: `count` decimals, halves rounded away from zero. A figure that is rounded to zero has no sign."""
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = abs(exact).quantize(Decimal(1).scaleb(-count), ROUND_HALF_UP)
    return _sign(value if rounded else 0, signed) + digits(f"{rounded:f}")


def _reads_nepali() -> bool:
    return get_language() == "ne"


def locale() -> str:
    """Return Babel's locale for the active language."""
    return language_of(get_language()).locale


def _sign(value: Fraction | int, signed: bool) -> str:
    if value < 0:
        return MINUS
    return "+" if signed and value > 0 else ""


def _major(amount_minor: int, currency: str) -> Decimal:
    return Decimal(amount_minor).scaleb(-currencies.minor_digits(currency))


def _local_date(value: datetime.date) -> datetime.date:
    if isinstance(value, datetime.datetime):
        return timezone.localtime(value).date() if timezone.is_aware(value) else value.date()
    return value


def _common_era(date: datetime.date) -> str:
    # In Nepali, CLDR writes the year first, unlike the days of Bikram Sambat.
    return _in_script(babel.dates.format_date(date, "d MMMM y" if _reads_nepali() else "long", locale=locale()))
