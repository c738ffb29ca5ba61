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


class TestPointsEntered:
    @pytest.mark.parametrize(
        ("won", "expected"),
        [
            ((10, 10, 10, 10), (10, 10, 10, 10)),
            ((9.5, 10.5, 10, 10), (Fraction(-1, 2), Fraction(21, 2), 10, 10)),
            ((0, 0, 0, 40), (-10, -10, -10, 40)),
        ],
    )
    def test_fewer_than_ten_points_enter_the_difference_as_a_negative(self, won, expected):
        assert score(totals(*won)).points_entered == expected

    def test_the_threshold_can_be_higher(self):
        rules = rules_with(entry_threshold=12.5)
        assert score(totals(12, 12.5, 13, 2.5), rules).points_entered == (Fraction(-1, 2), Fraction(25, 2), 13, -10)

    def test_a_threshold_of_zero_enters_all_points(self):
        assert score(totals(0, 2, 3, 35), rules_with(entry_threshold=0)).points_entered == (0, 2, 3, 35)

    def test_a_threshold_of_forty_enters_only_forty_as_won(self):
        assert score(totals(0, 0, 0, 40), rules_with(entry_threshold=40)).points_entered == (-40, -40, -40, 40)


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


class TestDealer:
    def test_the_first_dealer_deals_the_first_hand(self):
        assert stand([]).dealer is None
        assert stand([], first_dealer=3).dealer == 3

    def test_the_winner_of_the_last_trick_deals_next(self):
        assert stand(J40[:1], first_dealer=3).dealer == 2

    def test_the_winner_of_the_last_trick_is_found_from_the_cards(self):
        """D leads the last trick of game 1 with the 7D; C's 8H is the only Jaago."""
        assert stand([score(load("jaago-chalis-game-1.json")["record"])]).dealer == 2

    def test_the_dealer_is_unknown_if_none_was_named(self):
        assert stand([score(totals(10, 10, 10, 10))], first_dealer=3).dealer is None

    def test_the_dealer_is_known_again_after_the_next_hand(self):
        assert stand([score(totals(10, 10, 10, 10)), J40[2]], first_dealer=3).dealer == 1

    def test_the_same_player_deals_again_after_a_deal_that_was_thrown_in(self):
        assert stand([thrown_in()], first_dealer=3).dealer == 3
        assert stand([J40[0], thrown_in(), thrown_in()], first_dealer=3).dealer == 2
