"""A card that the game's pack does not have is refused, whether it is played or corrected."""

import pytest

from games.kit.cards import CARD_BY_SPELLING
from games.kit.entering import exchange, lay_card
from games.kit.jass_cards import Trump, jass_law
from games.kit.plays import PlayRecord, Shape
from games.kit.problems import Unreadable

PUTZ_OF_THREE = Shape(seats=3, tricks=12, law=jass_law(Trump.CLUBS))  # a pack of 36 cards, from the six upwards
TWO = CARD_BY_SPELLING["2C"]
BEGUN = PlayRecord(direction="clockwise", first_leader=0, tricks=[["6C", None, None]])


@pytest.mark.parametrize(
    "enter",
    [lambda card: lay_card(BEGUN, PUTZ_OF_THREE, card), lambda card: exchange(BEGUN, PUTZ_OF_THREE, 1, 0, card)],
)
def test_a_card_outside_the_pack_is_refused(enter):
    with pytest.raises(Unreadable) as refused:
        enter(TWO)
    assert [problem.code for problem in refused.value.problems] == ["not_in_pack"]
    assert enter(CARD_BY_SPELLING["7C"])
