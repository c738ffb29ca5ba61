"""Cards: which may be played and led, and which card wins."""

import pytest

from games.catalogue.spades.game import Spades
from games.catalogue.spades.play import shape
from games.kit.cards import CARD_BY_SPELLING, CODES, mask_of
from tests.games.series import Series

BIDS = [3, 3, 3, 4]


def allowed(hand, table):
    """Return the cards that may be played by the law that judges a hand."""
    cards = [CARD_BY_SPELLING[code] for code in hand.split()]
    led, *others = [CARD_BY_SPELLING[code] for code in table.split()]
    row = shape().law.rows_when_led[led]
    for card in others:
        row = row[card][1]
    held = mask_of(cards)
    return " ".join(code for code in hand.split() if not row[CARD_BY_SPELLING[code]][0] & held)


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        ("3C 9C KC 2S", "8C", "3C 9C KC"),  # follow suit, high or low
        ("3C 9C 2S", "8C 5S", "3C 9C"),
        ("2S QS AH", "8C", "2S QS AH"),  # else anything
        ("2S 4S AH", "8S", "2S 4S"),
        ("AH 3D", "8S", "AH 3D"),
    ],
)
def test_what_may_be_played(hand, table, expected):
    assert allowed(hand, table) == expected


def score_of(tricks, first_leader=0, **more):
    record = {"bids": BIDS, "direction": "clockwise", "first_leader": first_leader, "tricks": tricks} | more
    problems = Series(Spades, 4).problems(record)
    assert {code for _field, code in problems} <= {"unfinished"}, problems
    return Series(Spades, 4).score_of(record)


def wrong(score):
    """Trick, seat, card, duty, what could have been played, and where it showed."""
    return [
        (
            play.trick,
            play.seat,
            CODES[play.played],
            play.must,
            [CODES[card] for card in play.could_have_played],
            play.shown_in,
        )
        for play in score.illegal_plays
    ]


def test_the_highest_spade_wins_or_else_the_highest_card_of_the_led_suit():
    score = score_of([["8C", "2S", "KC", "AD"], ["2H", "AH", "3S", "5S"]])
    assert score.winners == (1, 3)


def test_a_suit_that_was_not_followed_is_reported():
    score = score_of([["8C", "2D", "KC", "9C"], ["2H", "3C", "AC", "5C"]])
    assert wrong(score) == [(1, 1, "2D", "follow clubs", ["3C"], 2)]


def test_spades_must_not_be_led_before_they_are_broken():
    score = score_of([["8S", "9S", "2S", "3S"], ["2C", "AC", "3C", "4C"], ["2D", "AD", "3D", "4D"]])
    assert wrong(score) == [(1, 0, "8S", "lead another suit", ["2C", "2D"], 2)]
    assert str(score.illegal_plays[0].why) == "had to lead another suit, because no spades had been played"


def test_spades_that_were_thrown_may_be_led_after_the_trick():
    broken = [["8C", "2S", "KC", "AC"], ["4S", "9S", "5S", "3S"], ["2D", "AD", "3D", "4D"]]
    assert wrong(score_of(broken)) == []


def test_a_second_lead_of_spades_is_not_reported_again():
    score = score_of([["8S", "9S", "2S", "3S"], ["4S", "JS", "5S", "6S"], ["2D", "AD", "3D", "4D"]])
    assert [play.trick for play in score.illegal_plays] == [1]


def test_who_has_nothing_but_spades_may_lead_them():
    spades = [f"{rank}S" for rank in (*range(2, 11), *"JQKA")]
    others = [[f"{rank}{suit}" for rank in (*range(2, 11), *"JQKA")] for suit in "CDH"]
    tricks = [list(row) for row in zip(spades, *others, strict=True)]
    score = score_of(tricks)
    assert (wrong(score), score.complete) == ([], True)
    assert score.points_won == (13, 0, 13, 0)
    assert score.points_entered == (67, -70, 67, -70)


def test_a_lead_is_judged_at_once_where_the_cards_are_known():
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in (*range(2, 11), *"JQKA")]
    dealt = [pack[seat::4] for seat in range(4)]
    score = score_of([["2S", None, None, None]], holdings=dealt)
    others = sorted((code for code in dealt[0] if code[-1] != "S"), key=CARD_BY_SPELLING.get)
    assert wrong(score) == [(1, 0, "2S", "lead another suit", others, None)]
    assert wrong(score_of([["2S", None, None, None]])) == []


def test_a_hand_card_by_card_counts_as_its_tricks_do():
    """Seat 4 holds all spades and leads them: the figures are those of thirteen tricks."""
    rows = [[f"{rank}{suit}" for suit in "CHDS"] for rank in (*range(2, 11), *"JQKA")]
    score = score_of(rows, first_leader=3)
    assert [str(play.why) for play in score.illegal_plays] == []
    assert score.winners == (3,) * 13
    series = Series(Spades, 4).play({"bids": BIDS, "tricks": [0, 0, 0, 13]})
    assert list(score.points_entered) == series.entered
    assert score.lines == series.scores[0].lines


def test_bags_of_hands_card_by_card_are_counted_on():
    rows = [[f"{rank}{suit}" for suit in "CHDS"] for rank in (*range(2, 11), *"JQKA")]
    record = {"bids": BIDS, "direction": "clockwise", "first_leader": 3, "tricks": rows}
    series = Series(Spades, 4).play(record, record)  # six bags each for the second team
    assert series.entered[1] == 76 - 100


def test_the_player_after_the_dealer_leads():
    rows = [[f"{rank}{suit}" for suit in "CHDS"] for rank in (*range(2, 11), *"JQKA")]
    record = {"bids": BIDS, "direction": "clockwise", "first_leader": 3, "tricks": rows}
    assert Series(Spades, 4, first_dealer=2).play(record).warnings == []
    assert Series(Spades, 4, first_dealer=0).play(record).warnings == [("first_leader", "not_after_dealer")]
