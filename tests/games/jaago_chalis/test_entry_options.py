"""What the site needs for the entry of hands: the keypad, the questions and the names of suits."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.kit.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from tests.games.jaago_chalis.table import RULES, cards, read


def test_the_game_is_for_four_players():
    assert JaagoChalis.allowed_seats == (4,)


def test_the_keypad_takes_half_points_that_sum_to_forty():
    entry = JaagoChalis(RULES, 4).totals
    assert (entry.field, entry.step, entry.total, entry.below_zero) == ("points_won", Fraction(1, 2), 40, False)


def test_the_winner_of_the_last_trick_is_asked_only_for_totals():
    assert [question.field for question in JaagoChalis(RULES, 4).questions(by_card=False)] == ["last_trick"]
    assert JaagoChalis(RULES, 4).questions(by_card=True) == ()


@pytest.mark.parametrize(
    ("led", "jaago", "named"),
    [
        (CLUBS, SPADES, "spades Jaago"),
        (SPADES, CLUBS, "clubs Jaago"),
        (DIAMONDS, HEARTS, "hearts Jaago"),
        (HEARTS, DIAMONDS, "diamonds Jaago"),
    ],
)
def test_jaago_is_named_as_the_other_suit_of_the_same_colour(led, jaago, named):
    suit, name = JaagoChalis(RULES, 4).strong_suit(read(cards([])), led)
    assert (suit, str(name)) == (jaago, named)


def test_standard_money_and_direction_are_the_first_options():
    options = JaagoChalis.rules_schema()["properties"]
    prominent = {name for name, option in options.items() if option.get("prominent") is True}
    assert prominent == {"lowest", "middle", "highest", "direction"}
