"""With three and five players some cards are set aside: docs/rules/call-break.md, "Three to five players"."""

from fractions import Fraction

import pytest

from games.catalogue.call_break.game import CallBreak
from tests.games.series import Series, rules_of

RULES = CallBreak.default_preset.rules


def test_five_players():
    """Calls 2, 2, 2, 2, 1 and tricks 3, 2, 2, 2, 1."""
    series = Series(CallBreak, 5).play({"calls": [2, 2, 2, 2, 1], "tricks": [3, 2, 2, 2, None]})
    assert series.entered == [Fraction("2.1"), 2, 2, 2, 1]
    assert series.scores[0].points_won == (3, 2, 2, 2, 1)


@pytest.mark.parametrize(
    ("seats", "calls", "tricks", "problems"),
    [
        (3, [6, 6, 5], [6, 6, 5], []),
        (3, [6, 6, 5], [6, 6, 6], [("tricks", "wrong_sum")]),
        (3, [17, 1, 1], [17, 0, 0], []),
        (4, [14, 1, 1, 1], [4, 4, 3, 2], [("calls.0", "out_of_range")]),
        (5, [11, 1, 1, 1, 1], [2, 2, 2, 2, 2], [("calls.0", "out_of_range")]),
        (5, [10, 1, 1, 1, 1], [2, 2, 2, 2, 2], []),
        (5, [2, 2, 2, 2], [3, 3, 2, 2, 0], [("calls", "wrong_length")]),
        (3, [2, 2, 2, 2], [4, 4, 5, 4], [("calls", "wrong_length"), ("tricks", "wrong_length")]),
    ],
)
def test_the_tricks_of_a_deal(seats, calls, tricks, problems):
    assert Series(CallBreak, seats).problems({"calls": calls, "tricks": tricks}) == problems


def test_hands_are_written_down_card_by_card_by_four_only():
    begun = {"calls": [1, 1, 1], "direction": "clockwise", "first_leader": 0, "tricks": []}
    assert Series(CallBreak, 3).problems(begun) == [("tricks", "for_four")]
    thrown_in = {"thrown_in": True, "reason": "A card lay face up.", "play": begun | {"calls": [1, 1, 1, 1]}}
    assert Series(CallBreak, 3).problems(thrown_in) == [("tricks", "for_four")]
    assert Series(CallBreak, 3).problems({"thrown_in": True, "reason": "A card lay face up."}) == []
    assert [CallBreak(CallBreak.default_preset.rules, seats).has_cards for seats in CallBreak.allowed_seats] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("totals", "nets"),
    [
        ((9, 8, 7, 6, 5), [100, -10, -20, -30, -40]),
        ((7, 9, 8), [-20, 30, -10]),  # with three: the second and the third only
        ((9, 9, 7, 6, 5), [45, 45, -20, -30, -40]),  # two level winners share 20 + 30 + 40
    ],
)
def test_the_ladder_has_a_sum_for_each_lower_place(totals, nets):
    assert Series(CallBreak, len(totals), rules_of(CallBreak, deals=1)).at(*totals).nets() == nets


def test_the_deal_goes_round_three_and_five():
    assert Series(CallBreak, 3, first_dealer=0).play({"calls": [1, 1, 1], "tricks": [6, 6, 5]}).standing.dealer == 2
    assert Series(CallBreak, 5, first_dealer=0).play({"thrown_in": True}).standing.dealer == 0


@pytest.mark.parametrize(("seats", "problems"), [(3, ["least_sum_of_calls"]), (4, []), (5, ["least_sum_of_calls"])])
def test_the_preset_club_is_for_four(seats, problems):
    assert [problem.field for problem in CallBreak(CallBreak.presets["club"].rules, seats).fits()] == problems


def test_nobody_has_to_call_more_than_a_deal_has():
    assert [problem.field for problem in CallBreak(rules_of(CallBreak, least_call=11), 5).fits()] == ["least_call"]
    assert CallBreak(rules_of(CallBreak, least_call=11), 4).fits() == []


def test_rules_of_a_series_from_before_have_a_sum_for_the_fifth_place():
    before = RULES.model_dump(mode="json")
    del before["fifth"]
    assert CallBreak.rules_model.model_validate(before) == RULES
