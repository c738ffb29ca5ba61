"""Sentences, their values, and how figures are written."""

from fractions import Fraction

import pytest

from games.kit.cards import CARD_BY_SPELLING, Card, Suit
from games.kit.figures import format_points
from games.kit.sentences import Seat, Sentence, Several, cards_named, say, say_many, show_plainly

TEN_OF_SPADES = CARD_BY_SPELLING["10S"]


@pytest.mark.parametrize(
    ("points", "written"),
    [
        (Fraction(0), "0"),
        (Fraction(40), "40"),
        (Fraction(-8), "−8"),
        (Fraction(17, 2), "8½"),
        (Fraction(-3, 2), "−1½"),
        (Fraction(1, 2), "½"),
        (Fraction(-1, 2), "−½"),
        (Fraction(95, 3), "31⅔"),
        (Fraction(-1, 3), "−⅓"),
        (Fraction(5, 4), "1¼"),
        (Fraction(11, 4), "2¾"),
        (Fraction(1, 10), "0.1"),
        (Fraction(-123, 10), "−12.3"),
        (Fraction(1, 1000000), "0.000001"),
        (Fraction(2, 7), "2/7"),
        (Fraction(-30, 7), "−30/7"),
    ],
)
def test_points_are_written_with_halves_as_fractions(points, written):
    assert format_points(points) == written


@pytest.mark.parametrize(
    ("value", "plainly"),
    [
        (3, "3"),
        ("2C?", "2C?"),
        (Fraction(17, 2), "8½"),
        (Seat(0), "seat 1"),
        (Card(TEN_OF_SPADES), "10♠"),
        (Suit(3), "hearts"),
        (Several((Card(TEN_OF_SPADES), Fraction(1, 2))), "10♠, ½"),
        (cards_named([0, TEN_OF_SPADES]), "2♣, 10♠"),
        (say("{seat} is out", seat=Seat(2)), "seat 3 is out"),
    ],
)
def test_values_are_shown_in_english(value, plainly):
    assert show_plainly(value) == plainly
    assert str(say("[{value}]", value=value)) == f"[{plainly}]"


class TestTranslation:
    SENTENCE = say("{seat} had to beat {card}.", seat=Seat(1), card=Card(TEN_OF_SPADES))

    def test_words_and_word_order_come_from_the_translation(self):
        nepali = {self.SENTENCE.text: "{card} लाई {seat} ले जित्नुपर्थ्यो।"}
        assert self.SENTENCE.render(nepali.__getitem__, show_plainly) == "10♠ लाई seat 2 ले जित्नुपर्थ्यो।"

    def test_values_are_shown_in_the_language_of_the_reader(self):
        names = {Seat(1): "Bina", Card(TEN_OF_SPADES): "हुकुम १०"}
        assert self.SENTENCE.render(str, names.__getitem__) == "Bina had to beat हुकुम १०."

    def test_typed_text_is_never_read_as_a_placeholder(self):
        assert str(say("“{text}” is not a card.", text="{seat}")) == "“{seat}” is not a card."

    @pytest.mark.parametrize(
        ("count", "plainly"),
        [(1, "1 card"), (2, "2 cards"), (0, "0 cards"), (Fraction(1), "1 card"), (Fraction(1, 2), "½ cards")],
    )
    def test_a_count_chooses_singular_or_plural(self, count, plainly):
        sentence = say_many("{count} card", "{count} cards", count=count)
        assert str(sentence) == plainly
        asked = []
        sentence.render(str, show_plainly, lambda *texts: asked.append(texts) or texts[0])
        assert asked == [("{count} card", "{count} cards", count)]

    def test_equal_sentences_are_equal(self):
        assert say("{seat} won", seat=Seat(1)) == Sentence("{seat} won", (("seat", Seat(1)),))
        assert say("{seat} won", seat=Seat(1)) != say("{seat} won", seat=Seat(2))
