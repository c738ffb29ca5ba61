"""The figures of docs/rules/spades.md: contracts, bags, nil and blind bids."""

import pytest

from games.catalogue.spades.game import Spades
from tests.games.series import Series, rules_of
from tests.games.worked_twice import worked_twice

ALONE = {"teams": False}


def hand(bids, tricks=None, **more):
    return {"bids": bids} | ({} if tricks is None else {"tricks": tricks}) | more


def series_of(*records, seats=4, **options):
    return Series(Spades, seats, rules_of(Spades, **options)).play(*records)


@worked_twice
@pytest.mark.parametrize(
    ("record", "options", "expected"),
    [
        (hand([4, "nil", 3, 5], [5, 0, 3, 5]), {}, [71, 150]),
        (hand([4, "nil", 3, 5], [4, 1, 3, 5]), {}, [70, -49]),
        (hand([4, "nil", 3, 6], [4, 1, 3, 5]), {"nil_tricks": "help"}, [70, -40]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3]), {}, [-70, 52]),
        # By hand: the nil that fails where the contract fails too, and that brings the bag of the contract.
        (hand([4, "nil", 3, 6], [4, 1, 3, 5]), {}, [70, -159]),
        (hand([4, "nil", 3, 5], [4, 1, 3, 5]), {"nil_tricks": "help"}, [70, -49]),
        (hand([4, "nil", 3, 5], [4, 2, 3, 4]), {"nil_tricks": "help"}, [70, -49]),
        (hand([4, "nil", 3, 5], [4, 2, 3, 4]), {}, [70, -148]),
        # Blind nil, and other worths.
        (hand([4, "blind_nil", 3, 5], [5, 0, 3, 5]), {}, [71, 250]),
        (hand([4, "blind_nil", 3, 5], [4, 1, 3, 5]), {}, [70, -149]),
        (hand([4, "blind_nil", 3, 5], [5, 0, 3, 5], blind=[0]), {"blind": True}, [141, 250]),
        (hand([4, "nil", 3, 5], [5, 0, 3, 5]), {"nil": 50}, [71, 100]),
        (hand([4, "blind_nil", 3, 5], [5, 0, 3, 5]), {"blind_nil": 150}, [71, 200]),
        # Both partners bid nil: all their tricks are bags.
        (hand([4, "nil", 3, "nil"], [7, 0, 6, 0]), {}, [76, 200]),
        (hand([4, "nil", 3, "nil"], [7, 2, 4, 0]), {}, [74, 2]),
        (hand([4, "nil", 3, "nil"], [7, 2, 4, 0]), {"nil_tricks": "help"}, [74, 2]),
        # A blind contract counts double, its bags and a nil do not.
        (hand([4, "nil", 3, 5], [5, 0, 3, 5], blind=[0]), {"blind": True}, [141, 150]),
        (hand([4, "nil", 3, 5], [5, 0, 3, 5], blind=[0, 1]), {"blind": True}, [141, 200]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3], blind=[0]), {"blind": True}, [-140, 52]),
        # The last number of tricks is what is left.
        (hand([4, 3, 3, 2], [3, 4, None, 3]), {}, [-70, 52]),
        (hand([4, 3, 3, 2], [3, None, 3, 3]), {}, [-70, 52]),
        # Bags that are full twice in one hand.
        (hand([1, 1, 1, 1], [13, 0, 0, 0]), {"bags": 5}, [20 + 11 - 200, -20]),
        (hand([1, 1, 1, 1], [13, 0, 0, 0]), {"bags": 5, "bag_penalty": 0}, [31, -20]),
    ],
)
def test_what_a_hand_counts(worked_out, record, options, expected):
    """Partners have the points of their team."""
    assert worked_out(Spades, rules_of(Spades, **options), record, seats=4) == expected * 2


BEFORE = [hand([1, 4, 1, 4], [3, 4, 2, 4]), hand([3, 3, 3, 3], [4, 3, 3, 3]), hand([1, 5, 1, 3], [2, 5, 3, 3])]


def test_the_hands_before_bring_seven_bags():
    """Team 0: bids 2, 6 and 2, with 5, 7 and 5 tricks: 100 points and 3 + 1 + 3 bags."""
    series = series_of(*BEFORE)
    assert series.standing.cumulative[0] == 107
    assert [str(each) for each in series.standing.reminders] == ["seat 1, seat 3: 7 bags"]


@worked_twice
@pytest.mark.parametrize(("tricks", "counted"), [(7, 52), (8, -47), (9, -46)])
def test_the_tenth_bag_costs_100(worked_out, tricks, counted):
    """At 337 with 7 bags a bid of 5 makes 389, 290 and 291."""
    record = hand([3, 2, 2, 2], [tricks - 2, 13 - tricks, 2, 0])
    assert worked_out(Spades, rules_of(Spades), *BEFORE, record, seats=4)[0] == counted


def test_ten_bags_fewer_are_left():
    record = hand([3, 2, 2, 2], [7, 4, 2, 0])
    assert [str(each) for each in series_of(*BEFORE, record).standing.reminders] == ["seat 1, seat 3: 1 bag"]
    again = hand([1, 1, 1, 1], [13, 0, 0, 0])
    assert series_of(*BEFORE, record, again).entered[0] == 20 + 11 - 100


def test_a_deal_that_was_thrown_in_keeps_the_bags():
    series = series_of(*BEFORE, {"thrown_in": True, "reason": "four aces"}, hand([3, 2, 2, 2], [6, 5, 2, 0]))
    assert series.entered[0] == -47
    assert series.standing.dealer == 0  # four hands after seat 1


@worked_twice
@pytest.mark.parametrize(
    ("seats", "record", "expected"),
    [
        (2, hand([6, 5], [7, 6]), [61, 51]),
        (3, hand([6, 5, "nil"], [7, 10, 0]), [61, 55, 100]),
        (4, hand([4, "nil", 3, 5], [4, 1, 3, 5]), [40, -99, 30, 50]),
        (5, hand([2, 2, 2, 2, 2], [1, 2, 3, 2, 2]), [-20, 20, 21, 20, 20]),
        (6, hand([1, 1, 1, 1, 1, "blind_nil"], [2, 1, 1, 1, 1, 2]), [11, 10, 10, 10, 10, -198]),
    ],
)
def test_each_alone(worked_out, seats, record, expected):
    assert worked_out(Spades, rules_of(Spades, **ALONE), record, seats=seats) == expected


def test_a_player_alone_bids_blind():
    assert series_of(hand([6, 5, 1], [7, 9, 1], blind=[1]), seats=3, blind=True, **ALONE).entered == [61, 104, 10]


def test_bids_alone_are_a_hand_in_play():
    score = Series(Spades, 4).score_of(hand([4, "nil", 3, 5]))
    assert (score.complete, score.points_entered, score.lines) == (False, (0,) * 4, ())


def test_partners_have_the_tricks_of_their_team():
    assert series_of(hand([4, "nil", 3, 5], [5, 0, 3, 5])).scores[0].points_won == (8, 5, 8, 5)
    assert series_of(hand([4, "nil", 3, 5], [5, 0, 3, 5]), **ALONE).scores[0].points_won == (5, 0, 3, 5)
