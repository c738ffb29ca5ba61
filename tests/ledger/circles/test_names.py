import pytest
from django.core.exceptions import ValidationError

from ledger.circles.models import Player
from ledger.circles.names import clean_name, name_key

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Anil",
        "अनिल शर्मा",
        "क्‍ष",
        "🃏",
        FAMILY,
        ENGLAND,
        "\U0001fae9",
        "דוד",
        "محمد",
        "O'Brien",
        "<b>bold</b>",
        "4",
        "A" * 80,
        "अ" * 80,
    ],
)
def test_keeps_what_people_are_called(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anil  ", "Anil"),
        ("Anil \t\n  Sharma", "Anil Sharma"),
        ("Anil\u00a0Sharma", "Anil Sharma"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c", "evil"),
        ("\u2068Anil\u2069", "Anil"),
        ("A\u200eni\u200bl\ufeff", "Anil"),
        ("An\x00il\x07", "Anil"),
        ("An\ud800il", "Anil"),
    ],
)
def test_takes_out_what_cannot_be_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "   ", "\n", "\u200b", "\u202e", "\u3164", "\u2800", "\ufe0f", "\u200d\u200d", "\u0301"]
)
def test_refuses_a_name_that_shows_nothing(typed: str) -> None:
    with pytest.raises(ValidationError, match="Please enter a name"):
        clean_name(typed)


def test_refuses_a_long_name_and_says_how_long_it_is() -> None:
    with pytest.raises(ValidationError) as caught:
        clean_name("x" * 200)
    assert caught.value.messages == ["This name is too long: it has 200 characters, at most 80 characters fit."]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anil", "ANIL"),
        ("Straße", "STRASSE"),
        ("é", "e\u0301"),
        ("Anil", "An\u200dil"),
        ("Anil", "An\u034fil"),
        ("क्ष", "क्\u200dष"),
        ("♥", "♥\ufe0f"),
        ("Anil", " anil "),
    ],
)
def test_tells_when_two_names_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anil", "Anila"), ("अनिल", "अनल"), ("Anil S", "AnilS"), ("Jürg", "Jurg"), ("🂡", "🂢")]
)
def test_tells_when_two_names_differ(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_the_key_of_any_name_fits_its_column() -> None:
    widest = "\u0390" * 80
    assert clean_name(widest) == widest
    assert len(name_key(widest)) <= Player._meta.get_field("name_key").max_length
