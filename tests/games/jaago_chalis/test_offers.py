"""What the game offers the site besides its figures: the keypad, the questions and the names of suits."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis import GAME
from games.kit.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from tests.games.jaago_chalis.table import RULES, cards, read


def test_it_is_for_four_players():
    assert GAME.seats == (4,)


def test_the_keypad_takes_halves_that_come_to_forty():
    entry = GAME.totals(RULES, 4)
    assert (entry.field, entry.step, entry.total, entry.below_zero) == ("points_won", Fraction(1, 2), 40, False)


def test_the_winner_of_the_last_trick_is_asked_only_where_the_cards_do_not_show_it():
    assert [question.field for question in GAME.questions(RULES, 4, by_card=False)] == ["last_trick"]
    assert GAME.questions(RULES, 4, by_card=True) == ()


@pytest.mark.parametrize(
    ("led", "jaago", "named"),
    [
        (CLUBS, SPADES, "spades Jaago"),
        (SPADES, CLUBS, "clubs Jaago"),
        (DIAMONDS, HEARTS, "hearts Jaago"),
        (HEARTS, DIAMONDS, "diamonds Jaago"),
    ],
)
def test_jaago_is_the_other_suit_of_the_same_colour(led, jaago, named):
    suit, name = GAME.strong_suit(read(cards([])), led)
    assert (suit, str(name)) == (jaago, named)


def test_the_sums_and_the_direction_are_agreed_on_before_other_options():
    options = GAME.rules_schema()["properties"]
    prominent = {name for name, option in options.items() if option.get("prominent") is True}
    assert prominent == {"lowest", "middle", "highest", "direction"}
