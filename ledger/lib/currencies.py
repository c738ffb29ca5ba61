"""Currencies, the number of their decimal digits, and their smallest coins in use.

The Unicode locale data (through Babel) describes how money is used today: a currency whose small coins have gone out of
use has no decimal digits there, even if ISO 4217 still lists some.
"""

from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import get_currency_precision, get_territory_currencies

COMMON = ("NPR", "INR", "CHF", "EUR", "USD", "BRL")
FALLBACK = "NPR"
OF_LANGUAGE = {"hi": "INR", "ne": "NPR"}  # the currency of a language that is spoken in one country

# The choices for the smallest coin, in minor units: 0.01 to 100.00 in a currency with two digits.
COINS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all currencies that are legal tender today, the common currencies first."""
    territories = get_global("territory_currencies")
    in_use = {code for territory in territories for code in of_country(territory)}
    return (*COMMON, *sorted(in_use - set(COMMON)))


@cache
def is_known(code: str) -> bool:
    """Whether the currency is in use today or was once."""
    return code in Locale("en").currencies


def minor_digits(code: str) -> int:
    return get_currency_precision(code)


def default_coin(code: str) -> int:
    """Return the smallest coin in use, in minor units: 5 for the franc, 50 for the Danish crown."""
    fractions = get_global("currency_fractions")
    digits, _rounding, cash_digits, cash_rounding = fractions.get(code, fractions["DEFAULT"])
    return int(max(cash_rounding, 1) * 10 ** max(digits - cash_digits, 0))


def likely(language: str, accept_language: str) -> tuple[str, ...]:
    """Return the currencies that a reader may mean, the likeliest first.

    First comes the currency of the language, then those of the countries in the Accept-Language header, then the common
    currencies.
    """
    likeliest = [OF_LANGUAGE[language]] if language in OF_LANGUAGE else []
    for part in accept_language.split(","):
        try:
            locale = Locale.parse(part.split(";")[0].strip(), sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        likeliest += of_country(locale.territory)[:1]
    return tuple(dict.fromkeys([*likeliest, *COMMON]))


def of_country(country: str | None) -> list[str]:
    """Return the codes of the currencies that are legal tender in a country today."""
    return get_territory_currencies(country) if country else []
