"""Illegal plays are reported as soon as they show, with the duty and the legal cards.

Seats are A, B, C, D in clockwise order, and A leads the first trick.
"""

import pytest

from games.kit.cards import CODES
from tests.games.jaago_chalis.deals import hand_with_one_revoke
from tests.games.jaago_chalis.reference import PACK
from tests.games.jaago_chalis.table import cards, plainly, problems, score

A, B, C, D = range(4)


def illegal(tricks, **more):
    record = cards(tricks, **more)
    assert problems(record) in ([], [("tricks", "unfinished")])
    return [plainly(play) for play in score(record).illegal_plays]


def holdings(b):
    """The given thirteen cards for B; the rest of the pack in order for the others."""
    rest = [card for card in PACK if card not in b]
    return [rest[:13], b, rest[13:26], rest[26:]]


class TestRevokesThatShowLater:
    def test_a_revoke_is_not_reported_before_the_withheld_card_appears(self):
        """B plays a heart on a club, which denies clubs and spades."""
        tricks = [["4C", "9H", "2C", "3C"]]
        assert illegal(tricks) == []
        assert illegal([*tricks, ["2D", "3D", "4D", "5D"]]) == []

    def test_a_revoke_is_reported_during_an_unfinished_trick(self):
        """D leads clubs to the third trick, and B plays a club after playing a heart on a club in the first."""
        tricks = [["4C", "9H", "5C", "6C"], ["2D", "3D", "4D", "5D"], ["8C", None, None, "7C"]]
        assert illegal(tricks) == []
        tricks[2][B] = "9C"
        assert illegal(tricks) == [(1, B, "9H", "beat 4C", ["9C"], 3)]

    def test_a_report_keeps_the_trick_in_which_the_revoke_first_showed(self):
        tricks = [["4C", "9H", "5C", "6C"], ["8C", "9C", "10C", "7C"]]
        assert illegal(tricks) == [(1, B, "9H", "beat 4C", ["9C"], 2)]
        assert illegal([*tricks, ["KC", "AC", "JC", "QC"]]) == [(1, B, "9H", "beat 4C", ["9C", "AC"], 2)]

    def test_a_withheld_jaago_shows_a_revoke(self):
        tricks = [["4C", "9H", "2C", "3C"], ["2S", "8S", "3S", "4S"]]
        assert illegal(tricks) == [(1, B, "9H", "jaago spades", ["8S"], 2)]

    def test_a_stronger_duty_that_shows_later_replaces_the_weaker_one(self):
        """The 8S shows in trick 2 that Jaago was owed; the 6C in trick 3 that the 4C had to be beaten. Shown in 2."""
        tricks = [["4C", "9H", "2C", "3C"], ["2S", "8S", "3S", "4S"], [None, "6C", None, None]]
        assert illegal(tricks) == [(1, B, "9H", "beat 4C", ["6C"], 2)]


class TestRevokesWithKnownHoldings:
    """With known holdings an illegal play shows at once."""

    B_HOLDS = ["5C", "9C", "3S", *[rank + "H" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J")]]

    def test_a_revoke_is_reported_at_once(self):
        """A's cards are the lower clubs and two more: 2C 3C 4C 6C 7C 8C 10C JC QC KC AC 2S 4S."""
        written = {"holdings": holdings(self.B_HOLDS)}
        assert illegal([["4C", "2H", None, None]], **written) == [(1, B, "2H", "beat 4C", ["5C", "9C"], None)]
        assert illegal([["4C", "3S", None, None]], **written) == [(1, B, "3S", "beat 4C", ["5C", "9C"], None)]
        assert illegal([["4C", "9C", None, None]], **written) == []


# The cards on the table before the next player plays, some of that player's holding, the card that is laid, the duty
# and the legal cards. Without a duty the card is legal.
LADDER = [
    (["4C"], ["5C", "3C"], "3C", "beat 4C", ["5C"]),
    (["4C"], ["3C", "9S"], "9S", "follow clubs", ["3C"]),
    (["4C"], ["9S", "2S"], "9H", "jaago spades", ["2S", "9S"]),
    (["4C", "9H"], ["5C", "3C"], "3C", "beat 4C", ["5C"]),
    (["4C", "8C"], ["9C", "5C", "3C"], "5C", "beat 8C", ["9C"]),
    (["4C", "8S"], ["9C", "3C", "AS"], "AS", "follow clubs", ["3C", "9C"]),
    (["4C", "8S"], ["AS", "2S"], "2S", "beat 8S", ["AS"]),
    (["4C", "8S"], ["7S", "2S"], "9H", "jaago spades", ["2S", "7S"]),
    (["4D", "8H", "AH"], ["KH", "2H"], "AS", "jaago hearts", ["2H", "KH"]),
    (["4D", "8H", "QH"], ["KH", "2H", "3D"], "KH", "follow diamonds", ["3D"]),
    (["AH"], ["KH", "2H"], "2D", "follow hearts", ["2H", "KH"]),
    (["AH"], ["KD", "2D"], "2C", "jaago diamonds", ["2D", "KD"]),
    (["4C"], ["5C", "AC"], "5C", None, None),
    (["4C"], ["3C", "2C"], "2C", None, None),
    (["4C"], ["9S", "2S"], "2S", None, None),
    (["4C"], ["9H", "AD"], "9H", None, None),
    (["4C", "8S"], ["9C", "3C", "AS"], "3C", None, None),
    (["4C", "8S"], ["9S", "AS", "2S"], "9S", None, None),
    (["4C", "8S"], ["7S", "2S"], "2S", None, None),
    (["4C", "8S"], ["9H"], "9H", None, None),
    (["4D", "8H", "AH"], ["KH", "2H"], "2H", None, None),
    (["4C", "8S", "9S"], ["10C", "AS"], "10C", None, None),
]


def position(on_table, held, played):
    """A leads. The seat to play holds these cards of the colour that was led, and else cards of the other colour."""
    row = [*on_table, played, None, None, None][:4]
    other_colour = [card for card in PACK if (card[-1] in "DH") != (on_table[0][-1] in "DH")]
    mine = list(dict.fromkeys([*held, played, *other_colour]))[:13]
    rest = [card for card in PACK if card not in mine and card not in on_table]
    holdings = []
    for seat in range(4):
        own = mine if seat == len(on_table) else [card for card in row[seat : seat + 1] if card]
        holdings.append([*own, *(rest.pop() for _ in range(13 - len(own)))])
    return len(on_table), cards([row], holdings=holdings)


@pytest.mark.parametrize(("on_table", "held", "played", "must", "could"), LADDER)
def test_a_broken_duty_is_reported_and_a_fulfilled_one_is_legal(on_table, held, played, must, could):
    seat, record = position(on_table, held, played)
    assert problems(record) == [("tricks", "unfinished")]
    found = [plainly(play) for play in score(record).illegal_plays if play.seat == seat]
    assert found == ([(1, seat, played, must, could, None)] if must else [])


@pytest.mark.parametrize("card", PACK)
def test_any_card_may_be_led(card):
    mine = [card, *[other for other in PACK if other != card][:12]]
    rest = [other for other in PACK if other not in mine]
    dealt = [mine, rest[:13], rest[13:26], rest[26:]]
    assert illegal([[card, None, None, None]], holdings=dealt) == []


@pytest.mark.parametrize("seed", range(100))
def test_one_planted_revoke_is_the_only_illegal_play(seed):
    hand, at = hand_with_one_revoke(seed)
    for with_holdings in (False, True):
        (found,) = score(hand.record(with_holdings=with_holdings)).illegal_plays
        assert (found.trick, found.seat, CODES[found.played]) == (at // 4 + 1, *hand.played[at])
        withheld = [CODES[card] for card in found.could_have_played]
        assert withheld
        assert set(withheld) <= set(hand.left(hand.played[at][0], at + 1))


def test_a_hand_with_a_revoke_can_be_recorded():
    hand, _ = hand_with_one_revoke(0)
    record = hand.record()
    assert problems(record) == []
    assert score(record).complete
    assert sum(score(record).points_won) == 40
