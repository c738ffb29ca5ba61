"""A hand during play: the turn, the best card so far, and what the played cards show about the hidden ones.

Seats are A, B, C, D in clockwise order, so B plays after A.
"""

import pytest

from games.catalogue.jaago_chalis.play import SHAPE
from games.kit.cards import CARD_BY_SPELLING, CODES, cards_in
from games.kit.table_view import view_table
from tests.games.jaago_chalis.deals import hand_with_one_revoke, random_hand
from tests.games.jaago_chalis.reference import PACK, duty_of, judge
from tests.games.jaago_chalis.table import cards, codes, read

A, B, C, D = range(4)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def view(tricks, direction="clockwise", leader=A, **more):
    return view_table(read(cards(tricks, direction, leader, **more)), SHAPE)


def shown(mask):
    return codes(cards_in(mask))


def denied(table_view):
    return {CODES[card]: trick for card, trick in table_view.denied.items()}


def suit(letter, *, without=()):
    return {rank + letter for rank in RANKS} - set(without)


class TestTurn:
    def test_the_first_leader_has_the_first_turn(self):
        table = view([], leader=C)
        assert (table.trick, table.leader, table.turn, table.winning, table.situation) == (1, C, C, None, None)
        assert table.on_table == (None, None, None, None)

    def test_an_empty_row_is_a_trick_that_has_not_begun(self):
        assert view([[None, None, None, None]], leader=C) == view([], leader=C)

    def test_turns_go_clockwise(self):
        table = view([[None, None, "4C", "AC"]], leader=C)
        assert (table.trick, table.leader, table.turn) == (1, C, A)

    def test_turns_go_anticlockwise(self):
        assert view([[None, "AC", "4C", None]], "anticlockwise", C).turn == A

    def test_the_winner_leads_the_next_trick(self):
        """On the KC the 2S is Jaago and wins for C."""
        table = view([["KC", "AC", "2S", "AH"]])
        assert (table.trick, table.leader, table.turn, table.winning) == (2, C, C, None)

    def test_no_seat_has_the_turn_when_the_hand_is_over(self):
        table = view(random_hand(1).tricks())
        assert (table.turn, table.trick, table.denied, table.forced) == (None, 13, {}, None)


class TestBestCard:
    @pytest.mark.parametrize(
        ("row", "winning", "led", "best"),
        [
            (["4C", None, None, None], A, "C", "4C"),
            (["4C", "9C", None, None], B, "C", "9C"),
            (["4C", "9C", "5C", None], B, "C", "9C"),
            (["4C", "9C", "2S", None], C, "C", "2S"),
            (["4C", "3S", "2S", None], B, "C", "3S"),
            (["4C", "AH", "AD", None], A, "C", "4C"),
            (["4D", "2H", "AD", None], B, "D", "2H"),
        ],
    )
    def test_the_best_card_is_the_highest_jaago_or_of_the_led_suit(self, row, winning, led, best):
        table = view([row])
        assert table.winning == winning
        assert (PACK[table.situation.led * 13][-1], CODES[table.situation.best]) == (led, best)


FIRST = ["4C", "KC", "AC"]  # A leads, B and C follow, and C takes it unless D plays Jaago
OTHER_CLUBS = suit("C", without=FIRST)
AFTER_JAAGO = [["4C", "QS", "5C", "9S"], [None, "2D", "3D", None]]


@pytest.mark.parametrize(
    ("tricks", "turn", "expected"),
    [
        # A card of the other colour denies both suits of the colour that was led.
        ([[*FIRST, "9H"], [None, None, "2D", None]], D, dict.fromkeys(OTHER_CLUBS | suit("S"), 1)),
        # Jaago denies the led suit. Only denials of the seat to play are listed.
        ([[*FIRST, "9S"], [None, None, None, "2D"]], A, {}),
        ([[*FIRST, "9S"], ["3D", "4D", "5D", "2D"], [None, None, "6D", None]], D, dict.fromkeys(OTHER_CLUBS, 1)),
        ([[*FIRST, "9H"]], C, {}),
        # A lower card of the led suit denies the higher ones.
        ([["4C", "10C", "JC", "3C"], [None, None, "2D", None]], D, {"QC": 1, "KC": 1, "AC": 1}),
        # A lower Jaago denies the led suit and the higher Jaago. To follow under Jaago denies nothing.
        (AFTER_JAAGO, D, dict.fromkeys(suit("C", without=["4C", "5C"]) | {"KS", "AS"}, 1)),
        ([["4C", "QS", "5C", "3C"], [None, "2D", "3D", None]], D, {}),
        # A denial names its latest trick: hearts on two black tricks, both won by C.
        (
            [[*FIRST, "9H"], ["3S", "4S", "AS", "8H"], [None, None, "2D", None]],
            D,
            dict.fromkeys(OTHER_CLUBS | suit("S", without=["3S", "4S", "AS"]), 2),
        ),
        # Cards that have been played are not listed: C leads the queen.
        ([[*FIRST, "9H"], [None, None, "QC", None]], D, dict.fromkeys((OTHER_CLUBS | suit("S")) - {"QC"}, 1)),
    ],
)
def test_what_a_player_has_denied(tricks, turn, expected):
    table = view(tricks)
    assert (table.turn, denied(table)) == (turn, expected)


class TestHidden:
    def test_nothing_is_known_at_first(self):
        hidden = view([]).hidden
        assert [shown(mask) for mask in hidden.possible] == [PACK] * 4
        assert hidden.certain == (0, 0, 0, 0)

    def test_a_denied_card_is_not_possible(self):
        """B does not beat the QC, so B has neither king nor ace of clubs."""
        hidden = view([["QC", "2C", None, None]]).hidden
        everything = [card for card in PACK if card not in ("QC", "2C")]
        assert shown(hidden.possible[B]) == [card for card in everything if card not in ("KC", "AC")]
        assert shown(hidden.possible[D]) == everything

    def test_a_card_that_all_others_deny_is_certain(self):
        hidden = view([["QC", "2C", "3C", "4C"]]).hidden
        assert [shown(mask) for mask in hidden.certain] == [["KC", "AC"], [], [], []]

    def test_a_certain_card_is_owed(self):
        """A certainly has king and ace of clubs and plays last to a club, so A may not discard or play lower."""
        tricks = [["QC", "2C", "3C", "4C"], ["2D", "KD", "3D", "4D"], [None, "5C", "6C", "7C"]]
        table = view(tricks)
        assert table.turn == A
        assert (table.duty.duty, shown(table.duty.owed)) == ("beat", ["8C", "9C", "10C", "JC", "QC", "KC", "AC"])
        assert {"2S", "AS", "AD", "2H"} <= set(shown(table.forbidden))
        assert not {"8C", "9C", "10C", "JC", "KC", "AC"} & set(shown(table.forbidden))

    def test_a_possible_card_is_not_owed_yet(self):
        table = view([["QC", None, None, None]])
        assert (table.duty, table.forbidden) == (None, 0)

    def test_contradicting_denials_are_ignored(self):
        """If B, C and D all had neither spade nor club, A would have 25 black cards in a hand of 12."""
        hidden = view([["2S", "3H", "4H", "5H"]]).hidden
        unplayed = [card for card in PACK if card not in ("2S", "3H", "4H", "5H")]
        assert hidden.certain == (0, 0, 0, 0)
        assert [shown(mask) for mask in hidden.possible] == [unplayed] * 4

    def test_a_false_denial_is_ignored(self):
        """D plays a heart on a club in trick 1 and follows clubs in trick 2, so D may have any club."""
        tricks = [["4C", "KC", "AC", "9H"], [None, None, "2C", "7C"]]
        hidden = view(tricks).hidden
        assert {"8C", "JC", "2S", "AS"} <= set(shown(hidden.possible[D]))

    def test_a_false_denial_makes_no_card_certain(self):
        """Trick 1: B, C and D have no club above the queen. In trick 3 D plays the ace, and may have the king too."""
        tricks = [["QC", "2C", "3C", "4C"], ["2D", "KD", "3D", "4D"], [None, "5C", "6C", "AC"]]
        table = view(tricks)
        assert table.turn == A
        assert table.hidden.certain == (0, 0, 0, 0)
        assert (table.duty, table.forbidden) == (None, 0)

    def test_other_denials_of_the_same_player_still_count(self):
        """D revoked in clubs in trick 1, but in trick 2 did not beat the king of diamonds."""
        tricks = [["4C", "KC", "AC", "9H"], ["3D", "5D", "KD", "4D"], [None, None, "2C", "7C"]]
        assert "AD" not in shown(view(tricks).hidden.possible[D])


class TestKnownHoldings:
    HAND = random_hand(7)

    @pytest.mark.parametrize("played", [0, 1, 2, 3, 4, 22, 47])
    def test_known_holdings_hide_nothing(self, played):
        table = view_table(read(self.HAND.record(played, with_holdings=True)), SHAPE)
        for seat in range(4):
            left = set(self.HAND.left(seat, played))
            assert set(shown(table.hidden.possible[seat])) == set(shown(table.hidden.certain[seat])) == left
        assert table.denied == {}

    @pytest.mark.parametrize("played", range(52))
    def test_cards_that_may_not_be_played_are_listed(self, played):
        hand = random_hand(played)
        table = view_table(read(hand.record(played, with_holdings=True)), SHAPE)
        seat, _ = hand.played[played]
        holding = hand.left(seat, played)
        on_table = [card for _, card in hand.played[played - played % 4 : played]]
        duty, playable = duty_of(on_table, holding)
        assert set(shown(table.forbidden)) == set(holding) - set(playable)
        assert (table.duty is None) == (duty == "any")
        if table.duty:
            assert table.duty.duty == duty.split()[0]


class TestForcedCards:
    HAND = random_hand(3)

    def forced(self, played, **options):
        return view_table(read(self.HAND.record(played, **options)), SHAPE).forced

    def test_the_last_card_of_the_pack_is_forced(self):
        assert CODES[self.forced(51)] == self.HAND.played[51][1]

    @pytest.mark.parametrize("played", [0, 30, 47, 48, 50])
    def test_no_earlier_card_is_forced(self, played):
        assert self.forced(played) is None

    @pytest.mark.parametrize("played", [48, 49, 50, 51])
    def test_the_last_card_of_every_player_is_forced_when_the_holdings_are_known(self, played):
        assert CODES[self.forced(played, with_holdings=True)] == self.HAND.played[played][1]

    def test_the_second_last_cards_are_not_forced(self):
        assert self.forced(47, with_holdings=True) is None

    def test_a_denial_forces_no_card(self):
        """Even if the denials leave only one card for the seat to play, because a denial can be false."""
        for seed in range(40):
            hand = random_hand(seed)
            for played in range(45, 51):
                assert view_table(read(hand.record(played)), SHAPE).forced is None


@pytest.mark.parametrize("seed", range(60))
def test_inferences_from_legal_play_are_true(seed):
    """Certain cards are held, impossible cards are not, and every legal card may be played."""
    hand = random_hand(seed)
    for played in range(seed % 4, 52, 4):
        table = view_table(read(hand.record(played)), SHAPE)
        for other in range(4):
            left = {CARD_BY_SPELLING[card] for card in hand.left(other, played)}
            assert set(cards_in(table.hidden.certain[other])) <= left <= set(cards_in(table.hidden.possible[other]))
        seat, _ = hand.played[played]
        on_table = [card for _, card in hand.played[played - played % 4 : played]]
        duty, playable = duty_of(on_table, hand.left(seat, played))
        assert not set(shown(table.forbidden)) & set(playable)
        assert not set(denied(table)) & set(hand.left(seat, played))
        assert table.duty is None or table.duty.duty == duty.split()[0]


@pytest.mark.thorough
def test_legal_play_allows_inferences():
    """Check the random hands of the test above."""
    certain = forbidden = 0
    for seed in range(20):
        for played in range(52):
            table = view_table(read(random_hand(seed).record(played)), SHAPE)
            certain += any(table.hidden.certain)
            forbidden += bool(table.forbidden)
    assert certain > 100
    assert forbidden > 5


@pytest.mark.parametrize("seed", range(60))
def test_denied_cards_warn_before_a_revoke_shows(seed):
    """Before the card that shows the revoke is played, it is marked as denied in the trick of the revoke."""
    hand, at = hand_with_one_revoke(seed)
    seat, _ = hand.played[at]
    first = next(number for number in range(at, 52) if judge(**arguments(hand, number + 1)).illegal)
    assert hand.played[first][0] == seat
    table = view_table(read(hand.record(first)), SHAPE)
    assert table.turn == seat
    assert denied(table)[hand.played[first][1]] >= at // 4 + 1


def arguments(hand, played):
    return {"direction": hand.direction, "first_leader": hand.leader, "tricks": hand.tricks(played)}
