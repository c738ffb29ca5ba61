"""Invalid records of cards: every kind of mistake, with its place, code and sentence."""

from copy import deepcopy

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import cards, codes, messages, problems, read, score

GAME_1 = load("jaago-chalis-game-1.json")["record"]
FIRST = GAME_1["tricks"][0]  # D wins it with the ace of clubs
HOLDINGS = [[row[seat] for row in GAME_1["tricks"]] for seat in range(4)]
GAPS = [None] * 4
UNFINISHED = ("tricks", "unfinished")


def game_1(tricks=13, **changes):
    """The worked hand, or its first tricks. `at_2_0` puts another card into the third trick, at the first seat."""
    record = deepcopy(GAME_1)
    record["tricks"] = record["tricks"][:tricks]
    for cell, card in changes.items():
        _, trick, seat = cell.split("_")
        record["tricks"][int(trick)][int(seat)] = card
    return record


def with_rows(*more, **changes):
    """The worked hand with further rows, and with other rows in the place of its own: `row_3` is the fourth trick."""
    record = game_1()
    for name, row in changes.items():
        record["tricks"][int(name.removeprefix("row_"))] = row
    return record | {"tricks": [*record["tricks"], *more]}


def dealt(seat, *holding, tricks=0):
    """The worked hand before its first card, in which one player was dealt other cards."""
    return game_1(tricks) | {"holdings": [*HOLDINGS[:seat], list(holding), *HOLDINGS[seat + 1 :]]}


def replaced(holding, old, new):
    return [new if card == old else card for card in holding]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        # Unfinished.
        (game_1(at_12_1=None, at_12_2=None), [UNFINISHED]),
        *((game_1(tricks), [UNFINISHED]) for tricks in (0, 1, 7, 12)),
        (game_1(7) | {"tricks": [*GAME_1["tricks"][:7], GAPS]}, [UNFINISHED]),
        # The 3C of the first trick is also in the place of another card.
        (game_1(at_2_0="3C"), [("tricks.2.0", "played_twice"), ("tricks", "missing_cards")]),
        (
            game_1(at_2_0="3C", at_5_1="3C"),
            [("tricks.2.0", "played_twice"), ("tricks.5.1", "played_twice"), ("tricks", "missing_cards")],
        ),
        (game_1(3, at_2_0="3C"), [("tricks.2.0", "played_twice"), UNFINISHED]),
        # Rows.
        (game_1(at_4_1="11D", at_4_2="joker"), [("tricks.4.1", "not_a_card"), ("tricks.4.2", "not_a_card")]),
        (
            with_rows(row_3=GAME_1["tricks"][3][:3], row_5=[*GAME_1["tricks"][5], "2C"], row_6=[]),
            [(f"tricks.{row}", "wrong_length") for row in (3, 5, 6)],
        ),
        (with_rows(GAPS), [("tricks", "too_many_tricks")]),
        *(
            (cards([]) | {"tricks": rows}, [("tricks", "not_rows")])
            for rows in (None, "3C", 5, {"0": []}, [["3C"] * 4] * 53)
        ),
        # Gaps, except in the current trick: only D has played to trick 9.
        (game_1(at_3_1=None), [("tricks.3", "gap"), UNFINISHED]),
        (game_1(at_11_2=None), [("tricks.11", "gap"), UNFINISHED]),
        (game_1(2, at_0_1=None), [("tricks.0", "gap"), UNFINISHED]),
        (
            game_1(9, at_1_0=None, at_4_3=None, at_8_0=None, at_8_1=None, at_8_2=None),
            [("tricks.1", "gap"), ("tricks.4", "gap"), UNFINISHED],
        ),
        # Turns, clockwise and anticlockwise.
        (cards([["3C", None, "4C", None]], leader=2), [("tricks.0.0", "out_of_turn"), UNFINISHED]),
        (cards([[None, "3C", "4C", None]], "anticlockwise", 2), [UNFINISHED]),
        (cards([[None, None, "4C", "3C"]], "anticlockwise", 2), [("tricks.0.3", "out_of_turn"), UNFINISHED]),
        (
            cards([[None, "3C", None, "5C"]], leader=0),
            [("tricks.0.1", "out_of_turn"), ("tricks.0.3", "out_of_turn"), UNFINISHED],
        ),
        # The winner leads the next trick, also with Jaago: on the KC the 2S wins like the AS.
        (cards([FIRST, [None, None, None, "4H"]], leader=2), [UNFINISHED]),
        (cards([FIRST, [None, None, "QH", None]], leader=2), [("tricks.1.2", "out_of_turn"), UNFINISHED]),
        (cards([["KC", "AH", "2S", "AD"], [None, None, "3H", None]]), [UNFINISHED]),
        (cards([["KC", "AH", "AS", "AD"], [None, None, "3H", None]]), [UNFINISHED]),
        (cards([["KC", "AH", "2S", "AD"], ["3H", None, None, None]]), [("tricks.1.0", "out_of_turn"), UNFINISHED]),
        (cards([["KC", "AH", "AS", "AD"], ["3H", None, None, None]]), [("tricks.1.0", "out_of_turn"), UNFINISHED]),
        # The leader and the direction.
        (cards([], leader=4), [("first_leader", "no_such_seat")]),
        (cards([], leader=8), [("first_leader", "no_such_seat")]),
        (cards([], leader=-1), [("first_leader", "out_of_range")]),
        (cards([], leader=1000), [("first_leader", "out_of_range")]),
        (cards([], leader=True), [("first_leader", "not_a_number")]),
        (cards([], leader=1.0), [("first_leader", "not_a_number")]),
        (cards([], direction="left"), [("direction", "not_a_choice")]),
        ({"tricks": []}, [("direction", "missing"), ("first_leader", "missing")]),
        # Holdings, in any order.
        (game_1() | {"holdings": HOLDINGS}, []),
        (game_1() | {"holdings": [sorted(holding) for holding in HOLDINGS]}, []),
        (game_1(5) | {"holdings": HOLDINGS}, [UNFINISHED]),
        (game_1() | {"holdings": HOLDINGS[:3]}, [("holdings", "wrong_length")]),
        (game_1() | {"holdings": []}, [("holdings", "wrong_length")]),
        (dealt(1, *HOLDINGS[1][:-1]), [("holdings.1", "wrong_count"), UNFINISHED]),
        (
            dealt(0, *HOLDINGS[0], HOLDINGS[1][0]),
            [("holdings.0", "wrong_count"), ("holdings.1", "dealt_twice"), UNFINISHED],
        ),
        (dealt(1, *replaced(HOLDINGS[1], "6C", "3C")), [("holdings.1", "dealt_twice"), UNFINISHED]),
        (dealt(2, *HOLDINGS[2][:4], "1H", *HOLDINGS[2][5:]), [("holdings.2.4", "not_a_card")]),
        # A and B of the first trick are mixed up.
        (
            game_1(1, at_0_0="5C", at_0_1="3C") | {"holdings": HOLDINGS},
            [("tricks.0.0", "not_held"), ("tricks.0.1", "not_held"), UNFINISHED],
        ),
        # All problems are listed at once.
        (
            game_1(6, at_2_0="3C", at_3_1=None) | {"holdings": [HOLDINGS[0][:-1], *HOLDINGS[1:]]},
            [("tricks.2.0", "played_twice"), ("tricks.3", "gap"), ("holdings.0", "wrong_count"), UNFINISHED],
        ),
    ],
)
def test_every_problem_is_found_with_its_place(record, found):
    assert problems(record) == found


def test_all_unreadable_parts_are_listed_at_once():
    record = {"direction": "up", "first_leader": "C", "tricks": [["x"]], "holdings": 5, "dealer": 1}
    assert sorted(problems(record)) == [
        ("dealer", "unknown_field"),
        ("direction", "not_a_choice"),
        ("first_leader", "not_a_number"),
        ("holdings", "not_rows"),
        ("tricks.0.0", "not_a_card"),
    ]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (game_1(at_12_1=None, at_12_2=None), ["The hand is not finished: 2 cards are still to be played."]),
        (game_1(at_12_2=None), ["The hand is not finished: 1 card is still to be played."]),
        (game_1(at_2_0="3C"), ["3♣ is in trick 1 and again in trick 3.", "Not played at all: 9♣."]),
        (game_1(at_0_3="3C"), ["3♣ is in trick 1 twice."]),
        (with_rows(row_3=GAME_1["tricks"][3][:3]), ["Trick 4 needs a place for each of the 4 seats."]),
        (with_rows(GAPS), ["A hand has 13 tricks, not more."]),
        (game_1(at_3_1=None), ["Trick 4 has a gap although play went on after it."]),
        (cards([["3C", None, "4C", None]], leader=2), ["seat 1 has a card in trick 1 before seat 4 has played."]),
        (
            cards([FIRST, [None, None, "QH", None]], leader=2),
            ["seat 3 has a card in trick 2 before seat 4 has played."],
        ),
        (dealt(1, *HOLDINGS[1][:-1]), ["seat 2 was dealt 13 cards, not 12."]),
        (dealt(0, *HOLDINGS[0], HOLDINGS[1][0]), ["seat 1 was dealt 13 cards, not 14."]),
        (dealt(1, *replaced(HOLDINGS[1], "6C", "3C")), ["3♣ was dealt twice."]),
        (
            game_1(1, at_0_0="5C", at_0_1="3C") | {"holdings": HOLDINGS},
            ["seat 1 played 5♣ in trick 1 but was not dealt it."],
        ),
    ],
)
def test_the_first_problems_in_words(record, said):
    assert messages(record)[: len(said)] == said


def test_an_unfinished_hand_can_be_scored_so_far():
    """Tricks 1 to 3 go to D, C and B: 2, 4 and 2 points. Nothing is entered yet."""
    scored = score(game_1(3))
    assert not scored.complete
    assert scored.points_won == (0, 2, 4, 2)
    assert scored.points_entered == (0, 0, 0, 0)
    assert (scored.winners, scored.trick_points) == ((3, 2, 1), (2, 4, 2))
    assert (scored.last_trick_winner, scored.lines, scored.transfers) == (None, (), ())
    row_that_waits = game_1(3) | {"tricks": [*GAME_1["tricks"][:3], GAPS]}
    assert score(row_that_waits).points_won == scored.points_won


def test_cards_are_read_in_every_spelling():
    row = ["Ts", "k♠\ufe0e", "5♠️", "2S"]
    assert codes(read(cards([row])).tricks[0]) == ["10S", "KS", "5S", "2S"]
    assert problems(cards([row])) == [UNFINISHED]
