"""A table's own game: figures, ends and settlements. The sums were worked out by hand."""

from fractions import Fraction

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.kit.figures import format_points
from tests.games.scorecard.hands import by_options, points
from tests.games.series import refused_rules, rules_of


def test_any_figures_are_accepted_and_the_series_goes_on():
    series = by_options(3, points(10, -4, 0), points(1, 2, 3))
    assert list(series.standing.cumulative) == [11, -2, 3]
    assert not series.standing.over
    assert series.standing.ranking == ((0,), (2,), (1,))


@pytest.mark.parametrize(
    ("options", "record", "problem"),
    [
        ({}, points(1, 2), ("points", "wrong_length")),
        ({}, points(0.5, 1, 2), ("points.0", "wrong_step")),
        ({"step": "1/2"}, points(0.25, 1, 2), ("points.0", "wrong_step")),
        ({"step": "1/100"}, points(0.001, 1, 2), ("points.0", "wrong_step")),
        ({"below_zero": False}, points(1, -1, 2), ("points.1", "negative")),
        ({"hand_total": 10}, points(1, 2, 3), ("points", "wrong_sum")),
    ],
)
def test_figures_against_the_rules_are_refused(options, record, problem):
    assert by_options(3, **options).problems(record) == [problem]


@pytest.mark.parametrize(("step", "figure"), [("1", 1), ("1/2", 0.5), ("1/4", 0.25), ("1/10", 0.1), ("1/100", 0.01)])
def test_figures_of_every_step_are_exact(step, figure):
    series = by_options(2, *[points(figure, 0)] * 3, step=step)
    assert series.standing.cumulative[0] == 3 * Fraction(step)


@pytest.mark.parametrize(
    ("step", "figure", "written"), [("1/2", 2.5, "2½"), ("1/10", 2.5, "2.5"), ("1/100", 2.25, "2.25")]
)
def test_figures_are_written_as_they_are_counted(step, figure, written):
    series = by_options(2, points(figure, 0), step=step)
    assert format_points(series.scores[0].points_won[0]) == written
    assert format_points(series.standing.cumulative[0]) == written


def test_a_series_ends_at_its_target():
    assert not by_options(2, points(19, 0), end="target", target=20).standing.over
    assert by_options(2, points(19, 0), points(1, 0), end="target", target=20).standing.over


def test_a_series_ends_after_its_number_of_hands():
    standing = by_options(2, *[points(1, 0)] * 3, end="hands", hands=2).standing
    assert (standing.over, standing.counted, list(standing.cumulative)) == (True, 2, [2, 0])


def test_the_higher_total_pays_where_few_points_win():
    series = by_options(3, points(10, 4, 0), best="low", rate=0.5)
    assert series.standing.ranking == ((2,), (1,), (0,))
    # Seat 0 pays 3 and 5, seat 1 pays 2.
    assert series.nets() == [-8, 1, 7]


@pytest.mark.parametrize(
    ("figures", "ladder", "nets"),
    [
        ((9, 7, 5, 3), [10, 5, -5, -10], [10, 5, -5, -10]),
        ((9, 9, 5, 3), [10, 5, -5, -10], [7.5, 7.5, -5, -10]),
        ((9, 5, 5, 3), [10, 5, -5, -10], [10, 0, 0, -10]),
        ((5, 5, 5, 5), [10, 5, -5, -10], [0, 0, 0, 0]),
        ((1, 5, 2, 10), [3, 1, -1, -3], [-3, 1, -1, 3]),
    ],
)
def test_sums_are_paid_by_place(figures, ladder, nets):
    assert by_options(4, points(*figures), settlement="ladder", ladder=ladder).nets() == nets


def test_payers_by_place_pay_every_receiver_in_proportion():
    paid = by_options(4, points(4, 3, 2, 1), settlement="ladder", ladder=[20, 10, -10, -20]).settle()
    shares = {(one.payer, one.payee): one.points for one in paid}
    third = Fraction(10, 3)
    assert shares == {(2, 0): 2 * third, (2, 1): third, (3, 0): 4 * third, (3, 1): 2 * third}


def test_a_series_can_settle_both_ways_or_not_at_all():
    both = by_options(2, points(3, 1), settlement="both", ladder=[5, -5])
    assert (both.nets(), both.nets(with_standard=False)) == ([7, -7], [2, -2])
    assert by_options(2, points(3, 1), settlement="none").settle() == ()


def test_team_members_have_the_points_of_the_team_and_pay_their_opponents():
    series = by_options(6, points(10, 4, 1), teams=3)
    assert series.entered == [10, 4, 1, 10, 4, 1]
    # Between the teams: 6, 9 and 3, paid by each member.
    assert series.nets() == [15, -3, -12, 15, -3, -12]
    assert {(paid.payer, paid.payee) for paid in series.settle()} == {(1, 0), (2, 0), (2, 1), (4, 3), (5, 3), (5, 4)}


@pytest.mark.parametrize(
    ("teams", "seats", "expected"),
    [
        (0, 3, ((0,), (1,), (2,))),
        (2, 4, ((0, 2), (1, 3))),
        (2, 6, ((0, 2, 4), (1, 3, 5))),
        (3, 6, ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_partners_sit_opposite_or_alternately(teams, seats, expected):
    rules = rules_of(Scorecard, teams=teams, hand_total=162)
    assert Scorecard(rules, seats).sides == expected
    entry = Scorecard(rules, seats).totals
    assert (entry.total, entry.field) == (162, "points")
    # The points left are those of a side, not of each of its players.
    assert entry.left([Fraction(100)]) == 62


def test_a_game_can_have_a_name():
    assert Scorecard.title_of({"name": "Hearts"}) == "Hearts"
    assert Scorecard.title_of({"name": ""}) == ""
    assert Scorecard.title_of({}) == ""


def test_two_teams_play_to_1000():
    """Two against two, 162 points in a hand: 1,000 after seven hands, and each pays the one opposite."""
    rules = {"teams": 2, "hand_total": 162, "end": "target", "target": 1000, "rate": 0.5}
    series = by_options(4, *[points(150, 12)] * 6, **rules)
    assert (list(series.standing.cumulative), series.standing.over) == ([900, 72, 900, 72], False)
    series.play(points(100, 62))
    assert (list(series.standing.cumulative), series.standing.over) == ([1000, 134, 1000, 134], True)
    assert series.standing.ranking == ((0, 2), (1, 3))
    assert series.nets() == [433, -433, 433, -433]


def test_hearts_is_played_to_100_and_few_points_win():
    """Each hand has 26 points. The series ends when a player reaches 100, and the fewest points win."""
    rules = {"best": "low", "end": "target", "target": 100, "hand_total": 26, "below_zero": False}
    series = by_options(4, *[points(26, 0, 0, 0)] * 3, points(20, 6, 0, 0), **rules)
    assert (list(series.standing.cumulative), series.standing.over) == ([98, 6, 0, 0], False)
    series.play(points(2, 11, 13, 0))
    assert (series.standing.over, series.standing.ranking) == (True, ((3,), (2,), (1,), (0,)))
    # Totals 100, 17, 13, 0: seat 0 pays 83, 87 and 100; seat 1 pays 4 and 17; seat 2 pays 13.
    assert series.nets() == [-270, 62, 78, 130]


def test_hands_of_tarock_sum_to_zero():
    series = by_options(3, points(20, -10, -10), points(-30, 15, 15), hand_total=0)
    assert series.problems(points(20, -10, -9)) == [("points", "wrong_sum")]
    # Totals −10, 5, 5: seat 0 pays 15 to each.
    assert series.nets() == [-30, 15, 15]


@pytest.mark.parametrize(
    ("options", "seats", "codes"),
    [
        ({}, 12, []),
        ({"teams": 2}, 4, []),
        ({"teams": 2}, 5, ["uneven_teams"]),
        ({"teams": 1}, 4, ["uneven_teams"]),
        ({"settlement": "ladder", "ladder": [1, -1]}, 3, ["wrong_length"]),
        ({"settlement": "ladder", "ladder": [1, -1], "teams": 2}, 4, []),
    ],
)
def test_rules_for_other_numbers_of_players_are_refused(options, seats, codes):
    assert [problem.code for problem in Scorecard(rules_of(Scorecard, **options), seats).fits()] == codes


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"ladder": [3, -2]}, ["ladder_sum"]),
        ({"settlement": "ladder"}, ["ladder_missing"]),
        ({"hands": 0}, ["out_of_range"]),
        ({"target": 0}, ["out_of_range"]),
        ({"name": "x" * 81}, ["too_long"]),
        ({"turn": True}, ["total_missing"]),
        ({"turn": True, "hand_total": 0}, ["total_missing"]),
        ({"second_target": 0.5}, ["out_of_range"]),
        ({"made": -1}, ["out_of_range"]),
        ({"bags": -1}, ["out_of_range"]),
        ({"pack": 0}, ["out_of_range"]),
        ({"written": "cards"}, ["not_a_choice"]),
    ],
)
def test_impossible_rules_are_refused(options, codes):
    assert refused_rules(Scorecard, **options) == codes


@pytest.mark.parametrize(
    ("options", "doubtful"),
    [
        ({"settlement": "ladder", "ladder": [-20, -10, 30]}, True),
        ({"settlement": "both", "ladder": [-1, 0, 1], "best": "low"}, True),
        ({"settlement": "ladder", "ladder": [30, -10, -20]}, False),
        ({"settlement": "ladder", "ladder": [0, 0, 0]}, False),
        ({"settlement": "difference", "ladder": [-20, -10, 30]}, False),  # this ladder is not paid
    ],
)
def test_sums_by_which_the_first_place_pays_are_doubtful(options, doubtful):
    series = by_options(3, {"points": [5, 3, 1]}, **options)
    assert series.warnings == ([("ladder", "winner_pays")] if doubtful else [])
    assert series.play({"points": [5, 3, 1]}).warnings == []  # the table was asked with the first hand
