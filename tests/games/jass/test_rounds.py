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


SALON = Jass.default_preset.rules


@pytest.mark.parametrize(
    ("rules", "record", "problem"),
    [
        # 257 beside other figures is no match, and none at all where a match does not count.
        (SWISS, totals(257, 5), ("card_points", "wrong_sum")),
        (SWISS, totals(257, 257), ("card_points", "wrong_sum")),
        (SWISS, totals(257, 0, match=1), ("match", "no_match")),
        (SWISS, totals(256, None), ("card_points.0", "impossible")),
        (SALON, totals(257, 0), ("match", "not_played")),
        (SALON, totals(None, None), ("card_points", "missing")),
        (SALON, totals(156, 1), ("card_points.1", "impossible")),
        (SALON, totals(100, 57, trump="none"), ("trump", "not_a_choice")),
        (SALON, totals(100, 57, trump="top_down"), ("trump", "not_played")),
        (SALON, totals(100, 57, melds=[20], meld_team=0), ("melds", "not_played")),
        (SALON, totals(100, 57, stoeck=0), ("stoeck", "not_played")),
        (SALON, totals(157, 0, match=0), ("match", "not_played")),
        (SWISS, totals(150, 7, match=0), ("match", "no_match")),
        (SWISS, totals(100, 57, melds=[20]), ("meld_team", "incomplete")),
        (SWISS, totals(100, 57, meld_team=1), ("meld_team", "incomplete")),
        (SWISS, totals(100, 57, melds=[30], meld_team=1), ("melds.0", "not_a_choice")),
        (SWISS, totals(100, 57, trump="top_down", stoeck=1), ("stoeck", "no_trump")),
    ],
)
def test_impossible_records_are_refused(rules, record, problem):
    assert problem in Series(Jass, 4, rules).problems(record)


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


ANTICLOCKWISE = rules_of(Jass, direction="anticlockwise")
CHOSEN = totals(100, 57, chosen_by=1)


@pytest.mark.parametrize(
    ("rules", "first_dealer", "rounds", "dealer"),
    [
        (None, 2, [totals(100, 57), {"thrown_in": True}, totals(100, 57)], 0),
        (None, None, [totals(100, 57)], None),
        # Seat 1 is the player after the dealer, led, and deals next.
        (None, None, [CHOSEN], 1),
        # The choice was passed to seat 3, and its partner led.
        (None, None, [totals(100, 57, chosen_by=3, passed=True)], 1),
        (None, None, [totals(100, 57, passed=True)], None),
        # From a known dealer the deal goes on.
        (None, None, [CHOSEN, {"thrown_in": True}, totals(100, 57)], 2),
        (ANTICLOCKWISE, None, [CHOSEN, totals(100, 57)], 0),
        (None, None, [CHOSEN, totals(100, 57, chosen_by=3)], 3),
        # A named first dealer is kept.
        (None, 2, [CHOSEN], 3),
    ],
)
def test_who_deals_next(rules, first_dealer, rounds, dealer):
    assert Series(Jass, 4, rules, first_dealer=first_dealer).play(*rounds).standing.dealer == dealer


def test_any_positive_target_is_allowed():
    assert [rules_of(Jass, target=target).target for target in (1, 777, 2000)] == [1, 777, 2000]
    assert refused_rules(Jass, target=0) == ["out_of_range"]


# --- Who chooses trump -----------------------------------------------------------------------------------------------

DOUBTFUL = [("chosen_by", "not_after_dealer")]


@pytest.mark.parametrize(
    ("rules", "first_dealer", "before", "announced", "warnings"),
    [
        (None, 0, [], {"chosen_by": 1}, []),
        (None, 0, [], {"chosen_by": 3, "passed": True}, []),
        (None, 0, [], {"chosen_by": 0}, DOUBTFUL),
        (None, 0, [], {"chosen_by": 3}, DOUBTFUL),
        (None, 0, [], {"chosen_by": 1, "passed": True}, DOUBTFUL),
        (None, 0, [], {}, []),
        # Nobody knows who dealt.
        (None, None, [], {"chosen_by": 0}, []),
        (None, None, [], {"chosen_by": 3}, []),
        (None, None, [], {"chosen_by": 1, "passed": True}, []),
        # In the other direction the player on the other side chooses.
        (ANTICLOCKWISE, 0, [], {"chosen_by": 3}, []),
        (ANTICLOCKWISE, 0, [], {"chosen_by": 1}, DOUBTFUL),
        # After a deal that was thrown in the same player deals.
        (None, 0, [{"thrown_in": True}], {"chosen_by": 1}, []),
        (None, 0, [{"thrown_in": True}, totals(100, 57)], {"chosen_by": 1}, DOUBTFUL),
        # Seat 2 led the first round and dealt the second one, after a deal that does not count; seat 3 deals the third.
        (None, None, [totals(100, 57, chosen_by=2), {"thrown_in": True}, totals(100, 57)], {"chosen_by": 0}, []),
    ],
)
def test_a_chooser_who_is_not_after_the_dealer_is_doubtful(rules, first_dealer, before, announced, warnings):
    series = Series(Jass, 4, rules, first_dealer=first_dealer).play(*before, totals(100, 57, **announced))
    assert series.warnings == warnings


def test_the_doubt_about_the_chooser_in_words():
    series = Series(Jass, 4, first_dealer=0).play(totals(100, 57, chosen_by=0))
    assert str(series.scores[-1].warnings[0].message) == (
        "seat 1 dealt, so the choice of trump is with seat 2, not with seat 1."
    )
