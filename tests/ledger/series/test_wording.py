"""The rulebook's sentences in the reader's language."""

from fractions import Fraction

import pytest
from django.utils import translation

from games.kit.sentences import say_many
from ledger.face.card_names import SWISS_GERMAN
from ledger.series.wording import in_words, option_label

ONE = "The hand is not finished: {count} card is still to be played."
SEVERAL = "The hand is not finished: {count} cards are still to be played."


@pytest.mark.parametrize(
    ("language", "count", "translated"),
    [
        ("en", 1, "The hand is not finished: 1 card is still to be played."),
        ("en", 2, "The hand is not finished: 2 cards are still to be played."),
        ("ne", 1, "बाजी सकिएको छैन: अझै १ पत्ती खेल्न बाँकी छ।"),
        ("ne", 2, "बाजी सकिएको छैन: अझै २ पत्ती खेल्न बाँकी छन्।"),
        ("en", Fraction(1, 2), "The hand is not finished: ½ cards are still to be played."),
    ],
)
def test_singular_and_plural_are_translated(language, count, translated):
    with translation.override(language):
        assert in_words(say_many(ONE, SEVERAL, count=count), ()) == translated


def test_an_option_begins_with_a_capital_where_its_word_also_stands_inside_names_of_cards():
    with translation.override("fr"):
        assert option_label("Eicheln") == "Glands"
        assert SWISS_GERMAN.card("AC").name == "as de glands"
