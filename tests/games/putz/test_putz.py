"""Apples, putz and the end. The marks are those of the source; the sums were worked out by hand."""

import pytest

from games.catalogue.putz.game import Putz
from games.catalogue.putz.scoring import marks
from games.contract import Table
from tests.games.series import Series, rules_of


def points(*won: int, trump: str = "hearts", **more: object) -> dict[str, object]:
    return {"card_points": list(won), "trump": trump, **more}


@pytest.mark.parametrize(
    ("won", "given"),
    [
        # Three players: the two best, and two for the winner over two apples.
        ([80, 60, 17], [1, 1, -1]),
        ([120, 20, 17], [2, -1, -1]),
        ([60, 50, 47], [1, 1, 0]),
        ([20, 20, 20], [-1, -1, -1]),
        ([21, 20, 116], [1, -1, 1]),
        # Five players.
        ([60, 50, 30, 10, 7], [2, 1, 1, -1, -1]),
        ([70, 60, 15, 10, 2], [2, 2, -1, -1, -1]),
        ([40, 40, 40, 22, 15], [1, 1, 1, 0, -1]),
        ([157, 0, 0, 0, 0], [3, -1, -1, -1, -1]),
        ([20, 20, 20, 20, 20], [-1] * 5),
        ([50, 40, 25, 22, 20], [1, 1, 1, 0, -1]),
        ([35, 33, 31, 30, 28], [1, 1, 1, 0, 0]),
    ],
)
def test_marks_follow_from_the_points_won(won, given):
    assert list(marks(Putz.default_preset.rules, won)) == given


@pytest.mark.parametrize(
    ("won", "none", "all_"),
    [
        ([57, 50, 50], [1, 0, 0], [1, 1, 1]),  # level for the second of two
        ([50, 50, 57], [0, 0, 1], [1, 1, 1]),
        ([60, 60, 37], [1, 1, 0], [1, 1, 0]),  # level, but nothing to split
        ([52, 52, 53, 0, 0], [1, 1, 2, -1, -1], [1, 1, 2, -1, -1]),
        ([53, 53, 51, 0, 0], [1, 1, 1, -1, -1], [2, 2, 1, -1, -1]),  # level for the double one
        ([40, 39, 26, 26, 26], [1, 1, 0, 0, 0], [1, 1, 1, 1, 1]),
    ],
)
def test_the_option_decides_about_level_players(won, none, all_):
    assert list(marks(rules_of(Putz, ties="none"), won)) == none
    assert list(marks(rules_of(Putz, ties="all"), won)) == all_


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        # Five players: the card left over is the trump that was turned up, worth 0, 3, 4, 10, 11, 14 or 20.
        (points(60, 50, 30, 10, 6), ("card_points", "wrong_sum")),
        (points(60, 50, 30, 10, 5), ("card_points", "wrong_sum")),  # 2 is a plain jack, no trump
        (points(60, 50, 30, 7, 7, six_swapped=True), ("card_points", "wrong_sum")),  # then it is the six, worth 0
        (points(60, 50, 30, 16, 1), ("card_points.4", "impossible")),
        (points(60, 50, 30, 10), ("card_points", "wrong_length")),
        (points(60, 50, 30, 10, 7, aside_taken_by=1), ("aside_taken_by", "no_aside")),
        (points(60, 50, 30, 10, 7, trump="top_down"), ("trump", "no_suit")),
        (points(60, 50, 30, 10, -7), ("card_points.4", "out_of_range")),
    ],
)
def test_impossible_records_are_refused(record, problem):
    assert problem in Series(Putz, 5).problems(record)


@pytest.mark.parametrize("left_over", [0, 3, 4, 10, 11, 14, 20])
def test_points_of_five_players_leave_out_the_card_left_over(left_over):
    assert not Series(Putz, 5).problems(points(60, 40, 25, 12, 20 - left_over))


@pytest.mark.parametrize(
    ("won", "more", "is_possible"),
    [
        ([80, 60, 17], {}, True),
        ([80, 60, 16], {}, False),  # nine cards cannot be worth 1
        ([20, 20, 9], {}, True),  # the nine worth most: 20 + 14 + 4 aces + 3 tens leave 157 − 108
        ([20, 20, 8], {}, False),
        ([80, 70, 17], {}, False),
        ([20, 20, 9], {"six_swapped": True}, False),  # one of the nine is the six
        ([20, 20, 9], {"aside_taken_by": 2}, True),
    ],
)
def test_points_of_three_players_leave_out_nine_cards(won, more, is_possible):
    assert (not Series(Putz, 3).problems(points(*won, **more))) is is_possible


def test_three_players_play_to_seven_or_below_minus_three():
    series = Series(Putz, 3)
    for _ in range(3):
        series.play(points(80, 60, 17))
        assert not series.standing.over
    series.play(points(80, 60, 17))
    assert list(series.standing.cumulative) == [4, 4, -4]
    assert series.standing.over


def test_seven_marks_win():
    series = Series(Putz, 3).play(*[points(120, 20, 17)] * 2, points(20, 120, 17), points(17, 20, 120))
    # 2 + 2 − 1 − 1 = 2; −1 − 1 + 2 − 1 = −1; −1 − 1 − 1 + 2 = −1
    assert list(series.standing.cumulative) == [2, -1, -1]
    # 4, −2, −2; then 5, −1, −3; then 6, −2, −2
    series.play(points(120, 20, 17), points(80, 60, 17), points(80, 17, 60))
    assert not series.standing.over
    series.play(points(80, 60, 17))
    assert list(series.standing.cumulative) == [7, -1, -3]
    assert series.standing.over
    assert series.standing.ranking == ((0,), (1,), (2,))


def test_five_players_lose_at_minus_five():
    series = Series(Putz, 5).play(*[points(40, 40, 40, 22, 15)] * 4)
    assert not series.standing.over
    assert series.play(points(40, 40, 40, 22, 15)).standing.over


def test_every_pair_pays_its_difference_in_marks():
    series = Series(Putz, 3, rules_of(Putz, mark_rate=10)).play(points(80, 60, 17))
    assert series.nets() == [20, 20, -40]
    assert Series(Putz, 3, rules_of(Putz, stake="none")).play(points(80, 60, 17)).settle() == ()


def test_the_deal_passes_on_and_a_thrown_in_deal_is_dealt_again():
    series = Series(Putz, 3).play(points(80, 60, 17), {"thrown_in": True}, points(80, 60, 17))
    assert series.standing.dealer == 2
    assert list(series.standing.cumulative) == [2, 2, -2]


# --- The stake of the game ------------------------------------------------------------------------------------------


def with_totals(*totals: int) -> Series:
    return Series(Putz, len(totals), rules_of(Putz, stake="none", game_stake=10)).at(*totals)


@pytest.mark.parametrize(
    ("totals", "nets"),
    [
        ((7, 3, -1), [20, -10, -10]),
        ((5, 2, -4), [30, -10, -20]),  # the third ended it by falling below −3
        ((7, 7, 1), [5, 5, -10]),  # the winners share
        ((7, 3, -4), [30, -10, -20]),
        ((-4, -4, -4), [0, 0, 0]),
        ((7, 1, 0, -4, -2), [40, -10, -10, -10, -10]),  # five players lose at −5
        ((6, 1, 0, -5, -5), [60, -10, -10, -20, -20]),
    ],
)
def test_the_others_pay_the_stake_of_the_game(totals, nets):
    series = with_totals(*totals)
    assert series.standing.over
    assert series.nets() == nets


def test_a_series_that_is_stopped_may_leave_the_stake_out():
    assert with_totals(3, 1, 0).nets() == [20, -10, -10]
    assert with_totals(3, 1, 0).nets(with_standard=False) == [0, 0, 0]


def test_the_stake_of_the_game_stands_beside_money_per_mark():
    series = Series(Putz, 3, rules_of(Putz, mark_rate=1, game_stake=10)).play(points(80, 60, 17))
    assert series.nets() == [7, 7, -14]  # 2 + 5 twice
    assert series.nets(with_standard=False) == [2, 2, -4]


# --- The aside -------------------------------------------------------------------------------------------------------

RANKS = "6 7 8 9 10 J Q K A".split()
CLUBS, SPADES, DIAMONDS, HEARTS = ([rank + suit for rank in RANKS] for suit in "CSDH")


def cards(*hands: list[str], **more: object) -> dict[str, object]:
    """A round of three in which each player lays the cards from left to right."""
    tricks = [list(trick) for trick in zip(*hands, strict=True)]
    return {"trump": "hearts", "direction": "clockwise", "first_leader": 0, "tricks": tricks, **more}


NO_TRUMP = [CLUBS, SPADES, [*DIAMONDS[:8], "6H"]]  # the first two players have no heart; the last diamond lies aside
SIX_WITH_THE_FIRST = [[*CLUBS[:8], "6H"], SPADES, DIAMONDS]


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (cards(*NO_TRUMP), []),
        (cards(*NO_TRUMP, aside_taken_by=2), []),
        (cards(*NO_TRUMP, aside_taken_by=0), [("aside_taken_by", "no_trump_in_aside")]),
        (cards(*NO_TRUMP, aside_taken_by=1), [("aside_taken_by", "no_trump_in_aside")]),
        (cards(*SIX_WITH_THE_FIRST, aside_taken_by=0, six_swapped=True), []),
        (cards(*SIX_WITH_THE_FIRST, aside_taken_by=1, six_swapped=True), [("six_swapped", "six_not_in_aside")]),
        (cards(*SIX_WITH_THE_FIRST, six_swapped=True), [("six_swapped", "six_played")]),
    ],
)
def test_the_player_who_took_the_aside_has_the_card_turned_up(record, problems):
    assert Series(Putz, 3).problems(record) == problems


def test_a_contradiction_about_the_aside_that_was_recorded_before_stays_valid():
    record = Putz.read_record(cards(*NO_TRUMP, aside_taken_by=0)).value
    assert Putz(Putz.default_preset.rules, 3).check(record, Table(3)) == []
