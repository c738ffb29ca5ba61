"""Four totals: what is refused and why, with all problems at once."""

from fractions import Fraction

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from tests.games.jaago_chalis.table import messages, problems, read, score, totals


@pytest.mark.parametrize(
    "won", [(10, 10, 10, 10), (8, 12.5, 10, 9.5), (40, 0, 0, 0), (2, 2, 2, 34), (0, 3, 2.5, 34.5), (2, 2.5, 3, 32.5)]
)
def test_possible_totals_are_accepted(won):
    assert problems(totals(*won)) == []


@pytest.mark.parametrize("last_trick", [None, 0, 1, 2, 3])
def test_the_winner_of_the_last_trick_may_be_named(last_trick):
    record = totals(10, 10, 10, 10, last_trick=last_trick)
    assert problems(record) == []
    assert score(record).last_trick_winner == last_trick


@pytest.mark.parametrize(
    ("record", "found"),
    [
        # A trick is worth 2 at least.
        (totals(10, 0.5, 20, 9.5), [("points_won.1", "impossible")]),
        (totals(10, 1, 20, 9), [("points_won.1", "impossible")]),
        (totals(10, 1.5, 20, 8.5), [("points_won.1", "impossible")]),
        (totals(10, 10, 10, 9.5), [("points_won", "wrong_sum")]),
        (totals(10, 10, 10, 12.5), [("points_won", "wrong_sum")]),
        # Points are whole or half.
        (totals(8.25, 11.75, 10, 10), [("points_won.0", "not_half"), ("points_won.1", "not_half")]),
        (totals(8.1, 11.9, 10, 10), [("points_won.0", "not_half"), ("points_won.1", "not_half")]),
        (totals(8.501, 11.499, 10, 10), [("points_won.0", "not_half"), ("points_won.1", "not_half")]),
        (totals(7.999999, 12.000001, 10, 10), [("points_won.0", "not_half"), ("points_won.1", "not_half")]),
        (totals(-2, 22, 10, 10), [("points_won.0", "negative")]),
        (totals(42, -2, 0, 0), [("points_won.0", "too_many"), ("points_won.1", "negative")]),
        *((totals(*[10] * count), [("points_won", "wrong_length")]) for count in (0, 1, 3, 5)),
        # The winner of the last trick has at least three points, and a seat.
        (totals(20, 0, 20, 0, last_trick=1), [("last_trick", "impossible_last_trick")]),
        (totals(20, 2, 18, 0, last_trick=1), [("last_trick", "impossible_last_trick")]),
        (totals(20, 2.5, 17.5, 0, last_trick=1), [("last_trick", "impossible_last_trick")]),
        (totals(20, 3, 17, 0, last_trick=1), []),
        (totals(0, 40, 0, 0, last_trick=1), []),
        *((totals(10, 10, 10, 10, last_trick=seat), [("last_trick", "out_of_range")]) for seat in (-1, 4, 10**30)),
        *(
            (totals(10, 10, 10, 10, last_trick=seat), [("last_trick", "not_a_number")])
            for seat in ("2", 2.0, True, [2])
        ),
        # All problems are listed at once.
        (
            totals(-1, 0.5, 8.25, 50, last_trick=1),
            [
                ("points_won.0", "negative"),
                ("points_won.1", "impossible"),
                ("points_won.2", "not_half"),
                ("points_won.3", "too_many"),
                ("points_won", "wrong_sum"),
                ("last_trick", "impossible_last_trick"),
            ],
        ),
        ({}, [("points_won", "missing")]),
        ({"last_trick": 1}, [("points_won", "missing")]),
    ],
)
def test_what_cannot_be_is_refused(record, found):
    assert problems(record) == found


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (totals(10, 1.5, 20, 8.5), "1½ cannot be won: the smallest trick, four black cards, is worth 2."),
        (totals(10, 10, 10, 9.5), "The four totals come to 39½; that is ½ less than 40."),
        (totals(10, 10, 10, 9), "The four totals come to 39; that is 1 less than 40."),
        (totals(10, 10, 10, 12.5), "The four totals come to 42½; that is 2½ more than 40."),
    ],
)
def test_what_cannot_be_is_explained(record, said):
    assert messages(record) == [said]


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


def test_all_unreadable_parts_are_listed_at_once():
    record = {"points_won": ["x", 10, None, 10], "last_trick": 9, "note": "hello"}
    assert sorted(problems(record)) == [
        ("last_trick", "out_of_range"),
        ("note", "unknown_field"),
        ("points_won.0", "not_points"),
        ("points_won.2", "not_points"),
    ]


def test_points_are_exact():
    """Points are read as decimals, not as binary fractions."""
    exact = [Fraction(figure) for figure in ("8.1", "0.3", "10", "21.6")]
    assert list(read(totals(8.1, 0.3, 10, 21.6)).points_won) == exact


def test_lines_explain_the_points_entered():
    lines = score(totals(8, 12.5, 10, 9.5)).lines
    assert [(line.seat, float(line.points)) for line in lines] == [(0, -2), (1, 12.5), (2, 10), (3, -0.5)]
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
