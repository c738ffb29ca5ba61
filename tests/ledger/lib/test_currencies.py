import pytest

from ledger.lib import currencies


def test_common_currencies_come_first_and_once():
    codes = currencies.codes()
    assert codes[:6] == ("NPR", "INR", "CHF", "EUR", "USD", "BRL")
    assert len(set(codes)) == len(codes) > 140
    assert {"GBP", "JPY", "KWD", "BDT"} <= set(codes)
    assert not {"DEM", "XXX", "XAU"} & set(codes)


@pytest.mark.parametrize(("code", "digits"), [("NPR", 2), ("CHF", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)])
def test_currencies_have_their_digits(code, digits):
    assert currencies.minor_digits(code) == digits


@pytest.mark.parametrize(
    ("code", "coin"), [("NPR", 1), ("CHF", 5), ("EUR", 1), ("DKK", 50), ("SEK", 100), ("JPY", 1), ("KWD", 1)]
)
def test_currencies_have_a_default_coin(code, coin):
    assert currencies.default_coin(code) == coin


def test_every_default_coin_can_be_chosen():
    assert {currencies.default_coin(code) for code in currencies.codes()} <= set(currencies.COINS)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("ne", "NPR"),
        ("ne-NP,en;q=0.5", "NPR"),
        ("de-CH", "CHF"),
        ("de,en-CH;q=0.9", "CHF"),
        ("pt-BR", "BRL"),
        ("hi-IN", "INR"),
        ("en", "NPR"),
        ("", "NPR"),
        ("*", "NPR"),
        ("../../etc, ;;q=, en-\x00", "NPR"),
    ],
)
def test_the_likeliest_currency_is_that_of_the_readers_country(header, code):
    assert currencies.likely("en", header)[0] == code


def test_the_likely_currencies():
    header = "en-GB,de-CH;q=0.9,de;q=0.8,en-US;q=0.7"
    assert currencies.likely("de", header) == ("GBP", "CHF", "USD", "NPR", "INR", "EUR", "BRL")
    assert currencies.likely("hi", header)[:2] == ("INR", "GBP")
    assert currencies.likely("ne", "")[:2] == ("NPR", "INR")
