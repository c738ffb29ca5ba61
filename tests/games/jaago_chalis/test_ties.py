"""Level totals under each of the three options. The sources do not mention them. (Sums: test_settlement.py.)"""

import pytest

from tests.games.jaago_chalis.table import entered, nets, rules_with, settle, stand, thrown_in

SHARE, LAST_HAND, PLAY_ON = (rules_with(ties=option) for option in ("share", "last_hand", "play_on"))
STANDARD = ("standard", "standard_doubled")


@pytest.mark.parametrize(
    ("rules", "hands", "expected"),
    [
        # Level players share a place, whatever their single hands.
        (SHARE, [(10, 41, 10, 41)], ((1, 3), (0, 2))),
        (SHARE, [(20, 15, 0, 0), (21, 26, 0, 0)], ((0, 1), (2, 3))),
        # The better in the latest hand ranks higher. Equal hands and deals that were thrown in are skipped.
        (LAST_HAND, [(20, 15, 1, 0), (21, 26, 0, 0)], ((1,), (0,), (2,), (3,))),
        (LAST_HAND, [(15, 20, 1, 0), (20, 15, 0, 0), (13, 13, 0, 0), (-1, -1, 0, 0)], ((0,), (1,), (2,), (3,))),
        (LAST_HAND, [None, (15, 20, 1, 0), None, (26, 21, 0, 0), None, (7, 7, 0, 0), None], ((0,), (1,), (2,), (3,))),
        # A, C and D at 20. In the third hand C and D enter 12, A 8; in the second C enters 3 and D 2.
        (LAST_HAND, [(10, 0, 5, 6), (2, 0, 3, 2), (8, 41, 12, 12)], ((1,), (2,), (3,), (0,))),
        (LAST_HAND, [(20, 20, 5, 10), (21, 21, 10, 5)], ((0, 1), (2,), (3,))),
        # Only level players: B 41, C 20, D 15, A 1, although D was better than C in the latest hand.
        (LAST_HAND, [(1, 0, 20, 5), (0, 41, 0, 10)], ((1,), (2,), (3,), (0,))),
        # Without a tie all options give the same.
        *(
            (rules, [(9, 10, 16, -5), (32, 1, -2, 1)], ((0,), (2,), (1,), (3,)))
            for rules in (SHARE, LAST_HAND, PLAY_ON)
        ),
    ],
)
def test_the_ranking(rules, hands, expected):
    standing = stand([thrown_in() if hand is None else entered(*hand) for hand in hands], rules)
    assert (standing.ranking, standing.over) == (expected, max(standing.cumulative) >= 40)


@pytest.mark.parametrize("rules", [SHARE, LAST_HAND])
def test_a_tie_for_first_ends_the_series(rules):
    assert stand([entered(41, 41, 0, 0)], rules).over


@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        # A 44; B and C level at 10, C with the better latest hand: C pays 20, B 30, D at 2 pays 40.
        ([(20, 12, -2, 2), (24, -2, 12, 0)], (90, -30, -20, -40)),
        # Both at 41, B with the better latest hand; A pays 20, C at 5 pays 30, D at −3 pays 2 × 40.
        ([(26, 15, 5, -1), (15, 26, 0, -2)], (-20, 130, -30, -80)),
    ],
)
def test_level_players_who_are_ranked_pay_whole_sums(hands, paid):
    assert nets(settle([entered(*hand) for hand in hands], LAST_HAND), *STANDARD) == paid


class TestPlayOn:
    TIED = entered(41, 41, 0, -3)

    def test_a_tie_for_first_does_not_end_the_series(self):
        standing = stand([self.TIED], PLAY_ON)
        assert (standing.over, standing.counted) == (False, 1)
        assert standing.ranking == ((0, 1), (2,), (3,))

    def test_the_next_hand_that_breaks_the_tie_ends_the_series(self):
        standing = stand([self.TIED, entered(-2, 12, 10, -1), entered(30, 0, 0, 0)], PLAY_ON)
        assert (standing.over, standing.counted) == (True, 2)
        assert standing.cumulative == (39, 53, 10, -4)
        assert standing.ranking == ((1,), (0,), (2,), (3,))

    def test_another_tie_does_not_end_the_series(self):
        assert not stand([self.TIED, entered(10, 10, 10, 10)], PLAY_ON).over
        assert not stand([self.TIED, entered(0, 0, 41, 0)], PLAY_ON).over

    def test_a_broken_tie_below_forty_does_not_end_the_series(self):
        """Both fall back: 37 and 38."""
        assert not stand([self.TIED, entered(-4, -3, 15, 0)], PLAY_ON).over

    def test_a_third_player_can_end_the_series(self):
        standing = stand([self.TIED, entered(-1, -1, 42, 0)], PLAY_ON)
        assert (standing.over, standing.ranking[0]) == (True, (2,))

    def test_a_tie_further_down_does_not_matter(self):
        assert stand([entered(41, 20, 20, 0)], PLAY_ON).over

    def test_level_players_share_when_the_series_is_stopped(self):
        """As under share: C pays 30, D 2 × 40, 55 each to the two at the top."""
        assert nets(settle([self.TIED], PLAY_ON), *STANDARD) == (55, 55, -30, -80)
