"""Totals, Swiss additions, the end and the stake. The sums were worked out by hand."""

import pytest

from games.catalogue.jass.game import Jass
from games.contract import Table
from tests.games.series import Series, refused_rules, rules_of

SWISS = Jass.presets["swiss-club"].rules


def totals(one: int | None, other: int | None, trump: str = "hearts", **more: object) -> dict[str, object]:
    return {"card_points": [one, other], "trump": trump, **more}


def test_the_card_points_of_a_round_sum_to_157():
    series = Series(Jass, 4)
    assert not series.problems(totals(100, 57))
    assert ("card_points", "wrong_sum") in series.problems(totals(100, 58))


def test_impossible_card_points_are_explained_in_the_singular():
    problems = Jass(Jass.default_preset.rules, 4).check(Jass.read_record(totals(156, 1)).value, Table(4))
    assert [str(problem.message) for problem in problems] == [
        "156 points cannot be made of cards.",
        "1 point cannot be made of cards.",
    ]


@pytest.mark.parametrize(("record", "points"), [(totals(100, None), [100, 57]), (totals(None, 20), [137, 20])])
def test_the_other_teams_points_are_the_rest(record, points):
    assert Series(Jass, 4).play(record).entered == points * 2


@pytest.mark.parametrize("others", [0, None])
def test_257_is_read_as_a_match(others):
    """157 in cards and 100 for all nine tricks; clubs count twice: 514."""
    told = Jass.read_record(totals(others, 157, trump="clubs", match=1))
    assert Jass.read_record(totals(others, 257, trump="clubs")) == told
    assert Jass.read_record(totals(others, 257, trump="clubs", match=None)) == told
    assert Series(Jass, 4, SWISS).play(totals(others, 257, trump="clubs")).entered == [0, 514] * 2


def test_the_points_of_a_match_are_explained():
    lines = Series(Jass, 4, SWISS).play(totals(257, 0)).scores[0].lines
    assert [(str(line.why), line.points) for line in lines if line.seat == 0] == [
        ("seat 1 and seat 3: 157 in cards", 157),
        ("seat 1 and seat 3: 100 for all nine tricks", 100),
    ]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (totals(257, 5), ("card_points", "wrong_sum")),
        (totals(257, 257), ("card_points", "wrong_sum")),
        (totals(257, 0, match=1), ("match", "no_match")),
        (totals(256, None), ("card_points.0", "impossible")),
    ],
)
def test_257_beside_other_figures_is_no_match(record, problem):
    assert problem in Series(Jass, 4, SWISS).problems(record)


def test_a_match_typed_as_257_is_refused_where_it_does_not_count():
    assert Series(Jass, 4).problems(totals(257, 0)) == [("match", "not_played")]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (totals(None, None), ("card_points", "missing")),
        (totals(156, 1), ("card_points.1", "impossible")),
        (totals(100, 57, trump="none"), ("trump", "not_a_choice")),
        (totals(100, 57, trump="top_down"), ("trump", "not_played")),
        (totals(100, 57, melds=[20], meld_team=0), ("melds", "not_played")),
        (totals(100, 57, stoeck=0), ("stoeck", "not_played")),
        (totals(157, 0, match=0), ("match", "not_played")),
    ],
)
def test_impossible_records_of_the_salon_are_refused(record, problem):
    assert problem in Series(Jass, 4).problems(record)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (totals(150, 7, match=0), ("match", "no_match")),
        (totals(100, 57, melds=[20]), ("meld_team", "incomplete")),
        (totals(100, 57, meld_team=1), ("meld_team", "incomplete")),
        (totals(100, 57, melds=[30], meld_team=1), ("melds.0", "not_a_choice")),
        (totals(100, 57, trump="top_down", stoeck=1), ("stoeck", "no_trump")),
    ],
)
def test_impossible_records_of_the_club_are_refused(record, problem):
    assert problem in Series(Jass, 4, SWISS).problems(record)


@pytest.mark.parametrize(
    ("record", "points"),
    [
        (totals(100, 57), [100, 57]),
        (totals(100, 57, trump="clubs"), [200, 114]),
        (totals(157, 0, match=0), [257, 0]),
        (totals(157, 0, match=0, trump="top_down"), [771, 0]),  # (157 + 100) times 3
        (totals(100, 57, melds=[20, 50], meld_team=1, stoeck=0), [120, 127]),
        (totals(60, 97, trump="spades", melds=[100], meld_team=0, stoeck=1), [320, 234]),  # (60+100)·2, (97+20)·2
    ],
)
def test_swiss_additions_are_scored(record, points):
    assert Series(Jass, 4, SWISS).play(record).entered == points * 2


def test_the_higher_team_wins_when_both_reach_the_target():
    series = Series(Jass, 4, rules_of(Jass, target=200)).play(totals(100, 57), totals(40, 117))
    assert not series.standing.over  # 140 and 174
    series.play(totals(80, 77))  # 220 and 251
    assert series.standing.over
    assert series.standing.ranking == ((1, 3), (0, 2))
    assert series.nets() == [-100, 100, -100, 100]


def test_level_teams_at_the_target_play_on():
    series = Series(Jass, 4, rules_of(Jass, target=157)).play(totals(100, 57), totals(57, 100))
    assert list(series.standing.cumulative) == [157] * 4
    assert not series.standing.over
    assert series.settle() == ()


def test_each_loser_pays_one_winner():
    series = Series(Jass, 4, rules_of(Jass, target=100, stake_points=30)).play(totals(100, 57))
    assert [(paid.payer, paid.payee, paid.points) for paid in series.settle()] == [(1, 2, 30), (3, 0, 30)]
    assert series.settle(with_standard=False) == ()


def test_the_difference_is_paid_with_a_stake_per_point():
    series = Series(Jass, 4, rules_of(Jass, stake="per_point", point_rate=0.5)).play(totals(100, 57))
    assert series.nets(with_standard=False) == [21.5, -21.5, 21.5, -21.5]
    assert Series(Jass, 4, rules_of(Jass, stake="none")).play(totals(100, 57)).settle() == ()


def test_the_deal_passes_to_the_next_player():
    series = Series(Jass, 4, first_dealer=2).play(totals(100, 57), {"thrown_in": True}, totals(100, 57))
    assert series.standing.dealer == 0
    assert Series(Jass, 4, first_dealer=None).play(totals(100, 57)).standing.dealer is None


@pytest.mark.parametrize(
    ("answers", "dealer"),
    [
        ({"chosen_by": 1}, 1),  # seat 1 is the player after the dealer, led, and deals next
        ({"chosen_by": 3, "passed": True}, 1),  # the choice was passed to seat 3, and its partner led
        ({"passed": True}, None),
    ],
)
def test_the_next_dealer_follows_from_the_player_who_chose_trump(answers, dealer):
    assert Series(Jass, 4, first_dealer=None).play(totals(100, 57, **answers)).standing.dealer == dealer


def test_the_deal_passes_on_from_a_known_dealer():
    with_chooser, thrown_in, without_chooser = totals(100, 57, chosen_by=1), {"thrown_in": True}, totals(100, 57)
    series = Series(Jass, 4, first_dealer=None).play(with_chooser, thrown_in, without_chooser)
    assert series.standing.dealer == 2
    anticlockwise = rules_of(Jass, direction="anticlockwise")
    assert Series(Jass, 4, anticlockwise, first_dealer=None).play(with_chooser, without_chooser).standing.dealer == 0
    assert Series(Jass, 4, first_dealer=None).play(with_chooser, totals(100, 57, chosen_by=3)).standing.dealer == 3


def test_a_named_first_dealer_is_kept():
    assert Series(Jass, 4, first_dealer=2).play(totals(100, 57, chosen_by=1)).standing.dealer == 3


@pytest.mark.parametrize("target", [1000, 1500, 2000, 1, 777])
def test_any_positive_target_is_allowed(target):
    assert rules_of(Jass, target=target).target == target


def test_a_target_of_zero_is_refused():
    assert refused_rules(Jass, target=0) == ["out_of_range"]


# --- Who chooses trump -----------------------------------------------------------------------------------------------

DOUBTFUL = [("chosen_by", "not_after_dealer")]


@pytest.mark.parametrize(
    ("announced", "warnings"),
    [
        ({"chosen_by": 1}, []),  # seat 0 dealt
        ({"chosen_by": 3, "passed": True}, []),
        ({"chosen_by": 0}, DOUBTFUL),
        ({"chosen_by": 3}, DOUBTFUL),
        ({"chosen_by": 1, "passed": True}, DOUBTFUL),
        ({}, []),
    ],
)
def test_a_chooser_who_is_not_after_the_dealer_is_doubtful(announced, warnings):
    assert Series(Jass, 4, first_dealer=0).play(totals(100, 57, **announced)).warnings == warnings
    assert Series(Jass, 4, first_dealer=None).play(totals(100, 57, **announced)).warnings == []


def test_the_dealer_of_a_later_round_follows_from_the_earlier_ones():
    series = Series(Jass, 4, first_dealer=None).play(totals(100, 57, chosen_by=2), {"thrown_in": True}, totals(100, 57))
    # Seat 2 led the first round and dealt the second one, after a deal that does not count; seat 3 deals the third.
    assert series.play(totals(100, 57, chosen_by=0)).warnings == []
    assert series.play(totals(100, 57, chosen_by=0)).warnings == DOUBTFUL
    assert str(series.scores[-1].warnings[0].message) == (
        "seat 1 dealt, so the choice of trump is with seat 2, not with seat 1."
    )


def test_in_the_other_direction_the_player_on_the_other_side_chooses():
    rules = rules_of(Jass, direction="anticlockwise")
    assert Series(Jass, 4, rules, first_dealer=0).play(totals(100, 57, chosen_by=3)).warnings == []
    assert Series(Jass, 4, rules, first_dealer=0).play(totals(100, 57, chosen_by=1)).warnings == DOUBTFUL


def test_after_a_deal_that_was_thrown_in_the_same_player_deals():
    series = Series(Jass, 4, first_dealer=0).play({"thrown_in": True}, totals(100, 57, chosen_by=1))
    assert series.warnings == []
    assert series.play(totals(100, 57, chosen_by=1)).warnings == DOUBTFUL
