import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from ledger.circles.models import Player
from ledger.circles.names import clean_name, name_key, normalise_username, validate_username

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
def test_keeps_names_and_emoji(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Anil  ", "Anil"), ("Anil \t\n  Sharma", "Anil Sharma"), ("Anil\u00a0Sharma", "Anil Sharma"), ("e\u0301", "é")],
)
def test_normalises_spaces_and_accents(typed, kept):
    assert clean_name(typed) == kept


REAL = (
    *("श्री", "कृष्णँ", "र्‍याे", "र्‍याेँ", "क्षें", "फ़ें", "पहाड़ों", "ड़ाँ", "ज्ञवाली", "स्वस्तिः", "हृद्येश", "अ॑ग्निः"),
    *("Nguyễn Thị Ái", "Ǖma", "ą̊ne", "น้ำผึ้ง", "ที่", "ပြည့်ဖြိုး", "လှိုင်", "ကျော်", "ရွှေ", "བསྒྲུབས", "ཧཱུྃ"),
    *("שָּׁלוֹם", "عَبْدُ اللَّٰهِ", "ក្រុំស៊ើ", "ਸਿੰਘ", "বাংলাঁ", "1️⃣", "❤️‍🔥"),
)


@pytest.mark.parametrize("name", REAL)
def test_keeps_the_marks_of_real_names(name):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "Z\u0335\u0322\u0328algo",
        "a\u0301\u0301\u0301\u0301",
        "\u0301\u0302\u0303Anil",
        "Anil \u0301\u0302\u0303",
        "क\u0947\u0948\u0901",
        "क\u0902\u0902\u0902",
        "क\u0941\u200d\u0941\u200d\u0941",
        "क\u093f\u0902\u093f\u0902\u093f\u0902",
        "ད" + "\u0f74" * 5,
        "🃏\u20dd\u20de\u20df",
    ],
)
def test_refuses_a_heap_of_marks_on_a_letter(name):
    with pytest.raises(ValidationError) as caught:
        clean_name(name)
    assert caught.value.code == "too_many_marks"
    if name[0] == "Z":
        assert caught.value.messages == [
            "A letter of this name has too many marks above or below it: at most 2 are possible."
        ]
    assert clean_name(name, is_new=False) == unicodedata.normalize("NFC", name)


def test_the_refusal_is_a_sentence_in_nepali_too():
    with translation.override("ne"), pytest.raises(ValidationError, match="धेरै चिन्ह छन्: बढीमा 2 वटा राख्न मिल्छ"):
        clean_name("Z\u0335\u0322\u0328algo")


def test_refuses_a_heap_of_marks_in_a_user_name():
    with pytest.raises(ValidationError, match="too many marks"):
        validate_username("z\u0335\u0322\u0328algo")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("\u202eevil\u202c", "U+202E"),
        ("\u2068Anil\u2069", "U+2068"),
        ("A\u200enil", "U+200E"),
        ("An\u200bil", "U+200B"),
        ("An\u200dil", "U+200D"),
        ("An\u200cil", "U+200C"),
        ("Иван\u200dов", "U+200D"),
        ("\u200dअनिल", "U+200D"),
        ("Anil\ufeff", "U+FEFF"),
        ("An\u00adil", "U+00AD"),
        ("An\x00il\x07", "U+0000"),
        ("An\x1bil", "U+001B"),
        ("An\ud800il", "U+D800"),
        ("Anil\U000e0067\U000e007f", "U+E0067"),
        ("🃏\u200b", "U+200B"),
    ],
)
def test_refuses_invisible_characters(typed, code):
    with pytest.raises(ValidationError) as caught:
        clean_name(typed)
    assert caught.value.messages == [
        f"This name contains a character that cannot be seen ({code}). Please type the name anew."
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "AА",  # Latin, then Cyrillic
        "Аnil",  # Cyrillic А
        "Αnil",  # Greek Alpha
        "Ивaн",  # Latin a
        "Νίкος",  # Cyrillic к
        "Anil А",  # a Cyrillic initial
        "Anil СОР",  # every letter of it looks Latin
        "Иван A",  # a Latin initial
        "Anna-Αnna",
    ],
)
def test_refuses_look_alike_letters_of_two_alphabets(typed):
    with pytest.raises(ValidationError, match="mixes letters of two alphabets"):
        clean_name(typed)


@pytest.mark.parametrize(
    "name",
    [
        "Иван Петров",
        "Ђорђе",
        "Νίκος Παππάς",
        "Anna Иванова",
        "Покер Club",
        "Team Ω",
        "अनिल Sharma",
        "अनिलSharma",
        "田中さくら",
        "タナカ Tanaka",
        "김민수 Kim",
        "李Lee",
        "محمد Ali",
        "علی\u200cرضا",
        "நித்யா",
        "නිමල් ශ්\u200dරී",
        "Վարդան",
        "ንጉሥ",
        "O'Brien-García",
        "Łukasz Żółć",
        "Nguyễn Thị Hồng",
        "A4",
        "Anil ♠ Бина",
        "🧑🏽\u200d🚀 Anil",
        "❤\ufe0f\u200d🔥",
    ],
)
def test_keeps_names_from_many_scripts(name):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("username", ["аlice", "alice.а", "Ιvan"])
def test_user_names_cannot_mix_alphabets(username):
    with pytest.raises(ValidationError, match="mixes letters of two alphabets"):
        validate_username(normalise_username(username))


@pytest.mark.parametrize(
    "typed", ["", "   ", "\n", "\u200b", "\u202e", "\u3164", "\u2800", "\ufe0f", "\u200d\u200d", "\u0301"]
)
def test_refuses_a_name_without_visible_characters(typed):
    with pytest.raises(ValidationError, match="Please enter a name"):
        clean_name(typed)


def test_refuses_a_long_name_and_says_how_long_it_is():
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
def test_names_that_look_the_same_have_the_same_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anil", "Anila"), ("अनिल", "अनल"), ("Anil S", "AnilS"), ("Jürg", "Jurg"), ("🂡", "🂢")]
)
def test_different_names_have_different_keys(one, other):
    assert name_key(one) != name_key(other)


def test_the_key_of_any_name_fits_its_column():
    widest = "\u0390" * 80
    assert clean_name(widest) == widest
    assert len(name_key(widest)) <= Player._meta.get_field("name_key").max_length
