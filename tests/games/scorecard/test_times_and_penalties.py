"""How often a hand counts, penalties, and deals that are thrown in. The sums were worked out by hand."""

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.catalogue.scorecard.presets import PRESETS
from tests.games.scorecard.hands import by_template, entered, sides
from tests.games.series import Series, refused_rules, rules_of

# --- How often a hand counts -----------------------------------------------------------------------------------------


def test_sides_count_as_often_as_the_hand():
    hands = [sides([0, 2], [1, 3], 3, times=2), sides([1, 2, 3], [0], 3, times=2), sides([0, 2], [1, 3], 3)]
    series = by_template("kitti", 4, *hands)
    assert entered(series) == [[6, -6, 6, -6], [-18, 6, 6, 6], [3, -3, 3, -3]]


def test_a_bid_counts_as_often_as_the_hand():
    made = {"bids": [18, None], "tricks": [18, 10], "times": 2}
    missed = {"bids": [None, 20], "tricks": [10, 18], "times": 4}
    series = by_template("twenty-nine", 4, made, missed)
    assert entered(series) == [[2, 0, 2, 0], [0, -4, 0, -4]]
    assert str(series.scores[1].lines[0].why) == "seat 2 bid 20 and won 18, bid missed: −1 × 4 = −4."


def test_the_price_of_bags_does_not_depend_on_how_often_a_hand_counts():
    """30 and ten more are 40, twice 80, and the ten cost 100."""
    hand = {"bids": [3, 4], "tricks": [13, 0], "times": 2}
    rules = {"written": "bids", "teams": 2, "made_per_more": 1, "bags": 10, "times": [1, 2]}
    assert by_template("free", 4, hand, **rules).entered == [-20, -80, -20, -80]


@pytest.mark.parametrize(("rules", "times"), [({}, 3), ({"times": []}, 2), ({"times": [2, 4]}, None)])
def test_a_hand_counts_as_often_as_the_rules_allow(rules, times):
    hand = sides([0, 2], [1, 3], 3, **({"times": times} if times else {}))
    assert by_template("kitti", 4, **rules).problems(hand) == [("times", "wrong_times")]


def test_how_often_a_hand_can_count_is_listed_once():
    assert refused_rules(Scorecard, times=[1, 1]) == ["twice"]
    assert refused_rules(Scorecard, times=[0]) == ["out_of_range"]


# --- Penalties -------------------------------------------------------------------------------------------------------


def test_a_penalty_is_added_to_the_points_of_the_hand():
    hand = {"points": [3, 0, 17, 9], "penalised": [1]}
    assert by_template("dhumbal", 4, hand).entered == [3, 25, 17, 9]
    assert by_template("dhumbal", 4, hand, best="high").entered == [3, -25, 17, 9]


def test_partners_share_a_penalty():
    assert by_template("dhumbal", 4, {"points": [3, 8], "penalised": [2]}, teams=2).entered == [28, 8, 28, 8]


@pytest.mark.parametrize(
    ("template", "rules", "points", "penalised", "code"),
    [
        ("dhumbal", {"sits_out": True}, [3, None, 17], [1], "sat_out"),
        ("rummy", {}, [3, 0, 1], [1], "not_played"),
        ("dhumbal", {}, [3, 0, 1], [1, 1], "named_twice"),
        ("dhumbal", {}, [3, 0, 1], [3], "no_such_seat"),
    ],
)
def test_penalties_that_are_refused(template, rules, points, penalised, code):
    record = {"points": points, "penalised": penalised}
    assert by_template(template, 3, **rules).problems(record) == [("penalised", code)]


def test_with_penalties_points_that_come_to_zero_are_paid_by_difference():
    """5 and −5, and 10 off for the second: 5 and −15."""
    rules = {"hand_total": 0, "penalty": 10, "settlement": "at_once"}
    series = by_template("free", 2, {"points": [5, -5], "penalised": [1]}, **rules)
    assert series.nets() == [20, -20]


# --- Thrown in -------------------------------------------------------------------------------------------------------


def test_a_deal_that_was_thrown_in_does_not_count():
    """The same player deals again, and the deal is not one of the hands after which the series ends."""
    won = sides([2], [0, 1], 1, times=2)
    series = by_template("kitti", 3, {"thrown_in": True}, won, end="hands", hands=2)
    assert (list(series.standing.cumulative), series.standing.over, series.standing.dealer) == ([-2, -2, 4], False, 1)
    assert series.play(won).standing.over
    assert series.nets() == [-4, -4, 8]
    assert by_template("twenty-nine", 4).problems({"thrown_in": True}) == [("thrown_in", "not_played")]


# --- Rules from before -----------------------------------------------------------------------------------------------


def test_rules_of_before_have_the_options_off():
    stored = PRESETS["kitti"].rules.model_dump(mode="json")
    del stored["times"], stored["penalty"]
    rules = Scorecard.rules_model.model_validate(stored)
    assert (rules.times, rules.penalty) == ((), 0)
    series = Series(Scorecard, 3, rules).play(sides([1], [0, 2], 24), sides([1, 2], [0], 36))
    assert series.nets() == [-96, 84, 12]
    assert Scorecard.record.dump_python(series.records[0], mode="json", exclude_none=True) == sides([1], [0, 2], 24)


LIST = {"won": 50, "lost": 50, "others": {"3": 40}}


@pytest.mark.parametrize(
    "former",
    [
        {"leader": False, "lost_times": 1, "list": None, "mark": ""},
        {"leader": False, "lost_times": 2},
        {"written": "points", "leader": True, "lost_times": 2, "list": LIST},
    ],
)
def test_former_options_without_an_effect_are_left_out(former):
    stored = PRESETS["kitti"].rules.model_dump(mode="json")
    without = {"written": former.get("written", "sides")}
    assert Scorecard.rules_model.model_validate(stored | former) == rules_of(Scorecard, **stored | without)


@pytest.mark.parametrize("former", [{"leader": True}, {"leader": True, "list": LIST}, {"mark": "Solo"}])
def test_former_options_with_an_effect_are_refused(former):
    """Without these options the hands would come to other figures."""
    assert refused_rules(Scorecard, written="sides", **former) == ["former_option"]
