"""Figures, money and days in each language, by hand from CLDR 47: the tables "Number elements", "Number patterns",
"Dates" and "Plural rules" of de-CH, fr and hi.
"""

import datetime
from fractions import Fraction

import pytest
from django.utils import timezone, translation
from django.utils.translation import ngettext

from games.kit.figures import DecimalPoints
from ledger.lib import formatting
from ledger.lib.languages import LANGUAGES
from ledger.lib.typed import read_amount, read_figure

NARROW = "\u202f"  # the space between thousands in French; a line never breaks at it
SPACE = "\u00a0"
LATE = datetime.datetime(2026, 11, 4, 21, 5, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("language", "minor", "currency", "written"),
    [
        ("de", 123450, "CHF", f"CHF{SPACE}1’234.50"),
        ("de", -123450, "EUR", f"−EUR{SPACE}1’234.50"),
        ("de", 123456789, "NPR", f"NPR{SPACE}1’234’567.89"),
        ("fr", 123450, "CHF", f"1{NARROW}234,50{SPACE}CHF"),
        ("fr", -5, "EUR", f"−0,05{SPACE}€"),
        ("hi", 12345600, "INR", "₹1,23,456.00"),
        ("hi", 123456789, "NPR", f"NPR{SPACE}12,34,567.89"),
        ("hi", 500, "JPY", "JP¥500"),
    ],
)
def test_money(language, minor, currency, written):
    with translation.override(language):
        assert formatting.money(minor, currency) == written
        bare = written.removeprefix("−").replace(currency, "").strip(f"₹€JP¥{SPACE}")
        assert formatting.amount(abs(minor), currency) == bare


@pytest.mark.parametrize(
    ("language", "half", "tenths", "share", "mean"),
    [
        ("de", "−7½", "2.5", "2/7", "−13.33"),
        ("fr", "−7½", "2,5", "2/7", "−13,33"),
        ("hi", "−7½", "2.5", "2/7", "−13.33"),
    ],
)
def test_points(language, half, tenths, share, mean):
    with translation.override(language):
        assert formatting.points(Fraction(-15, 2)) == half
        assert formatting.points(DecimalPoints(5, 2)) == tenths
        assert formatting.points(Fraction(2, 7)) == share
        assert formatting.decimals(Fraction(-40, 3), 2) == mean


def test_a_decimal_sign_stands_between_digits_only():
    with translation.override("fr"):
        assert [formatting.digits(text) for text in ("8.5", "3.", "2–4", ".5")] == ["8,5", "3.", "2–4", ".5"]
        assert formatting.exact_money(Fraction(5, 2), "CHF") == f"0,025{SPACE}CHF"
        assert formatting.exact_money(Fraction(4000, 3), "CHF") == f"13⅓{SPACE}CHF"


@pytest.mark.parametrize(
    ("language", "day", "month", "first"),
    [
        ("en", "4 November 2026", "November 2026", "1 March 2026"),
        ("de", "4. November 2026", "November 2026", "1. März 2026"),
        ("fr", "4 novembre 2026", "novembre 2026", "1 mars 2026"),
        ("hi", "4 नवंबर 2026", "नवंबर 2026", "1 मार्च 2026"),
    ],
)
def test_days(language, day, month, first):
    with translation.override(language), timezone.override("UTC"):
        assert (formatting.day(LATE), formatting.month(LATE)) == (day, month)
        assert formatting.day(datetime.date(2026, 3, 1)) == first
        assert formatting.clock(LATE) == "21:05"  # 24 hours in every language


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
def test_what_is_written_can_be_typed_again(language):
    with translation.override(language):
        for minor, currency in ((123450, "CHF"), (1850, "KWD"), (7, "JPY")):
            typed = formatting.typed_amount(minor, currency)
            assert read_amount(typed, currency) * 10 ** formatting.currencies.minor_digits(currency) == minor
        assert read_amount(formatting.amount(123450, "CHF"), "CHF") * 100 == 123450
        assert read_figure(formatting.points(DecimalPoints(-5, 2))) == Fraction(-5, 2)


# CLDR, cardinal: de "one" for 1; fr for 0 and 1 and what lies between 0 and 2; hi for 0 to 1.
@pytest.mark.parametrize(
    ("language", "singular", "plural"),
    [("en", [1], [0, 2]), ("de", [1], [0, 2]), ("fr", [0, 1], [2]), ("hi", [0, 1], [2]), ("ne", [1], [0, 2])],
)
def test_plurals_of_whole_numbers(language, singular, plural):
    with translation.override(language):
        one, many = (ngettext("%(count)s hand", "%(count)s hands", number) for number in (1, 2))
        assert {ngettext("%(count)s hand", "%(count)s hands", number) for number in singular} == {one}
        assert {ngettext("%(count)s hand", "%(count)s hands", number) for number in plural} == {many}


HALVES = [Fraction(1, 2), Fraction(3, 2)]


@pytest.mark.parametrize(
    ("language", "is_singular"),
    [("en", [False, False]), ("de", [False, False]), ("fr", [True, True]), ("hi", [True, False])],
)
def test_plurals_of_halves(language, is_singular, monkeypatch):
    monkeypatch.setattr(formatting, "ngettext", lambda one, many, count: "one" if count == 1 else "many")
    with translation.override(language):
        assert [formatting.points_in_words(half) == "one" for half in HALVES] == is_singular
