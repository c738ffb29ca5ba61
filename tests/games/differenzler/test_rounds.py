"""Announcements and card points, the end and the money, with the figures of docs/rules/differenzler.md."""

import pytest

from games.catalogue.differenzler.game import Differenzler
from games.contract import Table
from tests.games.series import Series, refused_rules, rules_of

ROUND = {"announced": [40, 30, 50, 20], "card_points": [45, 30, 52, 30], "trump": "hearts"}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (ROUND, [5, 0, 2, 10]),
        ({**ROUND, "card_points": [45, None, 52, 30]}, [5, 0, 2, 10]),
        ({"announced": [157, 0, 0, 0], "card_points": [157, 0, 0, 0]}, [0, 0, 0, 0]),
        ({"announced": [0, 157, 0, 0], "card_points": [157, 0, 0, 0]}, [157, 157, 0, 0]),
        ({"announced": [1, 0, 0, 0], "card_points": [156, 1, 0, 0]}, [155, 1, 0, 0]),  # which no cards can make
    ],
)
def test_a_round_counts_the_distance(record, expected):
    series = Series(Differenzler, 4).play(record)
    assert series.entered == expected
    assert list(series.scores[0].points_won) == expected


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        ({**ROUND, "card_points": [45, 30, 52, 31]}, [("card_points", "wrong_sum")]),
        ({**ROUND, "card_points": [45, 30, 52, 29]}, [("card_points", "wrong_sum")]),
        ({**ROUND, "card_points": [100, 58, None, None]}, [("card_points", "wrong_sum")]),
        ({**ROUND, "card_points": [45, 30, None, None]}, [("card_points", "unfinished")]),
        ({"announced": [40, 30, 50, 20]}, [("card_points", "unfinished")]),
        ({"announced": [40, 30, 50]}, [("announced", "wrong_length"), ("card_points", "unfinished")]),
        ({"announced": [158, 30, 50, 20]}, [("announced.0", "out_of_range")]),
        ({**ROUND, "trump": "top_down"}, [("trump", "not_played")]),
        ({**ROUND, "card_points": [45, 30, 52]}, [("card_points", "wrong_length")]),
        ({"card_points": [45, 30, 52, 30]}, [("announced", "missing")]),
    ],
)
def test_what_is_refused(record, problems):
    assert Series(Differenzler, 4).problems(record) == problems


def test_cards_show_what_was_taken():
    """Hearts are trump. Seat 0 has all nine of them, leads, and takes every trick: 157."""
    hearts = ["JH", "9H", "AH", "KH", "QH", "10H", "8H", "7H", "6H"]
    others = [[f"{rank}{suit}" for rank in (6, 7, 8, 9, 10, "J", "Q", "K", "A")] for suit in "CDS"]
    rows = [list(row) for row in zip(hearts, *others, strict=True)]
    play = {"announced": [150, 0, 7, 0], "trump": "hearts", "direction": "clockwise", "first_leader": 0}
    series = Series(Differenzler, 4).play(play | {"tricks": rows})
    assert series.entered == [7, 0, 7, 0]
    assert series.scores[0].last_trick_winner == 0
    assert Series(Differenzler, 4).problems(play | {"tricks": rows, "trump": "bottom_up"}) == [("trump", "not_played")]
    assert Series(Differenzler, 4).problems(play | {"tricks": rows[:3]}) == [("tricks", "unfinished")]


def test_the_series_is_over_after_its_rounds_and_the_lowest_total_is_first():
    series = Series(Differenzler, 4, rules_of(Differenzler, rounds=4), first_dealer=0)
    series.play(ROUND, {"thrown_in": True, "reason": "A card lay face up."}, ROUND, ROUND)
    assert (series.standing.over, series.standing.dealer) == (False, 1)  # three deals on, anticlockwise
    series.play(ROUND)
    assert (series.standing.over, series.standing.counted) == (True, 5)
    assert series.standing.cumulative == (20, 0, 8, 40)
    assert series.standing.ranking == ((1,), (2,), (0,), (3,))


@pytest.mark.parametrize("rounds", [3, 25])
def test_four_to_twenty_four_rounds(rounds):
    assert refused_rules(Differenzler, rounds=rounds)


# --- Who pays whom ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "options", "nets"),
    [
        # By place the others pay the lowest.
        ((20, 31, 5, 44), {}, [-10, -20, 60, -30]),
        # Two level winners share the third's and the fourth's sums, 20 and 30.
        ((5, 31, 5, 44), {}, [25, -20, 25, -30]),
        # Level on the second and the third place: the mean of 10 and 20 each.
        ((20, 20, 5, 44), {}, [-15, -15, 60, -30]),
        ((3, 3, 3, 3), {}, [0, 0, 0, 0]),
        # By difference the lower receives.
        ((20, 31, 5, 44), {"settlement": "difference"}, [20, -24, 80, -76]),
        ((20, 31, 5, 44), {"settlement": "none"}, [0, 0, 0, 0]),
    ],
)
def test_who_pays_whom(totals, options, nets):
    assert Series(Differenzler, 4, rules_of(Differenzler, **options)).at(*totals).nets() == nets


def test_without_standard_money():
    assert Series(Differenzler, 4).at(20, 31, 5, 44).nets(with_standard=False) == [0, 0, 0, 0]
    difference = Series(Differenzler, 4, rules_of(Differenzler, settlement="difference", rate=0.5))
    assert difference.at(20, 31, 5, 44).nets(with_standard=False) == [10, -12, 40, -38]


def test_level_players_share_a_place():
    assert Series(Differenzler, 4).at(3, 3, 3, 3).standing.ranking == ((0, 1, 2, 3),)


# --- Who sees what ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [True, False])
def test_announcements_are_hidden_unless_the_table_says_otherwise(hidden):
    entry = Differenzler(rules_of(Differenzler, hidden_announcements=hidden), 4).totals
    assert entry.bids.hidden is hidden


def test_a_trump_that_was_turned_up_was_nobodys_choice():
    play = Differenzler.read_record(
        {"announced": [40, 30, 50, 20], "trump": "hearts", "direction": "clockwise", "first_leader": 0, "tricks": []}
    ).value
    assert len(Differenzler(rules_of(Differenzler), 4).choices(play, Table(4))) == 1
    assert len(Differenzler(rules_of(Differenzler, trump_by="forehand"), 4).choices(play, Table(4))) == 4
