"""The end of a series of Doppelkopf, required solos, Bock, and who pays whom."""

import pytest

from games.catalogue.doppelkopf.game import Doppelkopf
from games.catalogue.doppelkopf.rules import PRESETS
from tests.games.doppelkopf.hands import hand, solo, table
from tests.games.series import Series

WON = hand(121)  # +1 for A and C


def preset(slug, seats=4):
    return Series(Doppelkopf, seats, PRESETS[slug].rules)


class TestPresets:
    def test_ddv_has_24_hands(self):
        series = preset("ddv").play(*[WON] * 23)
        assert not series.standing.over
        assert series.play(WON).standing.over
        assert Doppelkopf(series.rules, 4).has_an_end

    def test_at_home_the_table_stops(self):
        series = preset("home").play(*[WON] * 30)
        assert not series.standing.over
        assert not Doppelkopf(series.rules, 4).has_an_end

    def test_at_home_re_doubles_and_hearts_count(self):
        record = hand(121, re_said="name", bock=2, extras={"re": {"hearts": 1}})
        assert preset("home").play(record).entered == [8, -8, 8, -8]

    def test_a_silent_solo(self):
        silent = hand(100, [0], kind="silent_solo")
        assert preset("ddv").play(silent).entered == [-6, 2, 2, 2]
        assert preset("home").play(silent).entered == [-6, 2, 2, 2]


class TestRequiredSolos:
    def remarks(self, *records, **options):
        return list(map(str, table(**options).play(*records).standing.remarks))

    def test_the_standing_says_who_has_not_played_one(self):
        assert self.remarks(WON) == ["Required solo, not yet: seat 1, seat 2, seat 3, seat 4."]
        assert self.remarks(solo(100), solo(130, 2)) == ["Required solo, not yet: seat 2, seat 4."]
        assert self.remarks(*[solo(130, seat) for seat in range(4)]) == []

    def test_only_where_they_are_played(self):
        assert self.remarks(WON, required_solos=0) == []
        assert table(required_solos=0).play(solo(130)).scores[-1].marked == ()

    def test_only_the_first_solo_of_a_player_is_marked(self):
        not_announced = [hand(130, [1], kind=kind) for kind in ("silent_solo", "wedding")]
        series = table().play(solo(130), *not_announced, solo(130), solo(100, 1))
        assert [score.marked for score in series.scores] == [(0,), (), (), (), (1,)]

    def test_after_a_required_solo_the_same_player_deals_again(self):
        assert table().play(WON, solo(130)).standing.dealer == 1
        assert table().play(solo(130), solo(130)).standing.dealer == 1, "the second solo is not a required one"
        assert table(required_solos=0).play(solo(130)).standing.dealer == 1

    def test_the_deal_moves_on_from_a_solo_that_could_not_wait(self):
        """With five hands and four required solos, the first solo may wait, the others not."""
        series = table(hands=5).play(solo(130, 0))
        assert series.standing.dealer == 0
        waited = table(hands=5).play(WON, solo(130, 0))
        assert waited.standing.dealer == 2
        assert waited.play(solo(130, 1)).standing.dealer == 3


class TestBock:
    def reminders(self, *records, **options):
        return list(map(str, table(bock=True, **options).play(*records).standing.reminders))

    def test_a_round_of_bock_is_counted_down(self):
        begins = hand(121, bock_begins=True)
        assert self.reminders(WON) == []
        assert self.reminders(begins) == ["Bock: 4 hands left"]
        assert self.reminders(begins, WON, WON, WON) == ["Bock: 1 hand left"]
        assert self.reminders(begins, bock_hands=8) == ["Bock: 8 hands left"]
        assert self.reminders(begins, hands=1) == [], "the series is over"


class TestSettlement:
    SERIES = (WON, solo(200, 1, re_said="name"))  # +1 −1 +1 −1, then −5 +15 −5 −5

    def test_after_each_hand_everyone_is_paid_the_points(self):
        series = table().play(*self.SERIES)
        assert series.nets() == list(series.standing.cumulative) == [-4, 14, -4, -6]
        assert {str(paid.why) for paid in series.scores[0].transfers} == {
            "seat 2 pays seat 1 1 for the hand.",
            "seat 4 pays seat 3 1 for the hand.",
        }

    def test_a_hand_worth_nothing_is_not_paid(self):
        assert table().play(hand(75, re_said="no_90", kontra_said="black")).settle() == ()

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            # A: 0 to C, 18 to B, 2 from D.
            ({"settlement": "difference"}, [-16, 56, -16, -24]),
            ({"settlement": "difference", "rate": 0.5}, [-8, 28, -8, -12]),
            # A and C share the second and third place: 15 each; D pays 30.
            ({"settlement": "ladder"}, [-15, 60, -15, -30]),
            ({"settlement": "none"}, [0, 0, 0, 0]),
        ],
    )
    def test_other_settlements(self, options, expected):
        series = table(**options).play(*self.SERIES)
        assert series.nets() == expected
        assert all(score.transfers == () for score in series.scores)

    def test_five_at_the_table(self):
        series = table(5).play(hand(121, [0, 1], sitting_out=[4]), hand(100, [4], kind="solo", sitting_out=[0]))
        assert series.nets() == [1, 2, 0, 0, -3]
