"""The duties of the player whose turn it is, as sentences."""

import pytest

from games.kit.cards import CARD_BY_SPELLING, CLUBS, HEARTS
from games.kit.jass_cards import Trump, jass_law, owes
from games.kit.tricks import Situation


def sentence(trump: Trump, led: int, best: str, rung: int = 0) -> str:
    table = Situation(led, CARD_BY_SPELLING[best])
    return str(owes(2, jass_law(trump).law.rungs(table)[rung], table))


@pytest.mark.parametrize(
    ("trump", "led", "best", "rung", "expected"),
    [
        (Trump.HEARTS, CLUBS, "9C", 0, "seat 3 must follow clubs or play trump."),
        (Trump.HEARTS, HEARTS, "9H", 0, "seat 3 must follow hearts."),
        (Trump.HEARTS, CLUBS, "7H", 1, "seat 3 may not play a trump below 7♥."),
        (Trump.TOP_DOWN, CLUBS, "9C", 0, "seat 3 must follow clubs."),
    ],
)
def test_duties_are_described_in_a_sentence(trump: Trump, led: int, best: str, rung: int, expected: str) -> None:
    assert sentence(trump, led, best, rung) == expected
