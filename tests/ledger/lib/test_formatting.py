"""Numbers, money and dates. The Bikram Sambat dates are from printed calendars and the J-40 document."""

import datetime
from fractions import Fraction

import pytest
from django.utils import timezone, translation
from hypothesis import given
from hypothesis import strategies as st

from games.kit.figures import DecimalPoints, format_points
from ledger.lib import formatting

UTC = datetime.UTC
THE_EVENING = datetime.date(2004, 10, 20)


@pytest.mark.parametrize(
    ("value", "english", "nepali"),
    [
        (0, "0", "०"),
        (Fraction(17, 2), "8½", "८½"),
        (Fraction(-1, 2), "−½", "−½"),
        (DecimalPoints(-5, 2), "−2.5", "−२.५"),
        (Fraction(95, 3), "31⅔", "३१⅔"),
        (Fraction(1, 10), "0.1", "०.१"),
        (Fraction(2, 7), "2/7", "२/७"),
        (-94, "−94", "−९४"),
        (12345, "12345", "१२३४५"),
    ],
)
def test_points_are_written(value, english, nepali):
    with translation.override("en"):
        assert formatting.points(value) == english
    with translation.override("ne"):
        assert formatting.points(value) == nepali


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=60))
def test_points_are_written_as_in_the_rulebook(value):
    with translation.override("en"):
        assert formatting.points(value) == format_points(value)


@pytest.mark.parametrize(("value", "written"), [(4, "+4"), (0, "0"), (-4, "−4"), (Fraction(1, 2), "+½")])
def test_the_sign_of_points_can_be_shown(value, written):
    with translation.override("en"):
        assert formatting.points(value, signed=True) == written


@pytest.mark.parametrize(
    ("minor", "currency", "english", "nepali"),
    [
        (-1850, "NPR", "−NPR\u00a018.50", "−नेरू\u00a0१८.५०"),
        (185000, "CHF", "CHF\u00a01,850.00", "CHF\u00a0१,८५०.००"),
        (12345678, "INR", "₹123,456.78", "₹\u00a0१,२३,४५६.७८"),
        (500, "JPY", "JP¥500", "JP¥\u00a0५००"),
        (1500, "KWD", "KWD\u00a01.500", "KWD\u00a0१.५००"),
        (0, "EUR", "€0.00", "€\u00a0०.००"),
    ],
)
def test_money_is_written_with_its_currency(minor, currency, english, nepali):
    with translation.override("en"):
        assert formatting.money(minor, currency) == english
    with translation.override("ne"):
        assert formatting.money(minor, currency) == nepali


def test_money_and_bare_amounts_of_any_size_are_exact():
    with translation.override("en"):
        assert formatting.amount(10**18 + 1, "CHF") == "10,000,000,000,000,000.01"
        assert formatting.money(10**18 + 1, "CHF", signed=True) == "+CHF\u00a010,000,000,000,000,000.01"
        assert formatting.amount(-5, "CHF") == "−0.05"
        assert formatting.amount(7, "JPY") == "7"
    with translation.override("ne"):
        assert formatting.amount(12345678, "NPR") == "१,२३,४५६.७८"


def test_an_amount_is_typed_without_marks_between_the_thousands():
    with translation.override("en"):
        assert formatting.typed_amount(12345678, "NPR") == "123456.78"
        assert formatting.typed_amount(1850, "JPY") == "1850"
    with translation.override("ne"):
        assert formatting.typed_amount(5, "NPR") == "०.०५"


@pytest.mark.parametrize(
    ("minor", "amount", "money"),
    [
        (Fraction(4600), "+46.00", "NPR\u00a046.00"),
        (Fraction(4000, 3), "+13⅓", "NPR\u00a013⅓"),
        (Fraction(5, 2), "+0.025", "NPR\u00a00.025"),
        (Fraction(0), "0.00", "NPR\u00a00.00"),
    ],
)
def test_fractions_of_a_coin_are_written_exactly(minor, amount, money):
    with translation.override("en"):
        assert formatting.exact_amount(minor, "NPR", signed=True) == amount
        assert formatting.exact_money(minor, "NPR") == money


@pytest.mark.parametrize("currency", ["NPR", "EUR"])
@pytest.mark.parametrize("language", ["en", "ne"])
def test_exact_money_has_its_currency(language, currency):
    with translation.override(language):
        exact, whole = formatting.exact_money(Fraction(5, 2), currency), formatting.money(2, currency)
        assert exact == whole + formatting.digits("5")  # 0.02 and half a hundredth more: 0.025


def test_the_date_of_the_j40_document_is_written_in_bikram_sambat():
    assert formatting.bikram_sambat(THE_EVENING) == (2061, 7, 4)
    with translation.override("ne"):
        assert formatting.day(THE_EVENING) == "४ कार्तिक २०६१"
        assert formatting.full_day(THE_EVENING) == "४ कार्तिक २०६१ (२० अक्टोबर २००४)"
    with translation.override("en"):
        assert formatting.day(THE_EVENING) == formatting.full_day(THE_EVENING) == "20 October 2004"


@pytest.mark.parametrize(
    ("date", "year"),
    [("1943-04-14", 2000), ("2013-04-14", 2070), ("2020-04-13", 2077), ("2023-04-14", 2080), ("2024-04-13", 2081)],
)
def test_years_change_on_the_nepali_new_year(date, year):
    new_year = datetime.date.fromisoformat(date)
    assert formatting.bikram_sambat(new_year) == (year, 1, 1)


@pytest.mark.parametrize("date", ["1918-04-12", "2044-04-13", "2090-01-01", "0001-01-01", "9999-12-31"])
def test_days_outside_the_tables_are_written_in_ad(date):
    with translation.override("ne"):
        written = formatting.day(datetime.date.fromisoformat(date))
        assert written == formatting.full_day(datetime.date.fromisoformat(date))
    year = date.split("-", maxsplit=1)[0].lstrip("0").translate(formatting.DEVANAGARI)
    assert year in written
    assert written.endswith((" AD", "ई.सं.", "(ई.सं.)"))


@pytest.mark.parametrize(
    ("date", "english", "nepali"),
    [
        ("2004-10-20", "October 2004", "कार्तिक २०६१"),
        ("2026-04-13", "April 2026", "चैत्र २०८२"),
        ("1900-01-01", "January 1900", "जनवरी १९०० ई.सं."),
    ],
)
def test_a_month_is_that_of_the_calendar(date, english, nepali):
    for language, written in (("en", english), ("ne", nepali)):
        with translation.override(language):
            assert formatting.month(datetime.date.fromisoformat(date)) == written


def test_a_moment_is_written_in_local_time():
    with translation.override("en"), timezone.override("Asia/Kathmandu"):
        late = datetime.datetime(2004, 10, 20, 18, 30, tzinfo=UTC)
        assert formatting.day_and_time(late) == "21 October 2004, 00:15"
        assert formatting.day(late) == "21 October 2004"
    with translation.override("ne"), timezone.override("Asia/Kathmandu"):
        assert formatting.day_and_time(late).endswith("००:१५")
