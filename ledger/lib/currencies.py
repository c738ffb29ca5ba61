"""Currencies, the number of their decimal digits, and their smallest coins in use.

All of it comes from the Unicode locale data (through Babel), which describes how money is used today: a currency whose
small coins have gone out of use has no digits there, even if ISO 4217 still lists some.
"""

from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies

COMMON = ("NPR", "INR", "CHF", "EUR", "USD", "BRL")
FALLBACK = "NPR"

# The choices for the smallest coin, in minor units: 0.01 to 100.00 in a currency with two digits.
COINS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


@cache
def codes() -> tuple[str, ...]:
    """Every currency that is legal tender somewhere today, the common ones first."""
    territories = get_global("territory_currencies")
    in_use = {code for territory in territories for code in get_territory_currencies(territory)}
    return (*COMMON, *sorted(in_use - set(COMMON)))


@cache
def is_known(code: str) -> bool:
    """Whether the currency is in use today or was once."""
    return code in Locale("en").currencies


def minor_digits(code: str) -> int:
    return get_currency_precision(code)


def default_coin(code: str) -> int:
    """The smallest coin in minor units, from what people pay in cash: 5 for the franc, 50 for the Danish crown."""
    fractions = get_global("currency_fractions")
    digits, _rounding, cash_digits, cash_rounding = fractions.get(code, fractions["DEFAULT"])
    return int(max(cash_rounding, 1) * 10 ** max(digits - cash_digits, 0))


def guess(accept_language: str) -> str:
    """The currency of the country in the first language of an Accept-Language header that names one."""
    for part in accept_language.split(","):
        try:
            locale = Locale.parse(part.split(";")[0].strip(), sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        tender = get_territory_currencies(locale.territory) if locale.territory else []
        if tender:
            return str(tender[0])
    return FALLBACK
