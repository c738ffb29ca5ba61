"""What the player to play must do, in a sentence."""

import pytest

from games.kit.cards import CARD_BY_SPELLING, CLUBS, HEARTS
from games.kit.jass_cards import Trump, jass_law, owes
from games.kit.tricks import Situation


def sentence(trump: Trump, led: int, best: str, rung: int = 0) -> str:
    table = Situation(led, CARD_BY_SPELLING[best])
    return str(owes(2, jass_law(trump).law.rungs(table)[rung], table))


@pytest.mark.parametrize(
    ("trump", "led", "best", "rung", "said"),
    [
        (Trump.HEARTS, CLUBS, "9C", 0, "seat 3 must follow clubs or play trump."),
        (Trump.HEARTS, HEARTS, "9H", 0, "seat 3 must follow hearts."),
        (Trump.HEARTS, CLUBS, "7H", 1, "seat 3 may not play a trump below 7♥."),
        (Trump.TOP_DOWN, CLUBS, "9C", 0, "seat 3 must follow clubs."),
    ],
)
def test_the_duty_of_the_player_to_play(trump: Trump, led: int, best: str, rung: int, said: str) -> None:
    assert sentence(trump, led, best, rung) == said
