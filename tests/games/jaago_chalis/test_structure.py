"""Invalid records of cards: every kind of mistake, with its place, code and sentence."""

from copy import deepcopy

import pytest

from tests.games.data import load
from tests.games.jaago_chalis.table import cards, codes, messages, problems, read, score

GAME_1 = load("jaago-chalis-game-1.json")["record"]
HOLDINGS = [[row[seat] for row in GAME_1["tricks"]] for seat in range(4)]
GAPS = [None, None, None, None]


def game_1(tricks=13, *, holdings=None, **changes):
    """The worked hand, or its first tricks, with some cells changed. Keys are trick and seat, counted from 0."""
    record = deepcopy(GAME_1)
    record["tricks"] = record["tricks"][:tricks]
    for cell, card in changes.items():
        _, trick, seat = cell.split("_")
        record["tricks"][int(trick)][int(seat)] = card
    return record | ({"holdings": deepcopy(holdings)} if holdings else {})


class TestUnfinished:
    def test_missing_cards_are_reported(self):
        """D leads the last trick, A plays, and B and C have not played."""
        record = game_1(at_12_1=None, at_12_2=None)
        assert problems(record) == [("tricks", "unfinished")]
        assert messages(record) == ["The hand is not finished: 2 cards are still to be played."]

    def test_one_missing_card_is_reported_in_the_singular(self):
        record = game_1(at_12_2=None)
        assert messages(record) == ["The hand is not finished: 1 card is still to be played."]

    @pytest.mark.parametrize("tricks", [0, 1, 7, 12])
    def test_missing_tricks_are_reported(self, tricks):
        assert problems(game_1(tricks)) == [("tricks", "unfinished")]

    def test_an_empty_row_is_a_trick_that_has_not_begun(self):
        record = game_1(7)
        record["tricks"].append(list(GAPS))
        assert problems(record) == [("tricks", "unfinished")]
        assert score(record).points_won == score(game_1(7)).points_won

    def test_an_unfinished_hand_can_be_scored_so_far(self):
        """Tricks 1 to 3 go to D, C and B: 2, 4 and 2 points. Nothing is entered yet."""
        scored = score(game_1(3))
        assert not scored.complete
        assert scored.points_won == (0, 2, 4, 2)
        assert scored.points_entered == (0, 0, 0, 0)
        assert (scored.winners, scored.trick_points) == ((3, 2, 1), (2, 4, 2))
        assert (scored.last_trick_winner, scored.lines, scored.transfers) == (None, (), ())


class TestCardsPlayedTwice:
    def test_a_card_in_two_tricks_is_reported_with_the_missing_card(self):
        """The 3C of the first trick is also in the place of the 9C in the third."""
        record = game_1(at_2_0="3C")
        assert problems(record) == [("tricks.2.0", "played_twice"), ("tricks", "missing_cards")]
        assert messages(record) == [
            "3♣ is in trick 1 and again in trick 3.",
            "Not played at all: 9♣.",
        ]

    def test_a_card_twice_in_one_trick_is_reported(self):
        record = game_1(at_0_3="3C")
        assert messages(record)[0] == "3♣ is in trick 1 twice."

    def test_every_repeated_card_is_reported(self):
        assert problems(game_1(at_2_0="3C", at_5_1="3C")) == [
            ("tricks.2.0", "played_twice"),
            ("tricks.5.1", "played_twice"),
            ("tricks", "missing_cards"),
        ]

    def test_an_unfinished_hand_has_no_missing_card(self):
        assert problems(game_1(3, at_2_0="3C")) == [("tricks.2.0", "played_twice"), ("tricks", "unfinished")]


class TestRows:
    def test_not_a_card(self):
        assert problems(game_1(at_4_1="11D", at_4_2="joker")) == [
            ("tricks.4.1", "not_a_card"),
            ("tricks.4.2", "not_a_card"),
        ]

    def test_rows_that_do_not_have_four_cards_are_refused(self):
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

    def test_a_fourteenth_trick_is_refused(self):
        record = game_1()
        record["tricks"].append(list(GAPS))
        assert problems(record) == [("tricks", "too_many_tricks")]
        assert messages(record) == ["A hand has 13 tricks, not more."]

    @pytest.mark.parametrize("tricks", [None, "3C", 5, {"0": []}, [["3C"] * 4] * 53])
    def test_other_values_than_rows_are_refused(self, tricks):
        assert problems(cards([]) | {"tricks": tricks}) == [("tricks", "not_rows")]

    def test_a_gap_before_later_cards_is_reported(self):
        record = game_1(at_3_1=None)
        assert problems(record) == [("tricks.3", "gap"), ("tricks", "unfinished")]
        assert messages(record)[0] == "Trick 4 has a gap although play went on after it."

    def test_a_gap_in_the_second_last_trick_is_reported(self):
        assert problems(game_1(at_11_2=None)) == [("tricks.11", "gap"), ("tricks", "unfinished")]

    def test_a_gap_in_the_first_of_two_tricks_is_reported(self):
        assert problems(game_1(2, at_0_1=None)) == [("tricks.0", "gap"), ("tricks", "unfinished")]

    def test_every_gap_is_reported_except_in_the_current_trick(self):
        """Only D has played to trick 9. That is the trick on the table and no gap."""
        record = game_1(9, at_1_0=None, at_4_3=None, at_8_0=None, at_8_1=None, at_8_2=None)
        assert problems(record) == [("tricks.1", "gap"), ("tricks.4", "gap"), ("tricks", "unfinished")]


class TestTurns:
    def test_a_card_out_of_turn_in_the_first_trick_is_reported(self):
        """Clockwise from C (seat 2): D has not played and A has."""
        record = cards([["3C", None, "4C", None]], leader=2)
        assert problems(record) == [("tricks.0.0", "out_of_turn"), ("tricks", "unfinished")]
        assert messages(record)[0] == "seat 1 has a card in trick 1 before seat 4 has played."

    def test_a_card_out_of_turn_is_reported_anticlockwise(self):
        assert problems(cards([[None, "3C", "4C", None]], "anticlockwise", 2)) == [("tricks", "unfinished")]
        assert problems(cards([[None, None, "4C", "3C"]], "anticlockwise", 2)) == [
            ("tricks.0.3", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    def test_a_trick_without_the_card_of_its_leader_is_reported(self):
        assert problems(cards([[None, "3C", None, "5C"]], leader=0)) == [
            ("tricks.0.1", "out_of_turn"),
            ("tricks.0.3", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    def test_a_later_trick_must_be_led_by_the_winner(self):
        """D won the first trick of game 1 with the ace of clubs and leads the second; C leads it here."""
        first = GAME_1["tricks"][0]
        assert problems(cards([first, [None, None, None, "4H"]], leader=2)) == [("tricks", "unfinished")]
        record = cards([first, [None, None, "QH", None]], leader=2)
        assert problems(record) == [("tricks.1.2", "out_of_turn"), ("tricks", "unfinished")]
        assert messages(record)[0] == "seat 3 has a card in trick 2 before seat 4 has played."

    @pytest.mark.parametrize("trump", ["2S", "AS"])
    def test_a_winner_with_jaago_leads_the_next_trick(self, trump):
        """On the KC the 2S wins like the AS: it is Jaago, and its player leads."""
        first = ["KC", "AH", trump, "AD"]
        assert problems(cards([first, [None, None, "3H", None]])) == [("tricks", "unfinished")]
        assert problems(cards([first, ["3H", None, None, None]])) == [
            ("tricks.1.0", "out_of_turn"),
            ("tricks", "unfinished"),
        ]

    @pytest.mark.parametrize("leader", [4, 8])
    def test_a_leader_without_a_seat_is_refused(self, leader):
        assert problems(cards([], leader=leader)) == [("first_leader", "no_such_seat")]

    @pytest.mark.parametrize(
        ("leader", "code"),
        [(-1, "out_of_range"), (1000, "out_of_range"), (True, "not_a_number"), (1.0, "not_a_number")],
    )
    def test_a_leader_that_is_not_a_seat_number_is_refused(self, leader, code):
        assert problems(cards([], leader=leader)) == [("first_leader", code)]

    def test_an_unknown_direction_is_refused(self):
        assert problems(cards([], direction="left")) == [("direction", "not_a_choice")]


class TestHoldings:
    def test_holdings_that_match_the_cards_are_accepted(self):
        assert problems(game_1(holdings=HOLDINGS)) == []
        assert problems(game_1(5, holdings=HOLDINGS)) == [("tricks", "unfinished")]
        assert read(game_1(0, holdings=HOLDINGS)).holdings is not None

    def test_holdings_can_be_in_any_order(self):
        assert problems(game_1(holdings=[sorted(holding) for holding in HOLDINGS])) == []

    def test_not_four(self):
        assert problems(game_1(holdings=HOLDINGS[:3])) == [("holdings", "wrong_length")]
        assert problems(game_1() | {"holdings": []}) == [("holdings", "wrong_length")]

    def test_a_holding_of_twelve_cards_is_refused(self):
        holdings = [HOLDINGS[0], HOLDINGS[1][:-1], HOLDINGS[2], HOLDINGS[3]]
        assert problems(game_1(0, holdings=holdings)) == [("holdings.1", "wrong_count"), ("tricks", "unfinished")]
        assert messages(game_1(0, holdings=holdings))[0] == "seat 2 was dealt 13 cards, not 12."

    def test_a_holding_of_fourteen_cards_is_refused(self):
        """One player has fourteen cards: the problems are the count and the card that another player has too."""
        holdings = [[*HOLDINGS[0], HOLDINGS[1][0]], *HOLDINGS[1:]]
        assert problems(game_1(0, holdings=holdings)) == [
            ("holdings.0", "wrong_count"),
            ("holdings.1", "dealt_twice"),
            ("tricks", "unfinished"),
        ]
        assert messages(game_1(0, holdings=holdings))[0] == "seat 1 was dealt 13 cards, not 14."

    def test_a_card_in_two_holdings_is_refused(self):
        """B has 2S and not 6C in this list, but A's 3C again."""
        holdings = deepcopy(HOLDINGS)
        holdings[1][holdings[1].index("6C")] = "3C"
        assert problems(game_1(0, holdings=holdings)) == [("holdings.1", "dealt_twice"), ("tricks", "unfinished")]
        assert messages(game_1(0, holdings=holdings))[0] == "3♣ was dealt twice."

    def test_not_a_card(self):
        holdings = deepcopy(HOLDINGS)
        holdings[2][4] = "1H"
        assert problems(game_1(0, holdings=holdings)) == [("holdings.2.4", "not_a_card")]

    def test_a_card_played_by_another_player_than_its_holder_is_refused(self):
        """A and B of the first trick are mixed up: A played B's 5C and B A's 3C."""
        record = game_1(1, holdings=HOLDINGS, at_0_0="5C", at_0_1="3C")
        assert problems(record) == [
            ("tricks.0.0", "not_held"),
            ("tricks.0.1", "not_held"),
            ("tricks", "unfinished"),
        ]
        assert messages(record)[0] == "seat 1 played 5♣ in trick 1 but was not dealt it."


def test_all_problems_are_listed_at_once():
    record = game_1(6, holdings=[HOLDINGS[0][:-1], *HOLDINGS[1:]], at_2_0="3C", at_3_1=None)
    assert problems(record) == [
        ("tricks.2.0", "played_twice"),
        ("tricks.3", "gap"),
        ("holdings.0", "wrong_count"),
        ("tricks", "unfinished"),
    ]


def test_all_unreadable_parts_are_listed_at_once():
    record = {"direction": "up", "first_leader": "C", "tricks": [["x"]], "holdings": 5, "dealer": 1}
    assert sorted(problems(record)) == [
        ("dealer", "unknown_field"),
        ("direction", "not_a_choice"),
        ("first_leader", "not_a_number"),
        ("holdings", "not_rows"),
        ("tricks.0.0", "not_a_card"),
    ]


def test_missing_parts_are_refused():
    assert sorted(problems({"tricks": []})) == [("direction", "missing"), ("first_leader", "missing")]


def test_cards_are_read_in_every_spelling():
    row = ["Ts", "k♠\ufe0e", "5♠️", "2S"]
    assert codes(read(cards([row])).tricks[0]) == ["10S", "KS", "5S", "2S"]
    assert problems(cards([row])) == [("tricks", "unfinished")]
