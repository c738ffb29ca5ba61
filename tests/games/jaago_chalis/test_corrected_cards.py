"""A mistyped card is corrected without losing later cards. Seats are A, B, C, D in clockwise order."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.entering import exchange, lay_card
from games.kit.plays import check_play
from games.kit.table_view import walk
from tests.games.jaago_chalis.deals import carelessly, random_hand
from tests.games.jaago_chalis.table import card, cards, codes, read, refusal

A, B, C, D = range(4)
FIRST, SECOND = ["4C", "5C", "6C", "7C"], ["9H", "10H", "JH", "8H"]  # D takes the first and leads the second


def rows(play):
    return [[None if laid is None else codes([laid])[0] for laid in row] for row in play.tricks]


def corrected(tricks, trick, seat, code, **more):
    play = exchange(read(cards(tricks, **more)), SHAPE, trick, seat, card(code))
    assert {problem.code for problem in check_play(play, SHAPE)} == {"unfinished"}
    return rows(play)


LATER = ["9H", None, None, "8H"]  # D leads the 8H, and A plays the 9H


@pytest.mark.parametrize(
    ("tricks", "place", "card_laid", "expected"),
    [
        # A card that was not played replaces the wrong one.
        ([FIRST, SECOND], (1, A), "2C", [["2C", "5C", "6C", "7C"], SECOND]),
        # Two cards change places, in one trick or in two.
        ([FIRST, SECOND], (1, A), "5C", [["5C", "4C", "6C", "7C"], SECOND]),
        ([FIRST, SECOND], (2, C), "6C", [["4C", "5C", "JH", "7C"], ["9H", "10H", "6C", "8H"]]),
        # The same card changes nothing.
        ([FIRST, SECOND], (1, A), "4C", [FIRST, SECOND]),
        # With the 8C B takes the first trick: the 8H, led next, was played by B, and the 9H after it by C.
        ([FIRST, LATER], (1, B), "8C", [["4C", "8C", "6C", "7C"], [None, "8H", "9H", None]]),
    ],
)
def test_a_card_is_put_right(tricks, place, card_laid, expected):
    assert corrected(tricks, *place, card_laid) == expected


def holdings(*known):
    """Four hands of thirteen with these cards in them."""
    rest = iter([code for code in codes(range(52)) if not any(code in hand for hand in known)])
    return [[*hand, *islice(rest, 13 - len(hand))] for hand in known]


class TestKnownHoldings:
    HELD = holdings(["4C", "9H"], ["5C", "10H"], ["6C", "8C", "JH"], ["7C", "8H"])
    PLAY = read(cards([FIRST, ["9H", None, None, "8H"]], holdings=HELD))

    def test_play_is_cut_off_at_the_first_card_that_does_not_fit(self):
        """With the 8C C takes the first trick, but the 8H that was led next is not C's."""
        assert rows(exchange(self.PLAY, SHAPE, 1, C, card("8C"))) == [["4C", "5C", "8C", "7C"]]

    def test_cards_that_still_fit_stay(self):
        assert rows(exchange(self.PLAY, SHAPE, 1, A, card(self.HELD[A][2])))[1] == ["9H", None, None, "8H"]

    def test_a_card_of_another_hand_is_refused(self):
        assert refusal(exchange, self.PLAY, SHAPE, 1, C, card("10H")) == "not_held"
        assert refusal(lay_card, self.PLAY, SHAPE, card("JH")) == "not_held"


@pytest.mark.parametrize(("trick", "seat"), [(0, A), (-1, A), (3, A), (1, 4), (1, -1), (2, C)])
def test_a_place_without_a_card_is_refused(trick, seat):
    """Trick 0 is not the last trick, although index −1 is in Python's lists."""
    play = read(cards([FIRST, LATER]))
    assert refusal(exchange, play, SHAPE, trick, seat, card("2D")) == "no_such_card"


@given(seed=st.integers(0, 50), count=st.integers(1, 52), which=st.integers(0, 51), code=st.sampled_from(range(52)))
def test_correcting_twice_restores_the_play(seed, count, which, code):
    hand = random_hand(seed, carelessly)
    play = read(hand.record(count if count < 51 else 52))
    steps = walk(play, SHAPE).steps
    step = steps[which % len(steps)]
    changed = exchange(play, SHAPE, step.trick, step.seat, code)
    assert {problem.code for problem in check_play(changed, SHAPE)} <= {"unfinished"}
    fell = [later.card for later in walk(changed, SHAPE).steps]
    swap = {step.card: code, code: step.card}
    assert fell[: len(steps)] == [swap.get(before.card, before.card) for before in steps]
    place = next(later for later in walk(changed, SHAPE).steps if later.card == code)
    assert exchange(changed, SHAPE, place.trick, place.seat, step.card) == play
