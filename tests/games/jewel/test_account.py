"""The account of a hand of Jewel, against the worked hand of the source: nine players, A to I."""

import pytest

from games.catalogue.jewel.game import Jewel
from games.contract import Table
from games.kit.transfers import nets
from tests.games.series import Series, rules_of

# "Example hand" of the source. E and F packed, G and H mid-packed, A declared.
WORKED_HAND = {
    "players": [
        {"ended": "declared", "super_sequences": 1, "marriages": 1},
        {"ended": "played", "marriages": 1, "single_jewels": 1},
        {"ended": "played", "double_jewels": 1, "single_jewels": 1, "penalty": 12},
        {"ended": "played", "super_sets": 1, "penalty": 4},
        {"ended": "packed"},
        {"ended": "packed", "single_jewels": 1},
        {"ended": "mid_packed"},
        {"ended": "mid_packed", "single_jewels": 1},
        {"ended": "played", "super_sets": 2, "penalty": 12},
    ]
}
SAME_AS_POINTS = {
    "players": [
        {"ended": "declared", "bonus": 7},
        {"ended": "played", "bonus": 3, "jewels": 2},
        {"ended": "played", "jewels": 7, "penalty": 12},
        {"ended": "played", "bonus": 2, "penalty": 4},
        {"ended": "packed"},
        {"ended": "packed", "jewels": 2},
        {"ended": "mid_packed"},
        {"ended": "mid_packed", "jewels": 2},
        {"ended": "played", "bonus": 4, "penalty": 12},
    ]
}

# The chart at the end of the source, row by row, the diagonal as 0; its last column is the total.
CHART = [
    [0, 2, 12, 9, 4, 2, 8, 6, 15],
    [-2, 0, 10, 7, 2, 0, 2, 0, 13],
    [-12, -10, 0, -3, 7, 5, 7, 5, 3],
    [-9, -7, 3, 0, 0, -2, 0, -2, 6],
    [-4, -2, -7, 0, 0, -2, 0, -2, 0],
    [-2, 0, -5, 2, 2, 0, 2, 0, 2],
    [-8, -2, -7, 0, 0, -2, 0, -2, 0],
    [-6, 0, -5, 2, 2, 0, 2, 0, 2],
    [-15, -13, -3, -6, 0, -2, 0, -2, 0],
]
NETS = [58, 32, 2, -11, -17, 1, -21, -3, -41]


@pytest.mark.parametrize("hand", [WORKED_HAND, SAME_AS_POINTS], ids=["as shown", "as points"])
def test_the_worked_hand_of_the_source_gives_its_chart(hand):
    series = Series(Jewel, 9).play(hand)
    assert series.rows() == CHART
    assert series.entered == NETS


def test_earlier_hands_do_not_change_when_players_join():
    hand = Jewel.read_record({"players": [{"ended": "declared", "bonus": 3}, {"ended": "played", "jewels": 2}]}).value
    rules = Jewel.default_preset.rules
    then, now = (Jewel(rules, seats).score(hand, Table(seats)) for seats in (2, 5))
    # A +3 −2, B the opposite.
    assert (list(then.points_entered), list(now.points_entered)) == ([1, -1], [1, -1, 0, 0, 0])
    assert then.account == now.account
    assert list(now.seats) == [0, 1]


def test_the_settlement_has_only_the_account():
    (scored,) = Series(Jewel, 9).play(WORKED_HAND).scores
    assert scored.transfers == ()
    assert list(nets(scored.account, 9)) == NETS


def test_without_a_declarer_packing_costs_nothing():
    series = Series(Jewel, 3).play({"players": [{"ended": "played"}, {"ended": "packed"}, {"ended": "mid_packed"}]})
    assert series.entered == [0, 0, 0]


def test_the_values_come_from_the_rules():
    rules = rules_of(Jewel, pack=5, mid_pack=10, jewel=3)
    hand = {"players": [{"ended": "declared", "single_jewels": 1}, {"ended": "packed"}, {"ended": "mid_packed"}]}
    # A: 3 for the jewel from both, 5 and 10 for packing.
    assert Series(Jewel, 3, rules).play(hand).entered == [21, -8, -13]


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ([{"ended": "declared"}, {"ended": "declared"}], ("players", "two_declarers")),
        ([{"ended": "packed", "bonus": 3}, {"ended": "played"}], ("players.0", "packed_with_points")),
        ([{"ended": "mid_packed", "penalty": 3}, {"ended": "played"}], ("players.0", "packed_with_points")),
        ([{"ended": "declared", "penalty": 1}, {"ended": "played"}], ("players.0.penalty", "declared")),
        ([{"ended": "played", "penalty": 13}, {"ended": "played"}], ("players.0.penalty", "too_many")),
        ([{"ended": "played"}], ("players", "wrong_number")),
        ([{"ended": "played"}, None, None], ("players", "wrong_number")),
        ([{"ended": "asleep"}, {"ended": "played"}], ("players.0.ended", "not_a_choice")),
        ([{"ended": "played", "jewels": -1}, {"ended": "played"}], ("players.0.jewels", "out_of_range")),
        ([{"ended": "played"}] * 4, ("players", "wrong_length")),
    ],
)
def test_impossible_records_are_refused(players, problem):
    assert problem in Series(Jewel, 3).problems({"players": players})


def test_players_join_and_leave_between_hands():
    series = Series(Jewel, 4).play(
        {"players": [{"ended": "declared", "bonus": 2}, {"ended": "played"}, None]},
        {"players": [None, {"ended": "played", "jewels": 2}, None, {"ended": "declared"}]},
    )
    assert series.scores[0].sitting == (0, 1)
    # Hand 1: A +2, B −2. Hand 2: B +2 from D.
    assert list(series.standing.cumulative) == [2, 0, 0, -2]
    assert series.nets() == [2, 0, 0, -2]


def test_the_deal_passes_clockwise_to_players_who_sat():
    both, with_third = [{"ended": "declared"}, {"ended": "played"}], [{"ended": "declared"}, None, {"ended": "played"}]
    series = Series(Jewel, 3)
    dealers = [series.play({"players": players}).standing.dealer for players in (both, with_third, with_third, both)]
    # It would be B's turn, who has left: C deals. Then A does, and again where it would be C's turn.
    assert dealers == [1, 0, 2, 1]


def test_nine_players_cut_for_seats_after_every_nine_deals():
    series = Series(Jewel, 9)
    reminded = [bool(series.play(WORKED_HAND).standing.reminders) for _ in range(18)]
    assert reminded == ([False] * 8 + [True]) * 2
    assert list(map(str, series.standing.reminders)) == ["18 deals have been played: cut for seats again."]
    fewer = Series(Jewel, 2)
    assert not any(fewer.play({"players": [{"ended": "packed"}] * 2}).standing.reminders for _ in range(9))


def test_a_table_may_cut_after_every_deal():
    series = Series(Jewel, 2, rules_of(Jewel, new_cut_with_fewer=1)).play({"players": [{"ended": "packed"}] * 2})
    assert list(map(str, series.standing.reminders)) == ["1 deal has been played: cut for seats again."]


def test_the_settlement_is_the_sum_of_the_hands_pair_by_pair():
    series = Series(Jewel, 9).play(WORKED_HAND, WORKED_HAND, WORKED_HAND)
    assert series.nets() == [3 * net for net in NETS]
    owed = {(paid.payer, paid.payee): paid.points for paid in series.settle()}
    assert owed[8, 0] == 45
    assert (0, 8) not in owed


@pytest.mark.parametrize(
    ("shown", "cards"),
    [
        ({"super_sets": 5, "single_jewels": 1}, 16),
        ({"super_sets": 5, "single_jewels": 2}, 17),
        ({"super_sequences": 2, "super_sets": 2, "double_jewels": 2}, 16),
        ({"super_sequences": 2, "super_sets": 2, "double_jewels": 2, "single_jewels": 1}, 17),
        ({"single_jewels": 17}, 17),
        # As player B of the source: the third card of a marriage may be a jewel, which counts as a jewel too.
        ({"marriages": 5, "double_jewels": 3}, 16),
        ({"marriages": 5, "double_jewels": 3, "single_jewels": 1}, 17),
    ],
)
def test_a_player_shows_at_most_sixteen_cards(shown, cards):
    players = [{"ended": "declared", **shown}, {"ended": "played"}]
    refused = [("players.0", "too_many_cards")] if cards > 16 else []
    assert Series(Jewel, 2).problems({"players": players}) == refused


@pytest.mark.parametrize(
    ("players", "refused"),
    [
        ([{"ended": "played"}, None, {"ended": "played"}], True),
        ([{"ended": "played"}, None, {"ended": "declared"}], False),
        ([{"ended": "played"}, None, {"ended": "packed"}], False),
        ([{"ended": "played", "single_jewels": 1}, None, {"ended": "played"}], False),
        ([{"ended": "played", "penalty": 12}, None, {"ended": "played"}], False),
    ],
)
def test_a_hand_in_which_nothing_was_said_is_refused(players, refused):
    problems = Series(Jewel, 3).problems({"players": players})
    assert problems == ([("players", "nothing_entered")] if refused else [])
    # Such a hand stays valid if it was recorded before.
    assert Jewel(Jewel.default_preset.rules, 3).check(Jewel.read_record({"players": players}).value, Table(3)) == []


def test_a_hand_with_more_cards_that_was_recorded_before_stays_valid():
    record = Jewel.read_record({"players": [{"ended": "declared", "super_sets": 9}, {"ended": "played"}]}).value
    assert Jewel(Jewel.default_preset.rules, 2).check(record, Table(2)) == []


@pytest.mark.parametrize(
    ("jewels", "doubtful"),
    [
        ([{"single_jewels": 3}, {"single_jewels": 1, "double_jewels": 1}], False),  # six: all that there are
        ([{"single_jewels": 3}, {"double_jewels": 2}], True),
        ([{"jewels": 20}, {}], False),  # typed points may be for anything
    ],
)
def test_more_than_six_jewels_are_doubtful(jewels, doubtful):
    series = Series(Jewel, 2).play({"players": [{"ended": "played", **shown} for shown in jewels]})
    assert series.warnings == ([("players", "too_many_jewels")] if doubtful else [])


def test_the_worked_hand_of_the_source_is_not_doubtful():
    assert Series(Jewel, 9).play(WORKED_HAND).warnings == []


def test_the_lines_of_packers_say_how_they_packed():
    (scored,) = Series(Jewel, 9).play(WORKED_HAND).scores
    assert [str(line.why) for line in scored.lines[4:8]] == [
        "seat 5: jewels 0, packed; in all -17.",
        "seat 6: jewels 2, packed; in all 1.",
        "seat 7: jewels 0, mid-packed; in all -21.",
        "seat 8: jewels 2, mid-packed; in all -3.",
    ]
