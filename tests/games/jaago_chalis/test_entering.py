"""Entering a hand card by card, and taking cards back."""

import pytest

from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.entering import change_leader, lay_card, take_back, turn_round
from games.kit.plays import Direction
from tests.games.jaago_chalis.deals import blindly, legally, random_hand
from tests.games.jaago_chalis.table import card, cards, read, refusal

HOLDINGS = random_hand(3).holdings


def empty(hand):
    return read(hand.record(0))


@pytest.mark.parametrize("player", [legally, blindly])
@pytest.mark.parametrize("seed", range(20))
def test_cards_laid_one_by_one_give_the_record_of_the_hand(seed, player):
    """The player follows from the turn. The last card of the pack is added automatically."""
    hand = random_hand(seed, player)
    play = empty(hand)
    for number, (_, code) in enumerate(hand.played[:51], start=1):
        play = lay_card(play, SHAPE, card(code))
        assert play == read(hand.record(number if number < 51 else 52))


@pytest.mark.parametrize("seed", range(20))
def test_all_cards_can_be_taken_back_one_by_one(seed):
    hand = random_hand(seed)
    play = take_back(read(hand.record()), SHAPE)
    for left in range(50, 0, -1):
        assert play == read(hand.record(left))
        play = take_back(play, SHAPE)
    assert play == empty(hand)


class TestForcedCards:
    HAND = random_hand(5)

    def test_the_last_trick_is_filled_in_when_the_holdings_are_known(self):
        play = read(self.HAND.record(47, with_holdings=True))
        assert lay_card(play, SHAPE, card(self.HAND.played[47][1])) == read(self.HAND.record(with_holdings=True))

    def test_taking_back_a_filled_in_trick_takes_back_the_card_before_it(self):
        whole = read(self.HAND.record(with_holdings=True))
        assert take_back(whole, SHAPE) == read(self.HAND.record(47, with_holdings=True))


class TestRefused:
    HAND = random_hand(6)

    def test_a_card_after_the_last_one_is_refused(self):
        assert refusal(lay_card, read(self.HAND.record()), SHAPE, card("2C")) == "hand_over"

    def test_a_card_that_was_already_played_is_refused(self):
        assert refusal(lay_card, read(self.HAND.record(9)), SHAPE, card(self.HAND.played[3][1])) == "played_twice"

    def test_taking_back_without_a_card_is_refused(self):
        assert refusal(take_back, empty(self.HAND), SHAPE) == "nothing_played"

    @pytest.mark.parametrize("played", [2, 5, 52])
    def test_direction_and_leader_cannot_change_after_the_second_card(self, played):
        play = read(self.HAND.record(played))
        assert refusal(turn_round, play, Direction.CLOCKWISE) == "too_late"
        assert refusal(change_leader, play, 1) == "too_late"


def test_an_empty_row_takes_the_next_card():
    first, waiting = ["4C", "5C", "6C", "7C"], [None] * 4
    play = read(cards([first, waiting]))
    assert lay_card(play, SHAPE, card("2H")) == read(cards([first, [None, None, None, "2H"]]))
    assert take_back(play, SHAPE) == read(cards([["4C", "5C", "6C", None]]))


class TestBeforeTheSecondCard:
    def test_the_direction_can_change(self):
        turned = turn_round(read(cards([[None, "4C", None, None]], leader=1)), Direction.ANTICLOCKWISE)
        assert turned == read(cards([[None, "4C", None, None]], "anticlockwise", 1))

    def test_the_card_moves_to_another_leader(self):
        moved = change_leader(read(cards([[None, "4C", None, None]], leader=1)), 3)
        assert moved == read(cards([[None, None, None, "4C"]], leader=3))

    def test_the_leader_can_change_before_any_card(self):
        assert change_leader(read(cards([], leader=1)), 3) == read(cards([], leader=3))

    def test_the_card_moves_to_a_leader_who_was_dealt_it(self):
        """With known holdings, only the player who was dealt the card can have led it."""
        holder, (led, *_) = 2, HOLDINGS[2]
        wrong = read(cards([[led, None, None, None]], leader=0, holdings=HOLDINGS))
        moved = change_leader(wrong, holder)
        assert moved == read(cards([[None, None, led, None]], leader=holder, holdings=HOLDINGS))

    def test_the_card_does_not_move_to_a_leader_who_was_not_dealt_it(self):
        led = HOLDINGS[1][0]
        begun = read(cards([[None, led, None, None]], leader=1, holdings=HOLDINGS))
        assert change_leader(begun, 3) == read(cards([], leader=3, holdings=HOLDINGS))
