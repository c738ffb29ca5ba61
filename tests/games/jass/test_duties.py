"""The duties that a wrong card went against, as sentences."""

import pytest

from games.kit.cards import CARD_BY_SPELLING, CLUBS, HEARTS
from games.kit.jass_cards import Trump, duty_in_words, jass_law
from games.kit.tricks import Situation


def sentence(trump: Trump, led: int, best: str, rung: int = 0) -> str:
    table = Situation(led, CARD_BY_SPELLING[best])
    return str(duty_in_words(jass_law(trump).source.rungs(table)[rung], table)[1])


@pytest.mark.parametrize(
    ("trump", "led", "best", "rung", "expected"),
    [
        (Trump.HEARTS, CLUBS, "9C", 0, "had to follow clubs"),
        (Trump.HEARTS, HEARTS, "9H", 0, "had to follow hearts"),
        (Trump.HEARTS, CLUBS, "7H", 1, "may not play a trump below 7♥"),
        (Trump.TOP_DOWN, CLUBS, "9C", 0, "had to follow clubs"),
    ],
)
def test_duties_are_described_in_a_sentence(trump, led, best, rung, expected):
    assert sentence(trump, led, best, rung) == expected
