"""What a deal of Marriage brings. The figures are from the rules as they were written down, or worked out by hand."""

import pytest

from games.catalogue.marriage.game import Marriage
from tests.games.series import Series, rules_of

SEEN, UNSEEN, DUBLEE = {"seen": True}, {"seen": False}, {"seen": True, "dublee": True}


def deal(*players, winner=0, foul=None):
    """Each player as maal and state; None where nobody sat."""
    written = [None if player is None else {"maal": player[0], **player[1]} for player in players]
    return {"players": written, "winner": winner, "foul": foul}


ALL_SEEN = deal((10, SEEN), (5, SEEN), (0, SEEN), (3, SEEN))
TWO_UNSEEN = deal((10, SEEN), (5, SEEN), (0, UNSEEN), (3, UNSEEN))
WON_WITH_DUBLEES = deal((10, DUBLEE), (5, SEEN), (0, SEEN), (3, SEEN))
LOST_WITH_DUBLEES = deal((10, SEEN), (5, DUBLEE), (0, SEEN), (3, SEEN))
NOBODY = deal((10, SEEN), (5, SEEN), (0, SEEN), (3, SEEN), winner=None)
FOUL = deal((10, SEEN), (5, SEEN), (0, SEEN), (3, SEEN), winner=None, foul=1)


def entered(hand, **options):
    return Series(Marriage, 4, rules_of(Marriage, **options)).play(hand).entered


@pytest.mark.parametrize(
    ("hand", "options", "expected"),
    [
        (ALL_SEEN, {}, [31, -1, -21, -9]),
        (TWO_UNSEEN, {}, [48, 2, -25, -25]),
        (TWO_UNSEEN, {"unseen_maal": "kidnapped"}, [57, -1, -28, -28]),
        # 4 × 10 − 18 = 22, 2, −18, −6; the second pays 3, the third and the fourth 10 each.
        (TWO_UNSEEN, {"unseen_maal": "counts"}, [45, -1, -28, -16]),
        (WON_WITH_DUBLEES, {}, [46, -6, -26, -14]),
        (LOST_WITH_DUBLEES, {}, [28, 2, -21, -9]),
        (LOST_WITH_DUBLEES, {"dublee_pays_nothing": False}, [31, -1, -21, -9]),
        (FOUL, {}, [15, -45, 15, 15]),
        # The maal of all seen, 22, 2, −18, −6, and the foul.
        (FOUL, {"foul_settles_maal": True}, [37, -43, -3, 9]),
        (FOUL, {"foul_counts": "next_deal"}, [0, 0, 0, 0]),
        (NOBODY, {}, [22, 2, -18, -6]),
    ],
)
def test_a_deal_brings_what_the_rules_say(hand, options, expected):
    assert entered(hand, **options) == expected


def test_dublees_against_dublees_pay_game_points_and_the_bonus():
    # Level maal. The loser with dublees pays 3 and 5, since the winner finished with dublees too.
    assert Series(Marriage, 2).play(deal((4, DUBLEE), (4, DUBLEE))).entered == [8, -8]


def test_kidnapped_maal_goes_to_nobody_if_nobody_finished():
    hand = deal((10, SEEN), (5, SEEN), (0, SEEN), (3, UNSEEN), winner=None)
    # 10, 5, 0 and 0: the sum is 15, so 4 × 10 − 15 = 25, 5, −15, −15.
    assert entered(hand, unseen_maal="kidnapped") == [25, 5, -15, -15]


def test_a_foul_of_who_had_not_seen_costs_the_same():
    hand = deal((10, SEEN), (5, UNSEEN), (0, SEEN), (3, SEEN), winner=None, foul=1)
    assert entered(hand) == [15, -45, 15, 15]


def test_a_foul_can_be_paid_in_the_next_deal_in_which_the_player_sits():
    level = (0, SEEN)
    series = Series(Marriage, 4, rules_of(Marriage, foul_counts="next_deal", seen_pays=0))
    series.play(deal(level, level, level, level, winner=None, foul=1))
    assert series.entered == [0, 0, 0, 0]
    series.play(deal(level, None, level, level))
    assert series.entered == [0, 0, 0, 0]
    # One of those who sat when it happened is away: only those who sit now are paid.
    series.play(deal(None, level, level, level, winner=2))
    assert series.entered == [0, -30, 15, 15]
    series.play(deal(level, level, level, level))
    assert series.entered == [0, 0, 0, 0]


def test_a_foul_that_is_never_paid_is_dropped():
    series = Series(Marriage, 2, rules_of(Marriage, foul_counts="next_deal", deals=1))
    series.play(deal((0, SEEN), (0, SEEN), winner=None, foul=1))
    assert series.standing.over
    assert series.settle() == ()


def test_two_fouls_one_after_the_other_are_each_paid_once():
    level = (0, SEEN)
    series = Series(Marriage, 2, rules_of(Marriage, foul_counts="next_deal", seen_pays=0))
    series.play(*[deal(level, level, winner=None, foul=0)] * 2)
    assert series.entered == [-15, 15]
    series.play(deal(level, level))
    assert series.entered == [-15, 15]
    series.play(deal(level, level))
    assert series.entered == [0, 0]


def test_maal_is_won_as_it_was_entered():
    series = Series(Marriage, 4).play(TWO_UNSEEN)
    assert list(series.scores[-1].points_won) == [10, 5, 0, 3]


def test_each_payment_says_why():
    series = Series(Marriage, 3).play(deal((13, SEEN), (3, UNSEEN), (20, SEEN)))
    assert [str(paid.why) for paid in series.scores[-1].account] == [
        "seat 2 pays seat 1 23: 10 because seat 2 had not seen, 13 for maal 13 against 0.",
        "seat 1 pays seat 3 4: less 3 because seat 3 had seen, 7 for maal 20 against 13.",
        "seat 2 pays seat 3 20: 20 for maal 20 against 0.",
    ]


# --- Counting maal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taps", "maal"),
    [
        ({"tiplu": 1}, 3),
        ({"tiplu": 2}, 8),
        ({"tiplu": 3}, 15),
        ({"poplu": 1, "jhiplu": 2}, 7),
        ({"poplu": 3}, 10),
        ({"alter": 1}, 5),
        ({"alter": 2}, 15),
        ({"alter": 3}, 25),
        ({"man": 2}, 5),
        ({"tunnela": 2}, 10),
        # A marriage counts besides its three cards: 3 + 2 + 2 + 10, and 15 from the deal.
        ({"tiplu": 1, "poplu": 1, "jhiplu": 1, "marriage": 1}, 17),
        ({"tiplu": 1, "poplu": 1, "jhiplu": 1, "marriage_dealt": 1}, 22),
        ({}, 0),
    ],
)
def test_tapped_cards_come_to_the_maal(taps, maal):
    series = Series(Marriage, 2)
    players = [{"maal": maal, "seen": True, "taps": taps}, {"maal": 0}]
    assert series.problems({"players": players, "winner": 0}) == []
    players[0]["maal"] = maal + 1
    assert series.problems({"players": players, "winner": 0}) == [("players.0.maal", "taps_differ")]


def test_a_table_can_count_its_cards_differently():
    series = Series(Marriage, 2, rules_of(Marriage, tiplu=4, two_tiplu=9))
    players = [{"maal": 9, "seen": True, "taps": {"tiplu": 2}}, {"maal": 4, "seen": True, "taps": {"tiplu": 1}}]
    assert series.problems({"players": players, "winner": 0}) == []


# --- What cannot be -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "problem"),
    [
        (deal((1, SEEN), (1, SEEN), (1, SEEN), (1, SEEN), (1, SEEN)), ("players", "wrong_length")),
        (deal((1, SEEN)), ("players", "wrong_number")),
        (deal((1, SEEN), None, None, None), ("players", "wrong_number")),
        (deal((1, SEEN), (1, SEEN), foul=1), ("foul", "winner_and_foul")),
        (deal((1, SEEN), (1, SEEN), winner=3), ("winner", "does_not_sit")),
        (deal((1, SEEN), (1, SEEN), winner=None, foul=2), ("foul", "does_not_sit")),
        (deal(None, (1, SEEN), (1, SEEN)), ("winner", "does_not_sit")),
        (deal((1, UNSEEN), (1, SEEN)), ("winner", "winner_has_not_seen")),
        (deal((1, SEEN), (1, {"dublee": True})), ("players.1", "dublee_has_not_seen")),
    ],
)
def test_what_cannot_be_is_refused(hand, problem):
    assert Series(Marriage, 4).problems(hand) == [problem]


@pytest.mark.parametrize("maal", [-1, 1.5, "3", None, 10_001])
def test_maal_is_a_whole_number_that_is_not_below_zero(maal):
    fields = [field for field, _code in Series(Marriage, 2).problems({"players": [{"maal": maal}, {"maal": 0}]})]
    assert fields == ["players.0.maal"]


# --- The series -----------------------------------------------------------------------------------------------------


def test_the_deal_passes_anticlockwise_among_those_who_sit():
    series = Series(Marriage, 4, first_dealer=2)
    level = (0, SEEN)
    assert series.standing.dealer == 2
    series.play(deal(level, level, level, level))
    assert series.standing.dealer == 1
    # Seat 1 is away, so seat 0 dealt; after it comes seat 3.
    series.play(deal(level, None, level, level))
    assert series.standing.dealer == 3


def test_the_deal_can_pass_clockwise():
    series = Series(Marriage, 3, rules_of(Marriage, direction="clockwise"), first_dealer=2)
    assert series.play(deal((0, SEEN), (0, SEEN), (0, SEEN))).standing.dealer == 0


def test_a_series_ends_after_its_deals_or_when_the_table_stops():
    without_end, of_two = Series(Marriage, 4), Series(Marriage, 4, rules_of(Marriage, deals=2))
    for series in (without_end, of_two):
        series.play(ALL_SEEN)
        assert not series.standing.over
        series.play(ALL_SEEN)
    assert not without_end.standing.over
    assert of_two.standing.over
    assert of_two.standing.cumulative == (62, -2, -42, -18)
    assert of_two.standing.ranking == ((0,), (1,), (3,), (2,))


def test_the_settlement_is_the_sum_of_the_deals():
    series = Series(Marriage, 4).play(ALL_SEEN, TWO_UNSEEN, FOUL)
    assert series.nets() == list(series.standing.cumulative) == [31 + 48 + 15, -1 + 2 - 45, -21 - 25 + 15, -9 - 25 + 15]


def test_earlier_deals_do_not_change_when_a_player_joins():
    assert Series(Marriage, 5).score_of(deal((10, SEEN), (3, UNSEEN))).points_entered == (20, -20, 0, 0, 0)
