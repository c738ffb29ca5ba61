"""Which hands are refused, which are unfinished, and what the form asks."""

import pytest

from games.catalogue.belote.entry import parts_of
from games.catalogue.belote.game import Belote
from games.catalogue.belote.record import IMPOSSIBLE, MOST_ANNOUNCED
from games.entry import Answer, asked_after
from tests.games.belote.test_figures import ANNOUNCING, CLASSIC, hand
from tests.games.series import Series, rules_of


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (hand(100, 163), [("points", "out_of_range")]),
        (hand(85, 100), [("bid", "not_a_choice")]),
        (hand(170, 100), [("bid", "not_a_choice")]),
        (hand(100, 122, belote=0, trump="none"), [("belote", "no_trump")]),
        (hand(100, 122, belote=0, trump="all"), []),
        (hand("capot", 140), []),
        (hand(100, 162), [("tricks", "unfinished")]),
        (hand(100, 162, tricks="some"), []),
        (hand(100, 0), []),
        (hand(100), [("points", "unfinished")]),
        (hand(points=100), [("bid", "unfinished")]),
        (hand(100, 120, tricks="all"), [("tricks", "impossible")]),
        (hand(100, 20, tricks="none"), [("tricks", "impossible")]),
        (hand(100, 122, taker=1), [("taker", "wrong_team")]),
        (hand(100, 122, taker=4), [("taker", "out_of_range")]),
        (hand(100, 122, team=2), [("team", "out_of_range")]),
        (hand(100, 122, coinche=3), [("coinche", "not_a_choice")]),
        (hand(100, 122, announced=[20, 0]), [("announced", "not_played")]),
        (hand(100, 122, trump="top_down"), [("trump", "not_a_choice")]),
        ({"passed": True}, []),
        ({"passed": True, "team": 0}, [("team", "unknown_field")]),
    ],
)
def test_what_is_refused_with_bids(record, problems):
    assert Series(Belote, 4).problems(record) == problems


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (hand(100, 90), [("bid", "not_played")]),
        (hand(points=90, coinche=2), [("coinche", "not_played")]),
        (hand(points=90, trump="all"), [("trump", "not_played")]),
        (hand(points=162), [("tricks", "unfinished")]),
        (hand(points=0), [("tricks", "unfinished")]),
        (hand(points=0, tricks="some"), []),
        ({"passed": True}, []),
    ],
)
def test_what_is_refused_with_a_taker(record, problems):
    assert Series(Belote, 4, CLASSIC).problems(record) == problems


@pytest.mark.parametrize(
    ("announced", "problems"),
    [
        ([20, 20], [("announced", "both_teams")]),
        ([30, 0], [("announced.0", "impossible")]),
        ([0, 25], [("announced.1", "impossible")]),
        ([0, 600], [("announced.1", "out_of_range")]),
        ([0, 550], []),
    ],
)
def test_announcements_that_are_refused(announced, problems):
    record = hand(100, 122, announced=announced)
    assert Series(Belote, 4, rules_of(Belote, **ANNOUNCING)).problems(record) == problems


def test_an_unfinished_hand_counts_nothing_yet():
    score = Series(Belote, 4).score_of(hand(100))
    assert (score.complete, set(score.points_entered)) == (False, {0})


# --- The form --------------------------------------------------------------------------------------------------------


def asked(rules):
    return {question.field: question for question in Belote(rules, 4).questions(by_card=False)}


def test_the_form_asks_only_what_is_played():
    usual = ["team", "bid", "trump", "coinche", "capot_tricks", "tricks", "belote", "taker"]
    assert list(asked(rules_of(Belote))) == usual
    assert list(asked(CLASSIC)) == ["team", "trump", "tricks", "belote", "taker"]
    assert set(asked(rules_of(Belote, **ANNOUNCING))) - set(usual) == {"announced_by", "announced"}
    assert [value for value, _label in asked(CLASSIC)["trump"].options][-2:] == ["spades", "passed"]


def test_nothing_is_asked_of_a_hand_that_all_passed():
    for question in asked(rules_of(Belote, **ANNOUNCING)).values():
        if question.field != "trump":
            assert "passed" not in question.only_if["trump"]
    assert asked(rules_of(Belote))["belote"].only_if["trump"] == ("clubs", "diamonds", "hearts", "spades", "all")
    assert asked(rules_of(Belote))["team"].answer is Answer.SIDE


@pytest.mark.parametrize(
    ("answers", "record"),
    [
        (hand(100, 122), hand(100, 122)),
        ({"trump": "passed"}, {"passed": True}),
        (hand(100, 122, announced_by=1, announced=[50, 20]), hand(100, 122, announced=[0, 70])),
    ],
)
def test_answers_and_record(answers, record):
    assert Belote.record_of(answers) == record
    assert Belote.answers_of(record) == answers


def test_announcements_without_a_team_are_refused():
    record = Belote.record_of(hand(100, 122, announced=[20]))
    series = Series(Belote, 4, rules_of(Belote, **ANNOUNCING))
    assert series.problems(record) == [("announced", "both_teams")]


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        ({"trump": "hearts", "bid": "capot"}, {"capot_tricks"}),
        ({"trump": "hearts", "bid": "capot", "points": 162}, {"capot_tricks"}),
        ({"trump": "hearts", "bid": 100, "points": 162}, {"tricks"}),
        ({"trump": "hearts", "bid": 100, "points": 122}, set()),
    ],
)
def test_a_capot_is_asked_for_its_tricks_and_not_for_points(answers, fields):
    questions = Belote(rules_of(Belote), 4).questions(by_card=False)
    assert {question.field for question in asked_after(questions, answers)} & {"tricks", "capot_tricks"} == fields


def test_a_capot_that_was_made_needs_no_points():
    record = Belote.record_of(hand("capot", capot_tricks="all"))
    assert record == hand("capot", tricks="all")
    assert Series(Belote, 4).problems(record) == []
    assert Belote.answers_of(record) == hand("capot", capot_tricks="all")


def test_every_sum_of_announcements_can_be_shown():
    sums = [points for points in range(20, MOST_ANNOUNCED + 10, 10) if points not in IMPOSSIBLE]
    assert all(sum(parts_of(points)) == points for points in sums)
    assert parts_of(60) == [20, 20, 20]
    assert parts_of(130) == [50, 20, 20, 20, 20]
