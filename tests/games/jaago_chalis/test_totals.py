"""Four totals: what is refused and why, with all problems at once."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from tests.games.jaago_chalis.table import messages, problems, read, score, totals


@pytest.mark.parametrize(
    "won",
    [
        (10, 10, 10, 10),
        (8, 12.5, 10, 9.5),
        (40, 0, 0, 0),
        (2, 2, 2, 34),
        (0, 3, 2.5, 34.5),
        (8.0, 12.5, 10.0, 9.5),
        (2, 2.5, 3, 32.5),
    ],
)
def test_possible_totals_are_accepted(won):
    assert problems(totals(*won)) == []


@pytest.mark.parametrize("last_trick", [None, 0, 1, 2, 3])
def test_the_winner_of_the_last_trick_may_be_named(last_trick):
    record = totals(10, 10, 10, 10, last_trick=last_trick)
    assert problems(record) == []
    assert score(record).last_trick_winner == last_trick


@pytest.mark.parametrize("never", [0.5, 1, 1.5])
def test_too_few_points_for_a_trick_are_refused(never):
    assert problems(totals(10, never, 20, 10 - never)) == [("points_won.1", "impossible")]


def test_too_few_points_for_a_trick_are_explained():
    assert messages(totals(10, 1.5, 20, 8.5)) == ["1½ cannot be won: the smallest trick, four black cards, is worth 2."]


def test_a_sum_below_40_is_refused():
    assert problems(totals(10, 10, 10, 9.5)) == [("points_won", "wrong_sum")]
    assert messages(totals(10, 10, 10, 9.5)) == ["The four totals come to 39½; that is ½ less than 40."]
    assert messages(totals(10, 10, 10, 9)) == ["The four totals come to 39; that is 1 less than 40."]


def test_a_sum_above_40_is_refused():
    assert problems(totals(10, 10, 10, 12.5)) == [("points_won", "wrong_sum")]
    assert messages(totals(10, 10, 10, 12.5)) == ["The four totals come to 42½; that is 2½ more than 40."]


@pytest.mark.parametrize(("one", "other"), [(8.25, 11.75), (8.1, 11.9), (8.501, 11.499), (7.999999, 12.000001)])
def test_points_are_whole_or_half(one, other):
    assert problems(totals(one, other, 10, 10)) == [
        ("points_won.0", "not_half"),
        ("points_won.1", "not_half"),
    ]


def test_negative_points_are_refused():
    assert problems(totals(-2, 22, 10, 10)) == [("points_won.0", "negative")]


def test_more_than_40_points_are_refused():
    assert problems(totals(42, -2, 0, 0)) == [("points_won.0", "too_many"), ("points_won.1", "negative")]


@pytest.mark.parametrize("won", [(), (40,), (20, 10, 10), (10, 10, 10, 10, 0)])
def test_other_numbers_of_totals_are_refused(won):
    assert problems(totals(*won)) == [("points_won", "wrong_length")]


@pytest.mark.parametrize(("points", "is_possible"), [(0, False), (2, False), (2.5, False), (3, True), (40, True)])
def test_the_winner_of_the_last_trick_has_at_least_three_points(points, is_possible):
    record = totals(20, points, 20 - points, 0, last_trick=1) if points < 40 else totals(0, 40, 0, 0, last_trick=1)
    assert problems(record) == ([] if is_possible else [("last_trick", "impossible_last_trick")])


@pytest.mark.parametrize("seat", [-1, 4, 10**30])
def test_the_winner_of_the_last_trick_has_a_seat(seat):
    assert problems(totals(10, 10, 10, 10, last_trick=seat)) == [("last_trick", "out_of_range")]


@pytest.mark.parametrize("seat", ["2", 2.0, True, [2]])
def test_a_seat_is_a_whole_number(seat):
    assert problems(totals(10, 10, 10, 10, last_trick=seat)) == [("last_trick", "not_a_number")]


@pytest.mark.parametrize(
    "points",
    ["10", None, True, float("nan"), float("inf"), 1e300, pytest.param(10**5000, id="huge"), [10], {}, b"10", 1e-9],
)
def test_points_are_numbers(points):
    assert problems(totals(points, 10, 10, 10)) == [("points_won.0", "not_points")]


@pytest.mark.parametrize("points", [None, 40, "10 10 10 10", {"0": 10}, range(4), iter([40]), [10] * 100])
def test_totals_are_a_list(points):
    assert problems({"points_won": points}) == [("points_won", "not_a_row")]


@pytest.mark.parametrize("points", [{10, 20, 0, 5}, frozenset({40}), set()])
def test_a_set_of_totals_is_refused(points):
    """A set has no order, so the seats are unknown."""
    assert problems({"points_won": points}) == [("points_won", "unreadable")]


def test_all_problems_are_listed_at_once():
    assert problems(totals(-1, 0.5, 8.25, 50, last_trick=1)) == [
        ("points_won.0", "negative"),
        ("points_won.1", "impossible"),
        ("points_won.2", "not_half"),
        ("points_won.3", "too_many"),
        ("points_won", "wrong_sum"),
        ("last_trick", "impossible_last_trick"),
    ]


def test_all_unreadable_parts_are_listed_at_once():
    record = {"points_won": ["x", 10, None, 10], "last_trick": 9, "note": "hello"}
    assert sorted(problems(record)) == [
        ("last_trick", "out_of_range"),
        ("note", "unknown_field"),
        ("points_won.0", "not_points"),
        ("points_won.2", "not_points"),
    ]


def test_missing_points_are_refused():
    assert problems({}) == [("points_won", "missing")]
    assert problems({"last_trick": 1}) == [("points_won", "missing")]


def test_points_are_exact():
    """Points are read as decimals, not as binary fractions."""
    assert read(totals(8.1, 0.3, 10, 21.6)).points_won == (
        Fraction(81, 10),
        Fraction(3, 10),
        Fraction(10),
        Fraction(216, 10),
    )


def test_lines_explain_the_points_entered():
    lines = score(totals(8, 12.5, 10, 9.5)).lines
    assert [(line.seat, line.points) for line in lines] == [
        (0, -2),
        (1, Fraction(25, 2)),
        (2, 10),
        (3, Fraction(-1, 2)),
    ]
    assert [str(line.why) for line in lines] == [
        "seat 1 won 8, fewer than 10, and enters 8 − 10 = −2.",
        "seat 2 won 12½ and enters 12½.",
        "seat 3 won 10 and enters 10.",
        "seat 4 won 9½, fewer than 10, and enters 9½ − 10 = −½.",
    ]


def test_a_record_of_totals_has_no_tricks():
    scored = score(totals(8, 12.5, 10, 9.5))
    assert (scored.complete, scored.counts) == (True, True)
    assert (scored.winners, scored.trick_points, scored.illegal_plays) == (None, None, ())
    assert scored.points_won == (8, Fraction(25, 2), 10, Fraction(19, 2))


def test_possible_totals_are_the_same_for_all_presets():
    for preset in JaagoChalis.presets.values():
        assert score(totals(10, 10, 10, 10), preset.rules).points_entered == (10, 10, 10, 10)
