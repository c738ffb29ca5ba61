"""Amounts and figures as people type them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ledger.lib import formatting
from ledger.lib.languages import LANGUAGES
from ledger.lib.typed import read_amount, read_figure, unambiguous


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("23.50", "23.50"),
        ("23,50", "23.50"),
        ("23,5", "23.5"),
        ("२३.५०", "23.50"),
        ("२३,५०", "23.50"),
        ("  4 ", "4"),
        (".5", "0.5"),
        (",5", "0.5"),
        ("4.", "4"),
        ("+46.00", "46"),
        ("−4", "-4"),
        ("-4", "-4"),
        ("– 4", "-4"),
        ("1,850.50", "1850.50"),
        ("1.850,50", "1850.50"),
        ("1 850,50", "1850.50"),
        ("1\N{NARROW NO-BREAK SPACE}850.50", "1850.50"),
        ("1’850.50", "1850.50"),
        ("1'850", "1850"),
        ("1,23,456.78", "123456.78"),
        ("१,२३,४५६.७८", "123456.78"),
        ("1,234,567", "1234567"),
        ("1.234.567,8", "1234567.8"),
        ("0,005", "0.005"),
        ("1.234.567", "1234567"),
        ("1 234 567", "1234567"),
        ("0.500", "0.5"),
        ("1850.000", "1850"),
        ("１２", "12"),
        ("1000000000000", "1000000000000"),
    ],
)
def test_amounts_are_read(typed, amount):
    assert read_amount(typed, "NPR") == Decimal(amount)


@pytest.mark.parametrize(
    "typed",
    [
        *("abc", "", " ", "-", "4-", "--4", "1..5", "1,2,3", "1,23.45,6", "1,5.5", "१.२.३", ".", ",", "4;", "9" * 41),
        *("4 rupees", "½", "²", "1e3", "0x10", "1_000", "NaN", "Infinity", "4\0", "\ud800", "1" + " " * 60 + "000"),
        *("12 50", "1 5", "1’85", "1850 500", "1.85.000", "1.850.00"),
    ],
)
def test_other_texts_are_refused(typed):
    with pytest.raises(ValidationError, match="is not an amount") as refused:
        read_amount(typed, "NPR")
    assert refused.value.code == "unreadable"


# Kuwait's dinar has three decimals, the yen none. French has a decimal comma, German as in Switzerland a point.
@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
@pytest.mark.parametrize("currency", ["CHF", "EUR", "NPR", "INR", "CLF"])
@pytest.mark.parametrize("typed", ["1.850", "1,850", "१,८५०"])
def test_an_amount_that_can_be_read_in_two_ways_is_refused(typed, currency, language):
    with translation.override(language):
        with pytest.raises(ValidationError) as refused:
            read_amount(typed, currency)
        assert refused.value.code == "ambiguous"
        whole, part = formatting.digits("1850"), formatting.digits("1.85")
        assert all(shown in refused.value.message for shown in (typed, whole, part))
        assert (read_amount(whole, currency), read_amount(part, currency)) == (1850, Decimal("1.85"))


@pytest.mark.parametrize(
    ("typed", "currency", "readings"),
    [
        ("1,850", "NPR", "1850 or 1.85"),
        ("1.200", "EUR", "1200 or 1.20"),
        ("1.234", "EUR", "1234 or 1.23"),
        ("1.005", "EUR", "1005 or 1.01"),
        ("1,850", "KWD", "1850 or 1.850"),
        ("1.850", "CLF", "1850 or 1.85"),
        ("−1.125", "CLF", "−1125 or −1.1250"),
    ],
)
def test_the_refusal_names_both_readings(typed, currency, readings):
    with pytest.raises(ValidationError) as refused:
        read_amount(typed, currency)
    assert refused.value.message == f"“{typed}” can be read in two ways. Write {readings}."


@pytest.mark.parametrize(
    ("language", "read", "refused"),
    [("fr", "1,850", "1.850"), ("en", "1.850", "1,850"), ("de", "1.850", "1,850"), ("hi", "1.850", "1,850")],
)
def test_in_a_currency_of_three_decimals_the_decimal_sign_of_the_language_counts(language, read, refused):
    with translation.override(language):
        assert read_amount(read, "KWD") == Decimal("1.85")
        with pytest.raises(ValidationError, match="1850") as error:
            read_amount(refused, "KWD")
    assert error.value.code == "ambiguous"


@pytest.mark.parametrize("typed", ["1.850", "1,850", "1 850", "1850"])
def test_in_a_currency_without_decimals_three_digits_are_thousands(typed):
    assert read_amount(typed, "JPY") == 1850


# --- Figures: points, and the worth of a point ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "figure"),
    [
        *(("8", "8"), ("8.5", "8.5"), ("8,5", "8.5"), ("8½", "8.5"), ("8 1/2", "8.5"), ("८½", "8.5"), ("−3", "-3")),
        *((" -¾ ", "-3/4"), ("−1 1/3", "-4/3"), (".5", "0.5"), ("4.", "4"), ("+4", "4"), ("0.125", "0.125")),
        *(("1 850", "1850"), ("1’850", "1850"), ("1,850.5", "1850.5"), ("1.850,5", "1850.5"), ("1.1250", "1.125")),
        *(("१२/१३", "12/13"), ("9999999999", "9999999999"), ("0.000001", "0.000001"), ("１２", "12")),
    ],
)
def test_figures_are_read(typed, figure):
    assert read_figure(typed) == Fraction(figure)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "x", "-", "1/0", "81/2", "8 8/8", "1e3", "1_000", "NaN", "inf", "²", "8½½", "4\0", "\ud800", "9" * 5000),
        *("10000000000", "0.0000001", "12 50", "1 1 1/2", "1/1000", "0x10", "½.5"),
    ],
)
def test_other_figures_are_refused(typed):
    with pytest.raises(ValidationError, match="is not a number") as refused:
        read_figure(typed)
    assert refused.value.code == "not_a_figure"


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
@pytest.mark.parametrize(("typed", "whole", "part"), [("1.000", "1000", "1"), ("−2,125", "−2125", "−2.1250")])
def test_a_figure_that_can_be_read_in_two_ways_is_refused(typed, whole, part, language):
    with translation.override(language):
        with pytest.raises(ValidationError) as refused:
            read_figure(typed)
        assert refused.value.code == "ambiguous"
        assert all(formatting.digits(shown) in refused.value.message for shown in (typed, whole, part)[1:])
        assert read_figure(formatting.digits(part)) == Fraction(part.replace("−", "-"))


# --- What the site writes itself --------------------------------------------------------------------------------------

AMOUNTS = st.integers(min_value=0, max_value=10**12)
CODES = st.sampled_from([language.code for language in LANGUAGES])


@given(AMOUNTS, st.sampled_from(["NPR", "JPY", "KWD"]), CODES)
def test_amounts_in_our_own_forms_are_read(minor, currency, language):
    digits = {"NPR": 2, "JPY": 0, "KWD": 3}[currency]
    with translation.override(language):
        assert read_amount(formatting.typed_amount(minor, currency), currency) * 10**digits == minor


@given(AMOUNTS, CODES)
def test_amounts_copied_from_our_pages_are_read(minor, language):
    with translation.override(language):
        assert read_amount(formatting.amount(minor, "NPR"), "NPR") * 100 == minor


@given(st.integers(min_value=-(10**9), max_value=10**9), st.integers(min_value=0, max_value=6), CODES)
def test_figures_in_our_own_forms_are_read(size, decimals, language):
    figure = Fraction(size, 10**decimals)
    with translation.override(language):
        assert read_figure(unambiguous(formatting.points(figure))) == figure
