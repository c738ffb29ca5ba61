"""The end of a match, who deals, and who pays whom."""

from games.catalogue.belote.game import Belote
from tests.games.belote.test_figures import CLASSIC, hand
from tests.games.series import Series, refused_rules, rules_of


def test_the_team_past_the_target_has_won():
    series = Series(Belote, 4, rules_of(Belote, target=200)).play(hand(100, 122))
    assert (series.standing.over, series.standing.ranking) == (True, ((0, 2), (1, 3)))


def test_of_two_teams_past_the_target_the_higher_has_won():
    series = Series(Belote, 4, CLASSIC.model_copy(update={"target": 150}))
    series.play(hand(points=90), hand(points=95) | {"team": 1})
    assert series.standing.cumulative == (157, 167, 157, 167)
    assert (series.standing.over, series.standing.ranking) == (True, ((1, 3), (0, 2)))


def test_level_teams_play_on():
    series = Series(Belote, 4, rules_of(Belote, target=250)).play(hand(100, 122), hand(100, 122) | {"team": 1})
    assert (series.standing.cumulative, series.standing.over) == ((262,) * 4, False)
    assert series.play(hand(80, 80)).standing.over


def test_a_number_of_hands_is_an_end_too():
    series = Series(Belote, 4, rules_of(Belote, target=None, hands=2)).play(hand(100, 122), {"passed": True})
    assert series.standing.over
    assert refused_rules(Belote, target=None) == ["no_end"]
    assert refused_rules(Belote, hands=10) == ["two_ends"]


def test_the_deal_goes_round_anticlockwise_also_after_a_pass():
    series = Series(Belote, 4, first_dealer=0).play(hand(100, 122), {"passed": True})
    assert series.standing.dealer == 2
    assert Series(Belote, 4, first_dealer=0).play(hand(100, 122)).standing.dealer == 3


def test_each_loser_pays_the_next_player():
    match = rules_of(Belote, target=200)
    assert Series(Belote, 4, match).play(hand(100, 122)).nets() == [100, -100, 100, -100]
    assert Series(Belote, 4, match).play(hand(100, 122)).nets(with_standard=False) == [0] * 4
    difference = rules_of(Belote, target=200, stake="per_point", point_rate=0.5)
    assert Series(Belote, 4, difference).play(hand(100, 122)).nets() == [91, -91, 91, -91]  # half of 222 − 40
    assert Series(Belote, 4, rules_of(Belote, stake="none")).play(hand(100, 122)).nets() == [0] * 4


def test_the_presets():
    contest = Belote.presets["contest"].rules
    assert (contest.counts.value, contest.target, contest.capot) == ("bid_only", 2000, 250)
    assert (CLASSIC.bidding.value, CLASSIC.capot, CLASSIC.target) == ("none", 252, 1000)
