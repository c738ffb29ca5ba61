"""Points entered, the end of a series, the ranking, and the next dealer."""

from fractions import Fraction

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import (
    RULES,
    JaagoChalis,
    entered,
    nets,
    rules_with,
    score,
    settle,
    stand,
    thrown_in,
    totals,
)

J40 = [
    score(totals(*hand["points_won"], last_trick=hand["last_trick"]))
    for hand in load("jaago-chalis-series.json")["hands"]
]


@pytest.mark.parametrize(
    ("threshold", "won", "expected"),
    [
        # Fewer than ten points enter the difference as a negative.
        (10, (10, 10, 10, 10), (10, 10, 10, 10)),
        (10, (9.5, 10.5, 10, 10), (-0.5, 10.5, 10, 10)),
        (10, (0, 0, 0, 40), (-10, -10, -10, 40)),
        (12.5, (12, 12.5, 13, 2.5), (-0.5, 12.5, 13, -10)),
        (0, (0, 2, 3, 35), (0, 2, 3, 35)),
        (40, (0, 0, 0, 40), (-40, -40, -40, 40)),
    ],
)
def test_points_entered(threshold, won, expected):
    assert score(totals(*won), rules_with(entry_threshold=threshold)).points_entered == expected


class TestEnd:
    def test_the_direction_comes_from_the_rules(self):
        assert JaagoChalis(RULES, 4).direction == "clockwise"
        assert JaagoChalis(rules_with(direction="anticlockwise"), 4).direction.label == "Anticlockwise"

    def test_the_target_comes_from_the_rules(self):
        assert JaagoChalis(RULES, 4).goal == 40
        assert JaagoChalis(rules_with(target=60.5), 4).goal == Fraction(121, 2)

    @pytest.mark.parametrize(("best", "over"), [(Fraction(79, 2), False), (40, True), (Fraction(81, 2), True)])
    def test_the_series_ends_at_forty(self, best, over):
        assert stand([entered(5, best, 0, -3)]).over == over

    def test_the_highest_wins_even_if_another_also_passed_forty(self):
        assert stand([entered(40.5, 36, 45, 41)]).ranking == ((2,), (3,), (0,), (1,))

    def test_falling_back_below_forty_does_not_undo_the_end(self):
        standing = stand([entered(40, 0, 0, 0), entered(-10, 30, 0, 0)])
        assert (standing.over, standing.counted, standing.cumulative) == (True, 1, (40, 0, 0, 0))

    def test_later_hands_do_not_count(self):
        """A target of 25 is reached by A in the third of the four hands: 25, 8½, 14½, −8."""
        standing = stand(J40, rules_with(target=25))
        assert standing.over
        assert standing.counted == 3
        assert len(standing.running) == 3
        assert standing.cumulative == (25, Fraction(17, 2), Fraction(29, 2), -8)
        assert standing.ranking == ((0,), (2,), (1,), (3,))

    def test_later_hands_are_not_paid(self):
        """D ends at −8 and pays double: 20 + 30 + 80."""
        assert nets(settle(J40, rules_with(target=25)), "standard", "standard_doubled") == (130, -30, -20, -80)

    def test_the_first_hand_may_be_the_last(self):
        """C enters 18."""
        assert stand(J40, rules_with(target=18)).counted == 1
        assert stand(J40, rules_with(target=18.5)).counted == 3

    def test_an_empty_series_has_no_points_and_is_not_over(self):
        standing = stand([])
        assert standing.cumulative == (0, 0, 0, 0)
        assert standing.ranking == ((0, 1, 2, 3),)
        assert (standing.over, standing.counted, standing.running) == (False, 0, ())

    def test_a_deal_that_was_thrown_in_changes_nothing(self):
        scores = [J40[0], thrown_in(), J40[1]]
        assert stand(scores).cumulative == (9, 10, 16, -5)
        assert stand(scores).counted == 3
        assert stand(scores).running == (J40[0].points_entered, J40[0].points_entered, (9, 10, 16, -5))
        assert nets(settle(scores)) == nets(settle([J40[0], J40[1]]))


GAME_1 = score(load("jaago-chalis-game-1.json")["record"])  # the 7D led, C's 8H is the only Jaago in the last trick
WITHOUT_LAST_TRICK = score(totals(10, 10, 10, 10))


@pytest.mark.parametrize(
    ("scores", "first_dealer", "dealer"),
    [
        ([], None, None),
        ([], 3, 3),
        # The winner of the last trick deals next.
        (J40[:1], 3, 2),
        ([GAME_1], None, 2),
        # The dealer is unknown if no winner was named, until the next hand.
        ([WITHOUT_LAST_TRICK], 3, None),
        ([WITHOUT_LAST_TRICK, J40[2]], 3, 1),
        # After a deal that was thrown in the same player deals again.
        ([thrown_in()], 3, 3),
        ([J40[0], thrown_in(), thrown_in()], 3, 2),
    ],
)
def test_who_deals_next(scores, first_dealer, dealer):
    assert stand(scores, first_dealer=first_dealer).dealer == dealer
