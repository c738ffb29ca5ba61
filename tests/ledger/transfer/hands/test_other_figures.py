"""Bids, sides that change and players who did not play, from a CSV file."""

import pytest

from tests.ledger.pages import stored

pytestmark = pytest.mark.django_db


def test_bids_have_columns_of_their_own(import_into):
    lines = ("A Bid,A,B Bid,B,C Bid,C", "0,0,1,1,0,0", "1,1,0,0,0,1")
    # 20 and 10 a trick where the bid is met, −10 for each trick too many: 20, 30, 20; then 30, 20, −10.
    assert import_into("scorecard", 3, *lines, preset="wizard") == [50, 50, 10]
    assert stored() == [{"bids": [0, 1, 0], "tricks": [0, 1, 0]}, {"bids": [1, 0, 0], "tricks": [1, 0, 1]}]


def test_only_one_team_has_a_bid(import_into):
    assert import_into("scorecard", 4, "A Bid,A,B Bid,B", "18,20,,", ",,17,10", preset="twenty-nine") == [1, -1, 1, -1]
    assert stored() == [
        {"bids": [18, None], "tricks": [20, None]},
        {"bids": [None, 17], "tricks": [None, 10]},
    ]


def test_a_missing_column_or_figure_of_a_bid_is_named(import_into):
    assert import_into("scorecard", 3, "A Bid,A,B Bid,B,C", "0,0,1,1,0", preset="wizard") == [
        "line 1, C Bid: this column is missing"
    ]
    assert import_into("scorecard", 3, "A Bid,A,B Bid,B,C Bid,C", "0,0,,1,0,0", preset="wizard") == [
        "line 2, B Bid: A number is missing here."
    ]
    assert import_into("scorecard", 3, "A Bid,A,B Bid,B,C Bid,C", "0,0,1½,1,0,0", preset="wizard") == [
        "line 2, B Bid: This must be a whole number."
    ]


def test_the_sides_of_a_hand_and_its_worth(import_into):
    lines = ("Winners and losers;Worth", "B : A + C;24", "A+D : C;18")
    # B has 24 from A and from C, then A and D have 18 from C.
    assert import_into("scorecard", 4, *lines, sits_out=True, preset="kitti") == [-6, 48, -60, 18]
    assert stored() == [{"sides": [[1], [0, 2]], "value": 24}, {"sides": [[0, 3], [2]], "value": 18}]
    assert import_into("scorecard", 4, "Winners and losers;Worth", "B;24", preset="kitti") == [
        "line 2, Winners and losers: Write the winners, a colon and the losers: Asha : Bela + Dev."
    ]


def test_an_empty_cell_means_that_a_player_did_not_play(import_into):
    assert import_into("scorecard", 3, "A,B,C", "3,100,0", "4,,2", preset="dhumbal") == [7, 100, 2]
    assert stored()[1] == {"points": [4, None, 2]}
    assert import_into("scorecard", 3, "A,B,C", "3,,0", sits_out=True, preset="free") == [3, 0, 0]
    assert import_into("scorecard", 3, "A,B,C", "3,,0", preset="free") == ["line 2, B: A number is missing here."]


def test_how_often_a_hand_counts_and_penalties(import_into):
    lines = ("Winners and losers;Worth;Times", "A + C : B + D;3;2", "D : A + B + C;2;")
    # Two against two: A and C have 6 each, B and D −6. Then D has 2 from each of three.
    assert import_into("scorecard", 4, *lines, preset="kitti") == [4, -8, 4, 0]
    assert stored() == [
        {"sides": [[0, 2], [1, 3]], "value": 3, "times": 2},
        {"sides": [[3], [0, 1, 2]], "value": 2},
    ]
    assert import_into("scorecard", 3, "A;B;C;Penalty", "3;0;17;B+C", preset="dhumbal") == [3, 25, 42]  # 25 more
    assert {"points": [3, 0, 17], "penalised": [1, 2]} in stored()
