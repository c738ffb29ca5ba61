"""Spellings of cards, and sets of cards as masks."""

import pytest

from games.kit.cards import (
    CARD_BY_SPELLING,
    CODES,
    RED_CARDS,
    WHOLE_PACK,
    Card,
    Suit,
    cards_in,
    higher_in_suit,
    mask_of,
    same_colour_suit,
)

TEXT_FACE, EMOJI_FACE = "\ufe0e", "\ufe0f"


@pytest.mark.parametrize(
    "spelling",
    ["10S", "10s", "TS", "ts", "Ts", "tS", "10♠", "T♠", "t♠", f"10♠{TEXT_FACE}", f"10♠{EMOJI_FACE}", f"T♠{EMOJI_FACE}"],
)
def test_every_spelling_of_the_ten_of_spades_is_read(spelling):
    assert CODES[CARD_BY_SPELLING[spelling]] == "10S"


@pytest.mark.parametrize(
    ("spelling", "code"),
    [("ah", "AH"), ("A♥", "AH"), (f"k♦{TEXT_FACE}", "KD"), (f"2♣{EMOJI_FACE}", "2C"), ("qS", "QS"), ("Jd", "JD")],
)
def test_other_spellings_are_read(spelling, code):
    assert CODES[CARD_BY_SPELLING[spelling]] == code


@pytest.mark.parametrize(
    "spelling", ["", "S", "10", "1S", "11S", "S10", "♠10", "10 S", " 10S", "10S ", "0S", "AX", "T"]
)
def test_other_texts_are_not_cards(spelling):
    assert spelling not in CARD_BY_SPELLING


def test_the_pack_has_52_cards_with_unique_spellings():
    """52 codes, each its own card; every spelling is one of them."""
    assert len(set(CODES)) == 52
    assert [CARD_BY_SPELLING[code] for code in CODES] == list(range(52))
    assert set(CARD_BY_SPELLING.values()) == set(range(52))


def test_a_card_is_shown_with_its_suit_sign():
    assert str(Card(CARD_BY_SPELLING["10S"])) == "10♠"
    assert str(Card(CARD_BY_SPELLING["AH"])) == "A♥"
    assert [str(Suit(number)) for number in range(4)] == ["clubs", "spades", "diamonds", "hearts"]


def test_masks_hold_sets_of_cards():
    assert cards_in(mask_of([51, 3, 17])) == (3, 17, 51)
    assert cards_in(0) == ()
    assert cards_in(WHOLE_PACK) == tuple(range(52))
    assert {CODES[card][-1] for card in cards_in(RED_CARDS)} == {"D", "H"}
    assert len(cards_in(RED_CARDS)) == 26


def test_higher_cards_of_a_suit_are_found():
    def higher(code):
        return [CODES[card] for card in cards_in(higher_in_suit(CARD_BY_SPELLING[code]))]

    assert higher("JS") == ["QS", "KS", "AS"]
    assert higher("AS") == []
    assert higher("QC") == ["KC", "AC"]
    assert higher("KH") == ["AH"]


def test_suits_of_the_same_colour_are_found():
    assert [str(Suit(same_colour_suit(number))) for number in range(4)] == ["spades", "clubs", "hearts", "diamonds"]
