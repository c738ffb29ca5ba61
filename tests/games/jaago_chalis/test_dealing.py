"""Entering the deal card by card before play begins. Seats are A, B, C, D in clockwise order."""

import pytest

from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.cards import CARD_BY_SPELLING
from games.kit.dealing import (
    begin_deal,
    deal_card,
    forget_deal,
    last_dealt,
    reopen_deal,
    seat_to_fill,
    undeal_card,
)
from games.kit.plays import check_play
from games.kit.problems import Unreadable
from tests.games.jaago_chalis.deals import random_hand
from tests.games.jaago_chalis.table import cards, codes, read

A, B, C, D = range(4)
HAND = random_hand(3)


def card(code):
    return CARD_BY_SPELLING[code]


def dealing(leader=B, direction="clockwise"):
    return begin_deal(read(cards([], direction, leader)), SHAPE)


def dealt(play, *hands):
    for code in [code for hand in hands for code in hand]:
        play = deal_card(play, SHAPE, card(code))
    return play


def refusal(work, *arguments):
    with pytest.raises(Unreadable) as refused:
        work(*arguments)
    (problem,) = refused.value.problems
    assert str(problem.message)
    return problem.code


def test_hands_are_filled_in_playing_order_and_the_last_gets_the_rest():
    one, two, three, rest = HAND.holdings
    play = dealing(leader=C, direction="anticlockwise")
    filled = []
    for hand in (one, two, three):
        filled.append(seat_to_fill(play, SHAPE))
        play = dealt(play, hand)
    assert filled == [C, B, A]
    assert seat_to_fill(play, SHAPE) is None
    assert [codes(hand) for hand in play.holdings] == [three, two, one, codes(sorted(map(card, rest)))]
    assert {problem.code for problem in check_play(play, SHAPE)} == {"unfinished"}


def test_a_card_can_be_taken_back_from_any_hand():
    one, two, *_ = HAND.holdings
    play = dealt(dealing(), one, two[:4])
    play = undeal_card(play, card(one[5]))
    assert seat_to_fill(play, SHAPE) == B
    play = dealt(play, [two[12]])
    assert (seat_to_fill(play, SHAPE), codes(play.holdings[B])[-1]) == (C, two[12])


def test_the_latest_card_can_be_taken_back():
    play = dealing()
    assert last_dealt(play, SHAPE) is None
    play = dealt(play, ["4C", "2H"])
    assert last_dealt(play, SHAPE) == card("2H")
    play = dealt(dealing(), HAND.holdings[0])
    assert last_dealt(play, SHAPE) == card(HAND.holdings[0][-1])


def test_a_complete_deal_with_a_mistake_can_be_changed():
    play = dealt(dealing(), *HAND.holdings[:3])
    play = reopen_deal(play, SHAPE)
    assert seat_to_fill(play, SHAPE) == A
    wrong, right = HAND.holdings[0][0], HAND.holdings[3][0]
    play = undeal_card(play, card(wrong))
    play = dealt(play, [right])
    assert seat_to_fill(play, SHAPE) is None
    assert card(wrong) in play.holdings[A]
    assert card(right) in play.holdings[B]


def test_the_deal_is_optional():
    play = dealt(dealing(), HAND.holdings[0])
    assert forget_deal(play) == read(cards([], leader=B))
    assert seat_to_fill(forget_deal(play), SHAPE) is None


@pytest.mark.parametrize(("code", "why"), [("4C", "dealt_twice"), ("2C", "deal_complete")])
def test_impossible_cards_are_refused(code, why):
    play = dealt(dealing(), ["4C"]) if why == "dealt_twice" else read(cards([]))
    assert refusal(deal_card, play, SHAPE, card(code)) == why


def test_a_card_that_was_not_dealt_cannot_be_taken_back():
    assert refusal(undeal_card, dealing(), card("4C")) == "not_dealt"


@pytest.mark.parametrize(
    "change",
    [lambda p: begin_deal(p, SHAPE), lambda p: reopen_deal(p, SHAPE), lambda p: undeal_card(p, card("4C"))],
)
def test_the_deal_cannot_be_changed_after_the_first_card(change):
    assert refusal(change, read(HAND.record(1, with_holdings=True))) == "too_late"
