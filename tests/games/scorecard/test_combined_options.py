"""Options that were made for a template, in other combinations. The sums were worked out by hand."""

from fractions import Fraction

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.contract import Table, blocks_scoring
from tests.games.scorecard.hands import by_options as play
from tests.games.series import Series, rules_of

# --- Who plays a hand ------------------------------------------------------------------------------------------------


def test_a_player_can_sit_out():
    series = play(4, {"points": [10, None, 4, 1]}, {"points": [None, 3, None, 1]}, sits_out=True)
    assert [score.seats for score in series.scores] == [(0, 2, 3), (1, 3)]
    assert list(series.standing.cumulative) == [10, 3, 4, 2]
    assert series.problems({"points": [None, None, None, 1]}) == [("points", "too_few")]
    assert play(4).problems({"points": [10, None, 4, 1]}) == [("points.1", "missing")]


def test_a_team_or_a_bidder_can_sit_out():
    teams = play(6, {"points": [5, None, 2]}, teams=3, sits_out=True)
    assert teams.scores[0].seats == (0, 2, 3, 5)
    bidders = play(3, {"bids": [2, None, 1], "tricks": [2, None, 0]}, written="bids", sits_out=True)
    assert (bidders.scores[0].seats, bidders.entered) == ((0, 2), [20, 0, -10])


def test_a_player_on_neither_side_sat_out():
    series = play(4, {"sides": [[3], [0, 2]], "value": 20}, written="sides", sits_out=True)
    assert (series.entered, series.scores[0].seats) == ([-20, 0, -20, 40], (0, 2, 3))


def test_all_points_are_turned_to_those_who_play():
    hand = {"points": [26, None, 0, 0], "turned": True}
    assert play(4, hand, hand_total=26, turn=True, sits_out=True).entered == [0, 0, 26, 26]


@pytest.mark.parametrize("best", ["high", "low"])
def test_who_played_no_hand_neither_pays_nor_receives(best):
    series = play(4, {"points": [10, 4, None, None]}, {"points": [None, 8, None, 2]}, sits_out=True, best=best)
    # Totals 10, 12 and 2 of those who played: the differences are 2, 8 and 10.
    higher_receives = [-2 + 8, 2 + 10, 0, -8 - 10]
    assert series.nets() == (higher_receives if best == "high" else [-net for net in higher_receives])


def test_a_team_that_played_no_hand_has_no_part_in_the_payments():
    series = play(6, {"points": [5, None, 2]}, teams=3, sits_out=True)
    assert series.nets() == [3, 0, -3, 3, 0, -3]


def test_the_places_are_those_of_the_players_who_played():
    """10 for the first place, 2 for the second, and the third pays 4. Nobody has the fourth, which would pay 8."""
    ladder = {"settlement": "ladder", "ladder": [10, 2, -4, -8], "sits_out": True}
    series = play(4, {"points": [5, None, -3, -9]}, **ladder)
    # The one who pays gives 4, in the proportion of 10 to 2.
    assert series.nets() == [Fraction(10, 3), 0, Fraction(2, 3), -4]
    assert play(4, {"points": [5, 1, -3, -9]}, **ladder).nets() == [10, 2, -4, -8]


def test_in_series_of_before_who_played_no_hand_settles_too():
    """Rules stored without the option mean what was played before it existed. All presets have it."""
    assert all(preset.rules.only_who_played for preset in Scorecard.presets.values())
    rules = Scorecard.rules_model.model_validate({"sits_out": True})
    hand = {"points": [10, 4, None]}
    assert Series(Scorecard, 3, rules).play(hand).nets() == [6 + 10, -6 + 4, -10 - 4]


def test_the_deal_passes_over_who_is_out():
    series = play(4, {"points": [0, 10, 0, 0]}, end="out", target=10, best="low")
    assert series.standing.dealer == 2
    series.play({"points": [0, None, 0, 0]}, {"points": [0, None, 0, 0]}, {"points": [0, None, 0, 0]})
    assert series.standing.dealer == 2


def test_several_who_go_out_together_are_placed_by_their_totals():
    series = play(4, {"points": [12, 10, 12, 3]}, end="out", target=10, best="low")
    assert (series.standing.over, series.standing.ranking) == (True, ((3,), (1,), (0, 2)))


def test_if_all_go_out_together_the_best_total_wins():
    series = play(3, {"points": [12, 10, 30]}, end="out", target=10, best="low")
    assert (series.standing.over, series.standing.ranking) == (True, ((1,), (0,), (2,)))


def test_sums_by_place_go_by_who_lasted_longer():
    """Seat 0 is out first, with the smaller total."""
    rules = {"end": "out", "target": 10, "best": "low", "settlement": "ladder", "ladder": [6, -2, -4]}
    series = play(3, {"points": [10, 9, 0]}, {"points": [None, 9, 0]}, **rules)
    assert (list(series.standing.cumulative), series.nets()) == ([10, 18, 0], [-4, -2, 6])


def test_with_a_limit_below_zero_the_poorest_is_out():
    series = play(3, {"points": [-20, 5, 5]}, end="out", target=-20)
    assert (series.standing.out, series.standing.over) == ((0,), False)


def test_a_correction_before_does_not_make_a_later_hand_impossible():
    rules = rules_of(Scorecard, end="out", target=10, best="low")
    record = Scorecard.read_record({"points": [1, None, 2]}).value
    nobody_out = (Scorecard.read_record({"points": [0, 1, 0]}).value,)
    assert Scorecard(rules, 3).check(record, Table(3, 0, nobody_out)) == []
    totals = (Fraction(0), Fraction(1), Fraction(0))
    assert [p.code for p in Scorecard(rules, 3).problems_of_new(record, Table(3, 0, nobody_out, totals))] == ["missing"]


# --- Targets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "total", "over"),
    [
        ({"target": -50}, -49, False),
        ({"target": -50}, -50, True),
        ({"target": -50}, 60, False),
        ({"target": 500, "second_target": -200}, -200, True),
        ({"target": 500, "second_target": -200}, 499, False),
        ({"target": 500, "second_target": -200}, 500, True),
    ],
)
def test_a_target_below_zero_is_reached_from_above(options, total, over):
    assert play(2, {"points": [total, 0]}, end="target", **options).standing.over is over


# --- Bids ------------------------------------------------------------------------------------------------------------


def test_bids_alone_are_a_hand_that_is_not_finished():
    series = play(4, written="bids", hand_total=13)
    record = {"bids": [3, 2, 4, 1]}
    problems = series.played.check(Scorecard.read_record(record).value, series.table)
    assert {problem.code for problem in problems} == {"unfinished"}
    assert not blocks_scoring(problems)
    score = series.score_of(record)
    assert (score.complete, list(score.points_entered)) == (False, [0, 0, 0, 0])


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        ({"bids": [1, 1], "tricks": [1, 1, 1]}, [("bids", "wrong_length")]),
        ({"bids": [1, 1, 1], "tricks": [1, 1]}, [("tricks", "wrong_length")]),
        ({"bids": [1, None, 1], "tricks": [1, 1, 3]}, [("bids.1", "missing")]),
        ({"bids": [1, 1, 1], "tricks": [1, None, 1]}, [("tricks.1", "unfinished")]),
        ({"bids": [1, 1, 1], "tricks": [1, None, 5]}, [("tricks.1", "unfinished"), ("tricks", "wrong_sum")]),
        ({"bids": [1, 1, -1], "tricks": [1, 1, 1]}, [("bids.2", "out_of_range")]),
        ({"bids": [1, 1, 1.5], "tricks": [1, 1, 1]}, [("bids.2", "not_a_number")]),
        ({"points": [1, 1, 1]}, [("", "wrong_kind")]),
        ({"sides": [[0], [1]], "value": 2}, [("", "wrong_kind")]),
    ],
)
def test_bids_against_the_rules_are_refused(record, problems):
    assert play(3, written="bids", hand_total=5).problems(record) == problems


def test_every_figure_of_the_formula_counts():
    formula = {
        "made": 5,
        "made_per_bid": 3,
        "made_per_more": 0.5,
        "missed": 7,
        "missed_per_bid": 2,
        "missed_per_off": 0.25,
        "written": "bids",
    }
    # 5 + 4 × 3 + 2 × ½ = 18, and −(7 + 4 × 2 + 3 × ¼) = −15¾.
    assert play(2, {"bids": [4, 4], "tricks": [6, 1]}, **formula).entered == [18, Fraction(-63, 4)]
    # Exactly: two too many are two off.
    exact = play(2, {"bids": [4, 4], "tricks": [6, 4]}, **formula, exact=True)
    assert exact.entered == [Fraction(-31, 2), 17]


# --- Sides -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        ({"sides": [[0, 1], [1, 2]], "value": 1}, [("sides", "seated_twice")]),
        ({"sides": [[0], [1]], "value": 1}, [("sides", "missing")]),
        ({"sides": [[0], [7]], "value": 1}, [("sides", "no_such_seat")]),
        ({"sides": [[0, 1], [2, 3]], "value": -1}, [("value", "negative")]),
        ({"sides": [[0, 1], [2, 3]], "value": 0.5}, [("value", "wrong_step")]),
        ({"sides": [[0, 1, 2, 3], []], "value": 1}, [("sides.1", "unreadable")]),
        ({"sides": [[0, 1, 2, 3]], "value": 1}, [("sides.1", "missing")]),
        ({"points": [1, 1, 1, 1]}, [("", "wrong_kind")]),
    ],
)
def test_sides_against_the_rules_are_refused(record, problems):
    assert play(4, written="sides").problems(record) == problems


@pytest.mark.parametrize(
    ("won", "lost", "entered"),
    [
        ([0, 3], [1, 2, 4], [12, -8, -8, 12, -8, 0]),  # 2 × 12 = 3 × 8
        ([0, 3], [1, 2, 4, 5], [8, -4, -4, 8, -4, -4]),
        ([0, 1, 2, 3], [4, 5], [4, 4, 4, 4, -8, -8]),
        ([0, 1, 2], [3, 4, 5], [4, 4, 4, -4, -4, -4]),
    ],
)
def test_sides_of_other_sizes_win_and_lose_whole_times_the_worth(won, lost, entered):
    assert play(6, {"sides": [won, lost], "value": 4}, written="sides", sits_out=True).entered == entered


def test_teams_have_no_meaning_where_sides_change():
    rules = rules_of(Scorecard, written="sides", teams=2)
    assert Scorecard(rules, 3).sides == ((0,), (1,), (2,))
    assert Scorecard(rules, 3).fits() == []


# --- Payment at once -------------------------------------------------------------------------------------------------


def test_points_that_come_to_zero_are_paid_as_they_are():
    series = play(3, {"points": [20, -5, -15]}, settlement="at_once", rate=0.5, hand_total=0)
    assert series.nets() == [10, Fraction(-5, 2), Fraction(-15, 2)]


def test_other_points_are_paid_by_difference_after_each_hand():
    """Few points win: 0, 20 and 35 in the first hand; 10, 0 and none in the second, where seat 2 does not sit."""
    hands = {"points": [0, 20, 35]}, {"points": [10, 0, None]}
    series = play(3, *hands, settlement="at_once", best="low", sits_out=True)
    assert series.nets() == [20 + 35 - 10, -20 + 15 + 10, -35 - 15]
    assert [list(score.transfers) != [] for score in series.scores] == [True, True]
    assert {transfer.cause for transfer in series.settle(with_standard=False)} == {"at_once"}


def test_teams_pay_at_once_player_by_player():
    series = play(4, {"points": [5, 2]}, teams=2, settlement="at_once", rate=2)
    assert [(paid.payer, paid.payee, paid.points) for paid in series.settle()] == [(1, 0, 6), (3, 2, 6)]


def test_hands_after_the_end_are_not_paid():
    series = play(2, *[{"points": [1, -1]}] * 3, settlement="at_once", hand_total=0, end="hands", hands=2)
    assert series.nets() == [2, -2]


# --- Rules from before ------------------------------------------------------------------------------------------------


def test_rules_without_the_newer_options_are_those_of_before():
    stored = {
        "name": "",
        "teams": 0,
        "step": "1",
        "below_zero": True,
        "hand_total": None,
        "best": "high",
        "end": "table",
        "target": 100,
        "hands": 10,
        "settlement": "difference",
        "rate": 1,
        "ladder": [],
    }
    assert Scorecard.rules_model.model_validate(stored) == Scorecard.presets["free"].rules.model_copy(
        update={"only_who_played": False}
    )
