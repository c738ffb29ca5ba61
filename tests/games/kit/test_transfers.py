"""Payments between seats, and their sums."""

from fractions import Fraction

import pytest

from games.kit.sentences import say
from games.kit.transfers import Transfer, matrix, nets, pairwise_differences

WHY = say("for the test")


def pays(payer, payee, points):
    return Transfer(payer, payee, Fraction(points), "test", WHY)


class TestInvalidPayments:
    @pytest.mark.parametrize("points", [0, -1, Fraction(-1, 2)])
    def test_points_of_zero_or_below_are_refused(self, points):
        with pytest.raises(ValueError, match="not a payment"):
            pays(0, 1, points)

    def test_a_seat_cannot_pay_itself(self):
        with pytest.raises(ValueError, match="not a payment"):
            pays(1, 1, 5)

    def test_any_positive_fraction_of_a_point_is_allowed(self):
        assert pays(0, 1, Fraction(1, 1000)).points == Fraction(1, 1000)


PAID = [pays(0, 1, 10), pays(2, 1, Fraction(5, 2)), pays(1, 0, 3)]


def test_nets_are_what_each_seat_receives_less_what_it_pays():
    assert nets(PAID, 3) == (-7, Fraction(19, 2), Fraction(-5, 2))
    assert nets([], 2) == (0, 0)


def test_the_matrix_has_what_each_row_receives_from_each_column():
    assert matrix(PAID, 3) == ((0, -7, 0), (7, 0, Fraction(5, 2)), (0, Fraction(-5, 2), 0))


def test_the_lower_seat_of_each_pair_pays_the_difference_times_the_rate():
    paid = pairwise_differences([Fraction(12), Fraction(-3), Fraction(12)], Fraction(1, 2))
    assert [(t.payer, t.payee, t.points, t.cause) for t in paid] == [
        (1, 0, Fraction(15, 2), "difference"),
        (1, 2, Fraction(15, 2), "difference"),
    ]
    assert str(paid[0].why) == "seat 2 pays seat 1 the difference of their totals, 12 and −3: 7½."


def test_the_default_rate_is_one_and_a_rate_of_zero_pays_nothing():
    totals = [Fraction(1), Fraction(4)]
    assert [(t.payer, t.payee, t.points) for t in pairwise_differences(totals)] == [(0, 1, 3)]
    assert pairwise_differences(totals, Fraction(0)) == []
