"""One who leads, the list, how often a hand counts, penalties and marks. The sums were worked out by hand."""

from fractions import Fraction
from typing import Any

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.catalogue.scorecard.presets import PRESETS
from games.kit.transfers import nets
from tests.games.series import Series, refused_rules, rules_of


def by_template(template: str, seats: int, *records: dict[str, Any], **changes: Any) -> Series:
    rules = rules_of(Scorecard, **PRESETS[template].rules.model_dump(mode="json") | changes)
    return Series(Scorecard, seats, rules).play(*records)


def sides(won: list[int], lost: list[int], value: float, **more: Any) -> dict[str, Any]:
    return {"sides": [won, lost], "value": value, **more}


# --- One leads -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "hand", "expected"),
    [
        (3, sides([0], [1, 2], 58, leader=0), [116, -58, -58]),
        (4, sides([0], [1, 2, 3], 58, leader=0), [174, -58, -58, -58]),
        (5, sides([0, 1], [2, 3, 4], 58, leader=0), [116, 58, -58, -58, -58]),
        (5, sides([2, 3, 4], [0, 1], 58, leader=0), [-116, -58, 58, 58, 58]),
        (5, sides([0], [1, 2, 3, 4], 58, leader=0), [232, -58, -58, -58, -58]),
        (5, sides([1, 2, 3, 4], [0], 58), [-232, 58, 58, 58, 58]),  # who plays alone leads
    ],
)
def test_the_leader_has_what_is_left(seats: int, hand: dict[str, Any], expected: list[int]) -> None:
    series = by_template("tarot", seats, hand)
    assert series.entered == expected
    assert list(nets(series.scores[0].transfers, seats)) == expected


def test_a_lost_game_counts_twice_and_is_paid_at_once() -> None:
    series = by_template("skat-money", 3, sides([1, 2], [0], 24, leader=0), sides([0], [1, 2], 24))
    assert [list(score.points_entered) for score in series.scores] == [[-96, 48, 48], [48, -24, -24]]
    assert series.nets() == [-48, 24, 24]
    assert [str(line.why) for line in series.scores[0].lines] == [
        "seat 1 leads and lost 24 × 2 = 48; what is left: −96.",
        "seat 2 wins 24 × 2 = 48.",
        "seat 3 wins 24 × 2 = 48.",
    ]


def test_with_a_leader_a_hand_can_count_more_often() -> None:
    """24 twice, and twice more because it is lost: 96."""
    lost = sides([1, 2], [0], 24, times=2)
    assert by_template("skat-money", 3, lost, times=[1, 2]).entered == [-192, 96, 96]


def test_who_leads_is_on_one_of_the_sides() -> None:
    series = by_template("tarot", 5)
    assert series.problems(sides([0, 1], [2, 3, 4], 58)) == [("leader", "missing")]
    assert by_template("tarot", 5, sits_out=True).problems(sides([0, 1], [2, 3], 58, leader=4)) == [
        ("leader", "on_no_side")
    ]
    assert by_template("doppelkopf", 4).problems(sides([0], [1, 2, 3], 1, leader=0)) == [("leader", "not_played")]


# --- The list --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "hand", "expected"),
    [
        (3, sides([0], [1, 2], 46, leader=0), [96, 0, 0]),
        (3, sides([1, 2], [0], 46, leader=0), [-142, 40, 40]),
        (4, sides([1, 2], [0], 46, leader=0), [-142, 30, 30, 30]),
        (4, sides([1], [0, 2], 24, leader=1), [0, 74, 0, 0]),
        (3, sides([0], [1, 2], 0), [0, 0, 0]),  # nobody bid
    ],
)
def test_by_the_list_only_the_leader_has_a_figure(seats: int, hand: dict[str, Any], expected: list[int]) -> None:
    assert by_template("skat", seats, hand).entered == expected


def test_who_gets_points_by_the_list_belongs_to_the_hand() -> None:
    series = by_template("skat", 4, sides([1, 2], [0], 46), sides([1], [0, 2], 24))
    assert [list(score.seats) for score in series.scores] == [[0, 1, 2, 3], [0, 1, 2]]
    assert [str(line.why) for line in series.scores[0].lines][:2] == [
        "seat 1 leads and lost 46 × 2 = 92, and 50: −142.",
        "seat 2 gets 30, because seat 1 lost.",
    ]


def test_the_list_needs_one_leader_and_an_entry_for_the_players() -> None:
    assert by_template("skat", 5).problems(sides([0, 1], [2, 3], 18, leader=0)) == [("leader", "not_alone")]
    assert [problem.field for problem in Scorecard(PRESETS["skat"].rules, 5).fits()] == ["list"]
    assert [Scorecard(PRESETS["skat"].rules, seats).fits() for seats in (3, 4)] == [[], []]
    some = {"won": 50, "lost": 50, "others": {"3": 40}}
    by_sides = {"written": "sides", "list": some}
    assert refused_rules(Scorecard, **by_sides) == ["leader_missing"]
    assert refused_rules(Scorecard, **by_sides, leader=True, settlement="at_once") == ["list_at_once"]
    assert refused_rules(Scorecard, **by_sides | {"list": some | {"others": {"2": 1}}}, leader=True) == ["not_others"]


# --- How often a hand counts -----------------------------------------------------------------------------------------


def test_sides_without_a_leader_count_as_often_as_the_hand() -> None:
    hands = [sides([0, 2], [1, 3], 3, times=2), sides([1, 2, 3], [0], 3, times=2), sides([0, 2], [1, 3], 3)]
    series = by_template("doppelkopf", 4, *hands)
    assert [list(score.points_entered) for score in series.scores] == [
        [6, -6, 6, -6],
        [-18, 6, 6, 6],
        [3, -3, 3, -3],
    ]


def test_a_bid_counts_as_often_as_the_hand() -> None:
    made = {"bids": [18, None], "tricks": [18, 10], "times": 2}
    missed = {"bids": [None, 20], "tricks": [10, 18], "times": 4}
    series = by_template("twenty-nine", 4, made, missed)
    assert [list(score.points_entered) for score in series.scores] == [[2, 0, 2, 0], [0, -4, 0, -4]]
    assert str(series.scores[1].lines[0].why) == "seat 2 bid 20 and won 18, bid missed: −1 × 4 = −4."


def test_the_price_of_bags_does_not_depend_on_how_often_a_hand_counts() -> None:
    """30 and ten more are 40, twice 80, and the ten cost 100."""
    hand = {"bids": [3, 4], "tricks": [13, 0], "times": 2}
    assert by_template("spades", 4, hand, times=[1, 2]).entered == [-20, -80, -20, -80]


def test_a_hand_counts_as_often_as_the_rules_allow() -> None:
    series = by_template("schafkopf", 4)
    assert series.problems(sides([0, 2], [1, 3], 3, times=3)) == [("times", "wrong_times")]
    assert by_template("tarot", 3).problems(sides([0], [1, 2], 3, times=2)) == [("times", "wrong_times")]
    without_once = by_template("schafkopf", 4, times=[2, 4])
    assert without_once.problems(sides([0, 2], [1, 3], 3)) == [("times", "wrong_times")]
    assert refused_rules(Scorecard, times=[1, 1]) == ["twice"]
    assert refused_rules(Scorecard, times=[0]) == ["out_of_range"]


# --- Penalties -------------------------------------------------------------------------------------------------------


def test_a_penalty_is_added_to_the_points_of_the_hand() -> None:
    hand = {"points": [3, 0, 17, 9], "penalised": [1]}
    assert by_template("dhumbal", 4, hand).entered == [3, 25, 17, 9]
    assert by_template("dhumbal", 4, hand, best="high").entered == [3, -25, 17, 9]


def test_partners_share_a_penalty_and_who_sat_out_has_none() -> None:
    teams = by_template("dhumbal", 4, {"points": [3, 8], "penalised": [2]}, teams=2)
    assert teams.entered == [28, 8, 28, 8]
    sat_out = {"points": [3, None, 17], "penalised": [1]}
    assert by_template("dhumbal", 3, sits_out=True).problems(sat_out) == [("penalised", "sat_out")]
    assert by_template("rummy", 3).problems({"points": [3, 0, 1], "penalised": [1]}) == [("penalised", "not_played")]
    assert by_template("dhumbal", 3).problems({"points": [3, 0, 1], "penalised": [1, 1]}) == [
        ("penalised", "named_twice")
    ]
    assert by_template("dhumbal", 3).problems({"points": [3, 0, 1], "penalised": [3]}) == [
        ("penalised", "no_such_seat")
    ]


def test_with_penalties_points_that_come_to_zero_are_paid_by_difference() -> None:
    """5 and −5, and 10 off for the second: 5 and −15."""
    rules = {"hand_total": 0, "penalty": 10, "settlement": "at_once"}
    series = by_template("free", 2, {"points": [5, -5], "penalised": [1]}, **rules)
    assert series.nets() == [20, -20]


# --- Marks -----------------------------------------------------------------------------------------------------------


def test_a_series_says_who_has_done_it_and_who_has_not() -> None:
    series = by_template("doppelkopf", 4, sides([3], [0, 1, 2], 2, marked=[3]))
    assert list(map(str, series.standing.remarks)) == ["Solo: seat 4.", "Solo, not yet: seat 1, seat 2, seat 3."]
    assert series.standing.reminders == ()
    assert by_template("schafkopf", 4).problems(sides([3], [0, 1, 2], 2, marked=[3])) == [("marked", "not_played")]


def test_a_series_of_so_many_hands_reminds_of_those_without_it() -> None:
    series = by_template("doppelkopf", 4, sides([3], [0, 1, 2], 2, marked=[3]), end="hands", hands=2)
    assert list(map(str, series.standing.reminders)) == ["Solo, not yet: seat 1, seat 2, seat 3."]
    series.play(sides([0], [1, 2, 3], 2, marked=[0]))
    assert (series.standing.over, series.standing.reminders) == (True, ())
    assert list(map(str, series.standing.remarks)) == ["Solo: seat 1, seat 4.", "Solo, not yet: seat 2, seat 3."]


def test_points_can_have_a_mark_too() -> None:
    series = by_template("free", 3, {"points": [1, 2, 3], "marked": [0, 2]}, mark="Durchmarsch")
    assert str(series.standing.remarks[0]) == "Durchmarsch: seat 1, seat 3."


# --- Thrown in -------------------------------------------------------------------------------------------------------


def test_a_deal_that_was_thrown_in_does_not_count() -> None:
    """The same player deals again, and it is none of the hands after which the series ends."""
    won = sides([2], [0, 1], 1, times=2)
    series = by_template("kitti", 3, {"thrown_in": True}, won, end="hands", hands=2)
    assert (list(series.standing.cumulative), series.standing.over, series.standing.dealer) == ([-2, -2, 4], False, 1)
    assert series.play(won).standing.over
    assert series.nets() == [-4, -4, 8]
    assert by_template("spades", 4).problems({"thrown_in": True}) == [("thrown_in", "not_played")]


# --- Rules and records from before -----------------------------------------------------------------------------------


def test_rules_of_before_have_the_options_off() -> None:
    stored = PRESETS["skat"].rules.model_dump(mode="json")
    for option in ("times", "leader", "lost_times", "list", "penalty", "mark"):
        del stored[option]
    stored |= {"settlement": "at_once", "end": "table"}
    rules = Scorecard.rules_model.model_validate(stored)
    assert (rules.times, rules.leader, rules.lost_times, rules.list, rules.penalty, rules.mark) == (
        (),
        False,
        1,
        None,
        Fraction(0),
        "",
    )
    series = Series(Scorecard, 3, rules).play(sides([1], [0, 2], 24), sides([1, 2], [0], 36))
    assert series.nets() == [-96, 84, 12]
    assert Scorecard.record.dump_python(series.records[0], mode="json", exclude_none=True) == sides([1], [0, 2], 24)
