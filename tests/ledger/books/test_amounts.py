"""Amounts as people type them."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ledger.books.forms import read_amount
from ledger.lib import formatting


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
        ("1.234", "1.234"),
        ("1000000000000", "1000000000000"),
    ],
)
def test_amounts_are_read(typed: str, amount: str) -> None:
    assert read_amount(typed) == Decimal(amount)


@pytest.mark.parametrize(
    "typed",
    [
        *("abc", "", " ", "-", "4-", "--4", "1..5", "1,2,3", "1,23.45,6", "1,5.5", "१.२.३", ".", ",", "4;", "9" * 41),
        *("4 rupees", "½", "1e3", "0x10", "NaN", "Infinity"),
    ],
)
def test_other_texts_are_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="is not an amount") as refused:
        read_amount(typed)
    assert refused.value.code == "unreadable"


def test_an_ambiguous_amount_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"“1,850” can be read in two ways. Write 1850 or 1.850."):
        read_amount("1,850")


AMOUNTS = st.integers(min_value=0, max_value=10**12)
LANGUAGES = st.sampled_from(["en", "ne"])


@given(AMOUNTS, st.sampled_from(["NPR", "JPY", "KWD"]), LANGUAGES)
def test_amounts_in_our_own_forms_are_read(minor: int, currency: str, language: str) -> None:
    with translation.override(language):
        typed = formatting.typed_amount(minor, currency)
    digits = {"NPR": 2, "JPY": 0, "KWD": 3}[currency]
    assert read_amount(typed) * 10**digits == minor


@given(AMOUNTS, LANGUAGES)
def test_amounts_copied_from_our_pages_are_read(minor: int, language: str) -> None:
    with translation.override(language):
        assert read_amount(formatting.amount(minor, "NPR")) * 100 == minor
