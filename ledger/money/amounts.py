"""Convert amounts between a currency's main unit, as people write amounts, and the minor units of the books."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from ledger.lib import currencies, formatting
from ledger.lib.refusals import Reason

TOO_LARGE_MINOR = 10**12
FINEST = -30  # the smallest exponent that is worked out exactly: 1E-999999999 would fill the memory


def in_minor(amount: Fraction, currency: str) -> Fraction:
    """Return the exact amount in minor units, which may be no whole number."""
    return amount * Fraction(10 ** currencies.minor_digits(currency))


def to_minor(amount: Decimal, currency: str) -> int:
    """Return the amount in minor units. `problem_with` must accept the amount."""
    return int(in_minor(Fraction(amount), currency))


def plain_amount(amount_minor: int, currency: str) -> str:
    """Return the amount in the main unit with its minor digits: "-18.50"."""
    digits = currencies.minor_digits(currency)
    whole, rest = divmod(abs(amount_minor), 10**digits)
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{whole}.{rest:0{digits}}" if digits else f"{sign}{whole}"


def problem_with(amount: Decimal, currency: str) -> Reason | None:
    """Return why this amount cannot be paid, or None."""
    if not amount.is_finite():
        return Reason("amount", "unreadable", _("This is not an amount."))
    if amount == 0:
        return Reason("amount", "zero", _("A payment of nothing is no payment."))
    if amount < 0:
        message = _("An amount cannot be negative. If the money went the other way, swap the two players.")
        return Reason("amount", "negative", message)
    if amount >= Decimal(TOO_LARGE_MINOR).scaleb(-currencies.minor_digits(currency)):
        message = _("This amount is too large: it must be less than %(limit)s.")
        return Reason("amount", "too_large", message % {"limit": formatting.money(TOO_LARGE_MINOR, currency)})
    exponent = amount.as_tuple().exponent
    assert isinstance(exponent, int), "a finite amount has an exponent"
    if exponent < FINEST or in_minor(Fraction(amount), currency).denominator != 1:
        message = _("This amount has too many decimals: nothing is smaller than %(smallest)s.")
        return Reason("amount", "too_precise", message % {"smallest": formatting.money(1, currency)})
    return None
