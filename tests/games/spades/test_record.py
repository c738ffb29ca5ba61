"""What is refused, and how a hand is entered."""

import json

import pytest

from games.catalogue.spades.game import Spades
from games.entry import Answer
from tests.games.series import Series, rules_of
from tests.games.spades.test_figures import ALONE, hand

BIDS = [4, "nil", 3, 5]


@pytest.mark.parametrize(
    ("record", "options", "problems"),
    [
        (hand([4, 3, 3, 2], [3, 4, 3, 4]), {}, [("tricks", "wrong_sum")]),
        (hand([4, 3, 3, 2], [3, 4, 3, 2]), {}, [("tricks", "wrong_sum")]),
        (hand([4, 3, 3, 2], [10, 4, None, None]), {}, [("tricks", "wrong_sum")]),
        (hand([4, 3, 3, 2], [3, 4, None, None]), {}, [("tricks", "unfinished")]),
        (hand([4, 3, 3, 2]), {}, [("tricks", "unfinished")]),
        (hand([4, 3, 3, 2], [3, 4, 6]), {}, [("tricks", "wrong_length")]),
        (hand([4, 3, 3], [3, 4, 3, 3]), {}, [("bids", "wrong_length")]),
        (hand([4, 0, 3, 2], [3, 4, 3, 3]), {}, [("bids.1", "nil")]),
        (hand([4, 14, 3, 2], [3, 4, 3, 3]), {}, [("bids.1", "out_of_range")]),
        (hand([4, -1, 3, 2], [3, 4, 3, 3]), {}, [("bids.1", "not_a_bid")]),
        (hand([4, "zero", True, None], [3, 4, 3, 3]), {}, [(f"bids.{seat}", "not_a_bid") for seat in (1, 2, 3)]),
        (hand(["blind_nil", 3, 3, 2], [0, 4, 6, 3]), {"blind_nil": None}, [("bids.0", "not_played")]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3], blind=[0]), {}, [("blind", "not_played")]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3], blind=[2]), {"blind": True}, [("blind", "no_such_side")]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3], blind=[1, 1]), {"blind": True}, [("blind", "no_such_side")]),
        (hand([4, 3, 3, 2], [3, 4, 3, 3], blind=[3]), {"blind": True} | ALONE, []),
        ({"tricks": [4, 4, 3, 2]}, {}, [("bids", "missing")]),
        (hand([13, 13, 13, 13], [13, 0, 0, 0]), {}, []),
    ],
)
def test_what_is_refused(record, options, problems):
    assert Series(Spades, 4, rules_of(Spades, **options)).problems(record) == problems


@pytest.mark.parametrize(("seats", "tricks"), [(2, 13), (3, 17), (4, 13), (5, 10), (6, 8)])
def test_how_many_tricks_a_hand_has(seats, tricks):
    series = Series(Spades, seats, rules_of(Spades, **ALONE))
    won = [tricks, *[0] * (seats - 1)]
    assert series.problems(hand([1] * seats, won)) == []
    assert series.problems(hand([1] * seats, [tricks, 1, *won[2:]])) == [("tricks", "wrong_sum")]
    assert series.problems(hand([tricks + 1] * seats, won))[0][0] == "bids.0"
    assert Spades(series.rules, seats).totals.total == tricks


def test_two_teams_are_four_players():
    rules = Spades.default_preset.rules
    assert [[problem.code for problem in Spades(rules, seats).fits()] for seats in (3, 4)] == [["for_four"], []]
    assert Spades(rules_of(Spades, **ALONE), 3).fits() == []


def test_only_four_players_write_cards_down():
    play = {"bids": [1, 1, 1], "direction": "clockwise", "first_leader": 0, "tricks": []}
    assert Series(Spades, 3, rules_of(Spades, **ALONE)).problems(play) == [("tricks", "for_four")]
    assert [Spades(rules_of(Spades, **ALONE), seats).has_cards for seats in (3, 4)] == [False, True]


def test_words_survive_as_json():
    record = Spades.read_record(hand(BIDS, [5, 0, 3, 5])).value
    assert json.loads(Spades.record.dump_json(record))["bids"] == BIDS


# --- The form --------------------------------------------------------------------------------------------------------


def test_partners_have_a_figure_and_a_bid_each():
    game = Spades(Spades.default_preset.rules, 4)
    assert game.sides == ((0, 2), (1, 3))
    assert game.entry_sides == ((0,), (1,), (2,), (3,))
    assert game.totals.bids.words == (("nil", "Nil"), ("blind_nil", "Blind nil"))
    assert Spades(rules_of(Spades, blind_nil=None), 4).totals.bids.words == (("nil", "Nil"),)


def asked(*, by_card=False, **options):
    return {each.field: each for each in Spades(rules_of(Spades, **options), 4).questions(by_card=by_card)}


def test_bids_are_asked_before_the_first_card():
    bids = asked(by_card=True)["bids"]
    assert (bids.answer, bids.required) == (Answer.BY_SIDE, True)
    assert [value for value, _label in bids.options] == ["nil", "blind_nil", *range(1, 14)]
    assert asked() == {}


@pytest.mark.parametrize(
    ("options", "answers", "record"),
    [
        ({"blind": True}, {"blind_players": [2]}, {"blind": [0]}),
        ({"blind": True}, {"blind_players": [0, 1, 2]}, {"blind": [0, 1]}),
        ({"blind": True} | ALONE, {"blind": [3]}, {"blind": [3]}),
    ],
)
def test_who_bid_blind(options, answers, record):
    assert list(asked(**options)) == list(answers)
    assert Spades.record_of(hand(BIDS) | answers) == hand(BIDS) | record
    field = next(iter(answers))
    assert set(answers[field]) <= set(Spades.answers_of(hand(BIDS) | record)[field])


def test_nobody_bid_blind():
    assert Spades.record_of(hand(BIDS) | {"blind_players": []}) == hand(BIDS)
    assert Spades.answers_of(hand(BIDS)) == hand(BIDS)
