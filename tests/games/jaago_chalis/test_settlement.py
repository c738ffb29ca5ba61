"""The settlement: every case of the data file, and series that were stopped early."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from tests.games.data import exact, load
from tests.games.jaago_chalis.table import entered, nets, payments, rules_with, score, settle, stand, totals

CASES = load("jaago-chalis-settlements.json")["cases"]
STANDARD = ("standard", "standard_doubled")


@pytest.fixture(params=CASES, ids=[case["name"] for case in CASES])
def case(request):
    return request.param


def settled(case):
    return settle([entered(*exact(case["cumulative"]))], rules_with(**case.get("rules", {})))


def test_payments_match_the_case(case):
    paid = settled(case)
    assert nets(paid, "difference") == exact(case["differences"])
    assert nets(paid, *STANDARD) == exact(case["standard"])
    assert nets(paid) == exact(case["totals"])


def test_doubled_money_has_its_own_cause(case):
    doubled = {transfer.payer for transfer in settled(case) if transfer.cause == "standard_doubled"}
    assert doubled == set(case.get("doubled", []))
    assert {transfer.cause for transfer in settled(case)} <= {"difference", *STANDARD}


def test_every_pair_pays_its_own_difference(case):
    """The lower of each pair pays the higher one directly. Payments are not netted."""
    cumulative = exact(case["cumulative"])
    expected = {
        (low, high, cumulative[high] - cumulative[low], "difference")
        for high in range(4)
        for low in range(4)
        if cumulative[low] < cumulative[high]
    }
    assert {paid for paid in payments(settled(case)) if paid[3] == "difference"} == expected


def test_level_winners_pay_nothing_to_each_other_and_get_equal_parts():
    """41, 41, 5, −3: Y pays 15 to each, Z 40 to each."""
    paid = payments(settle([entered(41, 41, 5, -3)]))
    assert {payment for payment in paid if payment[3] != "difference"} == {
        (2, 0, Fraction(15), "standard"),
        (2, 1, Fraction(15), "standard"),
        (3, 0, Fraction(40), "standard_doubled"),
        (3, 1, Fraction(40), "standard_doubled"),
    }


def test_the_preset_of_the_web_page_does_not_double():
    paid = settle([entered(42, 12, 3, -5)], JaagoChalis.presets["pagat"].rules)
    assert nets(paid, *STANDARD) == (90, -20, -30, -40)


def test_a_series_without_hands_has_no_payments():
    assert settle([]) == ()


class TestStoppedEarly:
    """After two hands of the worked series: A 9, B 10, C 16, D −5. Nobody has reached 40."""

    SCORES = (score(totals(5, 8.5, 18, 8.5)), score(totals(14, 11.5, 8, 6.5)))

    def test_the_stopped_series_is_not_over(self):
        assert not stand(self.SCORES).over

    def test_a_stopped_series_can_pay_standard_money(self):
        """C is first, B second, A third, D last and below zero: 20 + 30 + 80 = 130."""
        paid = settle(self.SCORES)
        assert nets(paid, *STANDARD) == (-30, -20, 130, -80)
        # A −1 −7 +14 = 6; B 1 −6 +15 = 10; C 7 + 6 + 21 = 34; D −14 −15 −21 = −50
        assert nets(paid, "difference") == (6, 10, 34, -50)

    def test_a_stopped_series_can_leave_out_standard_money(self):
        paid = settle(self.SCORES, with_standard=False)
        assert {transfer.cause for transfer in paid} == {"difference"}
        assert nets(paid) == (6, 10, 34, -50)

    def test_a_stopped_series_always_pays_the_bonus(self):
        paid = settle([score(totals(27, 6, 4, 3))], with_standard=False)
        assert nets(paid, "big_hand") == (90, -20, -30, -40)
        assert {transfer.cause for transfer in paid} == {"difference", "big_hand"}
