"""A record of cards that is no hand: every kind of slip, with its place, code and sentence."""

from copy import deepcopy

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import cards, codes, messages, problems, read, score

GAME_1 = load("jaago-chalis-game-1.json")["record"]
HOLDINGS = [[row[seat] for row in GAME_1["tricks"]] for seat in range(4)]
GAPS = [None, None, None, None]


def game_1(tricks=13, *, holdings=None, **changes):
    """The worked hand, or its first tricks, with some cells (trick and seat, both as in a list) changed."""
    record = deepcopy(GAME_1)
    record["tricks"] = record["tricks"][:tricks]
    for cell, card in changes.items():
        _, trick, seat = cell.split("_")
        record["tricks"][int(trick)][int(seat)] = card
    return record | ({"holdings": deepcopy(holdings)} if holdings else {})


class TestUnfinished:
    def test_cards_missing(self):
        """D leads the last trick, then come A, B and C: the last two have not played."""
        record = game_1(at_12_1=None, at_12_2=None)
        assert problems(record) == [("tricks", "unfinished")]
        assert messages(record) == ["The hand is not finished: 2 cards are still to be played."]

    def test_one_card_missing(self):
        record = game_1(at_12_2=None)
        assert messages(record) == ["The hand is not finished: 1 card is still to be played."]

    @pytest.mark.parametrize("tricks", [0, 1, 7, 12])
    def test_whole_tricks_missing(self, tricks):
        assert problems(game_1(tricks)) == [("tricks", "unfinished")]

    def test_a_row_without_a_card_is_a_trick_not_begun(self):
        record = game_1(7)
        record["tricks"].append(list(GAPS))
        assert problems(record) == [("tricks", "unfinished")]
        assert score(record).points_won == score(game_1(7)).points_won

    def test_it_can_be_looked_at_and_scored_so_far(self):
        """Tricks 1 to 3 go to D, C and B: 2, 4 and 2 points. Nothing is entered yet."""
        scored = score(game_1(3))
        assert not scored.complete
        assert scored.points_won == (0, 2, 4, 2)
        assert scored.points_entered == (0, 0, 0, 0)
        assert (scored.winners, scored.trick_points) == ((3, 2, 1), (2, 4, 2))
        assert (scored.last_trick_winner, scored.lines, scored.transfers) == (None, (), ())


class TestCardsPlayedTwice:
    def test_in_two_tricks_and_what_is_missing(self):
        """The 3C of the first trick stands again where the 9C of the third should be."""
        record = game_1(at_2_0="3C")
        assert problems(record) == [("tricks.2.0", "played_twice"), ("tricks", "missing_cards")]
        assert messages(record) == [
            "3♣ is in trick 1 and again in trick 3.",
            "Not played at all: 9♣.",
        ]

    def test_in_one_trick(self):
        record = game_1(at_0_3="3C")
        assert messages(record)[0] == "3♣ is in trick 1 twice."

    def test_every_repetition_is_named(self):
        assert problems(game_1(at_2_0="3C", at_5_1="3C")) == [
            ("tricks.2.0", "played_twice"),
            ("tricks.5.1", "played_twice"),
            ("tricks", "missing_cards"),
        ]

    def test_in_a_hand_that_is_not_finished_nothing_is_said_to_be_missing(self):
        assert problems(game_1(3, at_2_0="3C")) == [("tricks.2.0", "played_twice"), ("tricks", "unfinished")]


class TestRows:
    def test_not_a_card(self):
        assert problems(game_1(at_4_1="11D", at_4_2="joker")) == [
            ("tricks.4.1", "not_a_card"),
            ("tricks.4.2", "not_a_card"),
        ]

    def test_not_four_long(self):
        record = game_1()
        record["tricks"][3] = record["tricks"][3][:3]
        record["tricks"][5].append("2C")
        record["tricks"][6] = []
        assert problems(record) == [
            ("tricks.3", "wrong_length"),
            ("tricks.5", "wrong_length"),
            ("tricks.6", "wrong_length"),
        ]
        assert messages(record)[0] == "Trick 4 needs a place for each of the 4 seats."

    def test_a_trick_too_many(self):
        record = game_1()
        record["tricks"].append(list(GAPS))
        assert problems(record) == [("tricks", "too_many_tricks")]
        assert messages(record) == ["A hand has 13 tricks, not more."]

    @pytest.mark.parametrize("tricks", [None, "3C", 5, {"0": []}, [["3C"] * 4] * 53])
    def test_no_rows_at_all(self, tricks):
        assert problems(cards([]) | {"tricks": tricks}) == [("tricks", "not_rows")]

    def test_a_gap_that_play_went_past(self):
        record = game_1(at_3_1=None)
        assert problems(record) == [("tricks.3", "gap"), ("tricks", "unfinished")]
        assert messages(record)[0] == "Trick 4 has a gap although play went on after it."

    def test_a_gap_in_the_last_trick_but_one(self):
        assert problems(game_1(at_11_2=None)) == [("tricks.11", "gap"), ("tricks", "unfinished")]

    def test_a_gap_in_the_first_of_two_tricks(self):
        assert problems(game_1(2, at_0_1=None)) == [("tricks.0", "gap"), ("tricks", "unfinished")]

    def test_every_gap_is_named_and_the_trick_on_the_table_has_none(self):
        """Of trick 9 D's card alone lies there; that is no gap, but the trick on the table."""
        record = game_1(9, at_1_0=None, at_4_3=None, at_8_0=None, at_8_1=None, at_8_2=None)
        assert problems(record) == [("tricks.1", "gap"), ("tricks.4", "gap"), ("tricks", "unfinished")]


class TestTurns:
    def test_out_of_turn_in_the_first_trick(self):
        """Clockwise from C (seat 2): D has not played and A has."""
        record = cards([["3C", None, "4C", None]], leader=2)
        assert problems(record) == [("tricks.0.0", "out_of_turn"), ("tricks", "unfinished")]
        assert messages(record)[0] == "seat 1 has a card in trick 1 before seat 4 has played."

    def test_anticlockwise_it_is_the_other_way_round(self):
        assert problems(cards([[None, "3C", "4C", None]], "anticlockwise", 2)) == [("tricks", "unfinished")]
        assert problems(cards([[None, None, "4C", "3C"]], "anticlockwise", 2)) == [
            ("tricks.0.3", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    def test_the_leader_has_not_led(self):
        assert problems(cards([[None, "3C", None, "5C"]], leader=0)) == [
            ("tricks.0.1", "out_of_turn"),
            ("tricks.0.3", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    def test_in_a_later_trick_the_winner_leads(self):
        """D won the first trick of game 1 with the ace of clubs and leads the second; C leads it here."""
        first = GAME_1["tricks"][0]
        assert problems(cards([first, [None, None, None, "4H"]], leader=2)) == [("tricks", "unfinished")]
        record = cards([first, [None, None, "QH", None]], leader=2)
        assert problems(record) == [("tricks.1.2", "out_of_turn"), ("tricks", "unfinished")]
        assert messages(record)[0] == "seat 3 has a card in trick 2 before seat 4 has played."

    @pytest.mark.parametrize("trump", ["2S", "AS"])
    def test_the_winner_may_have_won_with_jaago(self, trump):
        """On the KC the 2S is as good as the AS: it is Jaago, and its player leads."""
        first = ["KC", "AH", trump, "AD"]
        assert problems(cards([first, [None, None, "3H", None]])) == [("tricks", "unfinished")]
        assert problems(cards([first, ["3H", None, None, None]])) == [
            ("tricks.1.0", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    @pytest.mark.parametrize("leader", [4, 8])
    def test_a_leader_who_does_not_sit_here(self, leader):
        assert problems(cards([], leader=leader)) == [("first_leader", "no_such_seat")]

    @pytest.mark.parametrize(
        ("leader", "code"),
        [(-1, "out_of_range"), (1000, "out_of_range"), (True, "not_a_number"), (1.0, "not_a_number")],
    )
    def test_a_leader_who_could_sit_nowhere(self, leader, code):
        assert problems(cards([], leader=leader)) == [("first_leader", code)]

    def test_direction(self):
        assert problems(cards([], direction="left")) == [("direction", "not_a_choice")]


class TestHoldings:
    def test_right_ones(self):
        assert problems(game_1(holdings=HOLDINGS)) == []
        assert problems(game_1(5, holdings=HOLDINGS)) == [("tricks", "unfinished")]
        assert read(game_1(0, holdings=HOLDINGS)).holdings is not None

    def test_in_any_order(self):
        assert problems(game_1(holdings=[sorted(holding) for holding in HOLDINGS])) == []

    def test_not_four(self):
        assert problems(game_1(holdings=HOLDINGS[:3])) == [("holdings", "wrong_length")]
        assert problems(game_1() | {"holdings": []}) == [("holdings", "wrong_length")]

    def test_a_card_too_few(self):
        holdings = [HOLDINGS[0], HOLDINGS[1][:-1], HOLDINGS[2], HOLDINGS[3]]
        assert problems(game_1(0, holdings=holdings)) == [("holdings.1", "wrong_count"), ("tricks", "unfinished")]
        assert messages(game_1(0, holdings=holdings))[0] == "seat 2 was dealt 13 cards, not 12."

    def test_a_card_too_many(self):
        """Fourteen cards tapped for one player: the problem is the count, and the card that somebody else has too."""
        holdings = [[*HOLDINGS[0], HOLDINGS[1][0]], *HOLDINGS[1:]]
        assert problems(game_1(0, holdings=holdings)) == [
            ("holdings.0", "wrong_count"),
            ("holdings.1", "dealt_twice"),
            ("tricks", "unfinished"),
        ]
        assert messages(game_1(0, holdings=holdings))[0] == "seat 1 was dealt 13 cards, not 14."

    def test_a_card_twice(self):
        """B has 2S and not 6C in this list, but A's 3C again."""
        holdings = deepcopy(HOLDINGS)
        holdings[1][holdings[1].index("6C")] = "3C"
        assert problems(game_1(0, holdings=holdings)) == [("holdings.1", "dealt_twice"), ("tricks", "unfinished")]
        assert messages(game_1(0, holdings=holdings))[0] == "3♣ was dealt twice."

    def test_not_a_card(self):
        holdings = deepcopy(HOLDINGS)
        holdings[2][4] = "1H"
        assert problems(game_1(0, holdings=holdings)) == [("holdings.2.4", "not_a_card")]

    def test_a_card_that_was_not_dealt_to_its_player(self):
        """A and B of the first trick are mixed up: A played B's 5C and B A's 3C."""
        record = game_1(1, holdings=HOLDINGS, at_0_0="5C", at_0_1="3C")
        assert problems(record) == [
            ("tricks.0.0", "not_held"),
            ("tricks.0.1", "not_held"),
            ("tricks", "unfinished"),
        ]
        assert messages(record)[0] == "seat 1 played 5♣ in trick 1 but was not dealt it."


def test_all_problems_at_once():
    record = game_1(6, holdings=[HOLDINGS[0][:-1], *HOLDINGS[1:]], at_2_0="3C", at_3_1=None)
    assert problems(record) == [
        ("tricks.2.0", "played_twice"),
        ("tricks.3", "gap"),
        ("holdings.0", "wrong_count"),
        ("tricks", "unfinished"),
    ]


def test_all_unreadable_parts_at_once():
    record = {"direction": "up", "first_leader": "C", "tricks": [["x"]], "holdings": 5, "dealer": 1}
    assert sorted(problems(record)) == [
        ("dealer", "unknown_field"),
        ("direction", "not_a_choice"),
        ("first_leader", "not_a_number"),
        ("holdings", "not_rows"),
        ("tricks.0.0", "not_a_card"),
    ]


def test_parts_missing():
    assert sorted(problems({"tricks": []})) == [("direction", "missing"), ("first_leader", "missing")]


def test_cards_are_read_in_every_spelling():
    row = ["Ts", "k♠\ufe0e", "5♠️", "2S"]
    assert codes(read(cards([row])).tricks[0]) == ["10S", "KS", "5S", "2S"]
    assert problems(cards([row])) == [("tricks", "unfinished")]
