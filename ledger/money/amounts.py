"""Amounts as people write them, in a currency's main unit, and as the books keep them, in whole minor units."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from ledger.lib import currencies, formatting
from ledger.lib.refusals import Problem

TOO_LARGE_MINOR = 10**12
FINEST = -30  # the exponent of the finest figure that is looked at: 1E-999999999 would fill the memory


def to_minor(amount: Decimal, currency: str) -> int:
    """What is to be paid, of an amount that nothing is wrong with."""
    return int(in_minor(Fraction(amount), currency))


def in_minor(amount: Fraction, currency: str) -> Fraction:
    """Exactly, and so perhaps not whole."""
    return amount * Fraction(10 ** currencies.minor_digits(currency))


def problem_with(amount: Decimal, currency: str) -> Problem | None:
    """Why this cannot be paid."""
    if not amount.is_finite():
        return Problem("amount", "unreadable", _("This is not an amount."))
    if amount == 0:
        return Problem("amount", "zero", _("A payment of nothing is no payment."))
    if amount < 0:
        message = _("An amount cannot be negative. If the money went the other way, swap the two players.")
        return Problem("amount", "negative", message)
    if amount >= Decimal(TOO_LARGE_MINOR).scaleb(-currencies.minor_digits(currency)):
        message = _("This amount is too large: it must be less than %(limit)s.")
        return Problem("amount", "too_large", message % {"limit": formatting.money(TOO_LARGE_MINOR, currency)})
    if not _is_whole_in_minor(amount, currency):
        message = _("This amount has too many decimals: nothing is smaller than %(smallest)s.")
        return Problem("amount", "too_precise", message % {"smallest": formatting.money(1, currency)})
    return None


def _is_whole_in_minor(amount: Decimal, currency: str) -> bool:
    finest = amount.as_tuple().exponent
    return isinstance(finest, int) and finest >= FINEST and in_minor(Fraction(amount), currency).denominator == 1
