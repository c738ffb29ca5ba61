"""All sentences of the rulebook are valid, and the most common ones are compared word for word."""

import pytest

from games.catalogue.jaago_chalis.game import JaagoChalis
from tests.games.data import load
from tests.games.jaago_chalis.deals import blindly, random_hand
from tests.games.jaago_chalis.table import RULES, TABLE, cards, entered, rules_with, score, settle, totals
from tests.games.sentence_checks import assert_valid_sentences

GAME_1 = load("jaago-chalis-game-1.json")["record"]

FAULTY = [
    None,
    {},
    totals("x", True, 1, 2, last_trick="me"),
    totals(-1, 0.5, 8.25, 50, last_trick=1),
    totals(10, 10, 10, 9),
    totals(10, 10, 10),
    {"thrown_in": "no", "reason": 5, "more": 1},
    {"thrown_in": True, "reason": "x" * 301},
    {"thrown_in": True, "reason": "\ud800"},
    cards([["1C", 5, None, None], "row"], "left", -1, holdings=[["2C", None]]),
    cards([], leader=5),
    cards([["2C", "3C", "4C"]]),
    cards([*GAME_1["tricks"], [None] * 4]),
    cards([["2C", "2C", None, None], ["2C", None, None, None]]),
    cards([["2C", None, "4C", None]]),
    cards([["2C", "3C", None, None]], holdings=[["2C"] * 14, ["4C"], [], []]),
    cards([["2C", "3C", None, None]], holdings=[["2C"]]),
    {**GAME_1, "tricks": [GAME_1["tricks"][1], *GAME_1["tricks"][1:]]},
]


@pytest.mark.parametrize("data", FAULTY, ids=range(len(FAULTY)))
def test_every_problem_of_a_record_has_a_valid_sentence(data):
    reading = JaagoChalis.read_record(data)
    found = reading.problems or JaagoChalis(RULES, TABLE.seats).check(reading.value, TABLE)
    assert found
    assert_valid_sentences([problem.message for problem in found])


def test_every_problem_of_the_rules_has_a_valid_sentence():
    for options in (
        {"lowest": "x", "target": 0, "ties": "toss", "negative_pays_double": 2, "colour": 1},
        {"lowest": 50},
        {"big_hand": 50, "entry_threshold": -1},
        None,
    ):
        problems = JaagoChalis.read_rules(options).problems
        assert problems
        assert_valid_sentences([problem.message for problem in problems])


@pytest.mark.parametrize("seed", range(20))
def test_every_line_and_illegal_play_has_a_valid_sentence(seed):
    scored = score(random_hand(seed, blindly).record())
    assert scored.illegal_plays
    assert_valid_sentences([line.why for line in scored.lines] + [play.why for play in scored.illegal_plays])


def test_duties_are_described():
    """A leads 4C; B throws 9H with a higher club, C 9D with a spade only, D 2C under it; then the clubs come out."""
    tricks = [["4C", "9H", "9D", "6C"], ["8C", "5C", "5S", "QC"]]
    assert [str(play.why) for play in score(cards(tricks)).illegal_plays] == [
        "had to beat 4♣",
        "had to play Jaago, spades",
    ]
    tricks = [["4C", "9S", "9D", "3H"], [None, "AC", "2C", "KS"]]
    assert {str(play.why) for play in score(cards(tricks)).illegal_plays} == {
        "had to beat 4♣",
        "had to follow clubs",
        "had to beat 9♠",
    }


def sentences(paid, cause):
    return [str(transfer.why) for transfer in paid if transfer.cause == cause]


def test_payments_are_described():
    """44, 10, 10 and −2: two level payers, and one below zero."""
    paid = settle([entered(44, 10, 10, -2)])
    assert_valid_sentences([transfer.why for transfer in paid])
    assert sentences(paid, "standard") == [
        "seat 2 pays seat 1 standard money, 25: a mean share, being level on places 2 to 3.",
        "seat 3 pays seat 1 standard money, 25: a mean share, being level on places 2 to 3.",
    ]
    assert sentences(paid, "standard_doubled") == [
        "seat 4 pays seat 1 double standard money, 80, because the total of seat 4 is −2."
    ]
    assert sentences(paid, "difference")[0] == "seat 2 pays seat 1 the difference of their totals, 44 and 10: 34."


def test_a_whole_sum_is_described():
    paid = settle([entered(41, 18.5, 6.5, 4)])
    assert sentences(paid, "standard")[0] == "seat 2 pays seat 1 standard money, 20, for place 2."
    assert sentences(paid, "difference")[0] == "seat 2 pays seat 1 the difference of their totals, 41 and 18½: 22½."


def test_a_big_hand_is_described():
    paid = score(totals(27, 6, 4, 3)).transfers
    assert_valid_sentences([transfer.why for transfer in paid])
    assert str(paid[0].why) == "seat 2 pays seat 1 20 for a big hand: 27 points won in one hand."


def test_shared_winnings_have_a_valid_sentence():
    for totals_in_all in ((41, 41, 41, 5), (41, 41, -1, -1), (0, 0, 0, 0)):
        assert_valid_sentences([transfer.why for transfer in settle([entered(*totals_in_all)], rules_with(lowest=1))])
