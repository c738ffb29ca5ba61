"""Every template with hands worked out from its formula by hand."""

import pytest

from games.catalogue.scorecard.game import Scorecard
from games.catalogue.scorecard.presets import PRESETS
from tests.games.scorecard.hands import bids, by_options, by_template, entered, points, sides
from tests.games.series import refused_rules


def test_every_template_is_tested_here():
    assert set(PRESETS) == {"free", "rummy", "hearts", "wizard", "kitti", "uno", "dhumbal", "twenty-nine"}


def test_a_blank_is_0_where_the_winner_of_a_hand_writes_0():
    winner_writes_0 = {"rummy", "hearts", "uno", "dhumbal"}
    assert {slug for slug, preset in PRESETS.items() if preset.rules.blank_is_zero} == winner_writes_0


def test_a_series_of_before_asks_for_every_figure():
    """The rules of such a series do not have the option."""
    stored = PRESETS["rummy"].rules.model_dump(mode="json")
    del stored["blank_is_zero"]
    assert not Scorecard.rules_model.model_validate(stored).blank_is_zero


def test_rummy():
    """The fewest points win, to 500."""
    series = by_template("rummy", 3, points(0, 120, 250), points(80, 0, 249))
    assert (list(series.standing.cumulative), series.standing.over) == ([80, 120, 499], False)
    assert series.problems(points(-1, 0, 1)) == [("points.0", "negative")]
    series.play(points(30, 0, 1))
    assert (series.standing.over, series.standing.ranking) == (True, ((0,), (1,), (2,)))
    # 110, 120 and 500: seat 1 pays 10; seat 2 pays 390 and 380.
    assert series.nets() == [400, 370, -770]


class TestHearts:
    def test_points_are_entered_as_they_are(self):
        series = by_template("hearts", 4, points(5, 13, 0, 8))
        assert series.entered == [5, 13, 0, 8]
        assert series.problems(points(5, 13, 0, 7)) == [("points", "wrong_sum")]

    def test_all_26_can_be_kept_or_turned(self):
        series = by_template("hearts", 4, points(0, 26, 0, 0))
        assert series.entered == [0, 26, 0, 0]
        series.play(points(0, 26, 0, 0, turned=True))
        assert series.entered == [26, 0, 26, 26]
        assert series.scores[-1].points_won == (0, 26, 0, 0)
        assert list(series.standing.cumulative) == [26, 26, 26, 26]

    def test_all_26_are_asked_about_and_said_to_be_the_moon(self):
        series = by_template("hearts", 4, points(0, 26, 0, 0), points(0, 26, 0, 0, turned=True), points(0, 25, 1, 0))
        assert [str(doubt.message) for score in series.scores for doubt in score.warnings] == [
            "seat 2 has all 26 points: shot the moon?"
        ]
        assert [str(line.why) for line in series.scores[1].lines] == [
            "seat 2 shot the moon: each of the others gets 26, seat 2 0."
        ]

    def test_only_all_points_can_be_turned(self):
        assert by_template("hearts", 4).problems(points(1, 25, 0, 0, turned=True)) == [("turned", "not_all")]
        assert by_template("free", 4).problems(points(0, 26, 0, 0, turned=True)) == [("turned", "not_played")]


class TestWizard:
    def test_a_bid_is_met_exactly_or_missed(self):
        """Bid made: 20 + 10 a trick. Else −10 for each trick off."""
        series = by_template("wizard", 4)
        series.play(
            bids([0, 1, 0, 1], [0, 1, 0, 0]), bids([1, 0, 2, 0], [1, 1, 0, 0]), bids([0, 2, 1, 0], [3, 0, 0, 0])
        )
        assert entered(series) == [[20, 30, 20, -10], [30, -10, -20, 20], [-30, -20, -10, 20]]

    def test_every_hand_has_one_trick_more(self):
        series = by_template("wizard", 3)
        assert series.problems(bids([0, 0, 1], [1, 1, 0])) == [("tricks", "wrong_sum")]
        series.play(bids([0, 0, 1], [0, 0, 1]))
        assert series.problems(bids([0, 0, 1], [0, 0, 1])) == [("tricks", "wrong_sum")]
        assert series.problems(bids([0, 0, 1], [0, 1, 1])) == []

    @pytest.mark.parametrize(("seats", "hands"), [(3, 20), (4, 15), (5, 12), (6, 10)])
    def test_it_ends_when_the_sixty_cards_are_too_few(self, seats, hands):
        series = by_template("wizard", seats)
        for number in range(1, hands + 1):
            assert not series.standing.over
            series.play(bids([0] * seats, [number] + [0] * (seats - 1)))
        assert series.standing.over


def two_teams(*records):
    return by_options(4, *records, written="bids", teams=2, hand_total=13, made_per_more=1, bags=10)


class TestBags:
    """Bid made: 10 × bid + 1 a trick more, ten of these −100; else −10 × bid."""

    def test_bids_of_the_teams(self):
        series = two_teams(bids([6, 5], [8, 5]), bids([7, 4], [6, 7]))
        assert entered(series) == [[62, 50, 62, 50], [-70, 43, -70, 43]]
        assert series.problems(bids([6, 5], [8, 6])) == [("tricks", "wrong_sum")]

    def test_ten_tricks_more_cost_100(self):
        """4, 4 and 3 tricks more: the tenth falls in the third hand, and one is left."""
        series = two_teams(bids([3, 4], [7, 6]), bids([3, 4], [7, 6]), bids([4, 4], [7, 6]), bids([2, 4], [11, 2]))
        assert [score.points_entered[0] for score in series.scores] == [34, 34, 43 - 100, 29 - 100]
        # The other team had two more three times, and then missed its bid.
        assert [score.points_entered[1] for score in series.scores] == [42, 42, 42, -40]

    def test_tricks_of_a_missed_bid_are_none_more(self):
        series = two_teams(bids([3, 7], [7, 6]), bids([3, 1], [3, 10]))
        assert [score.points_entered[1] for score in series.scores] == [-70, 19]


class TestKitti:
    """Who wins alone has the worth of the hand from each of the others, or pays it to each."""

    def test_one_alone_plays_against_all(self):
        series = by_template("kitti", 3, sides([1], [0, 2], 24), sides([1, 2], [0], 36))
        assert entered(series) == [[-24, 48, -24], [-72, 36, 36]]
        assert series.nets() == list(series.standing.cumulative) == [-96, 84, 12]
        # It is paid at once, with a line for each hand.
        hand = [(paid.payer, paid.payee, paid.points, paid.cause) for paid in series.scores[0].transfers]
        assert hand == [(0, 1, 24, "at_once"), (2, 1, 24, "at_once")]
        assert [str(paid.why) for paid in series.settle()] == [
            "seat 1 pays seat 2 24 for hand 1.",
            "seat 3 pays seat 2 24 for hand 1.",
            "seat 1 pays seat 2 36 for hand 2.",
            "seat 1 pays seat 3 36 for hand 2.",
        ]

    def test_two_against_two_and_one_against_three(self):
        series = by_template(
            "kitti",
            4,
            sides([0, 2], [1, 3], 3),
            sides([1, 3], [2, 0], 1),
            sides([3], [0, 1, 2], 2),
            sides([0, 1, 2], [3], 4),
        )
        assert entered(series) == [[3, -3, 3, -3], [-1, 1, -1, 1], [-2, -2, -2, 6], [4, 4, 4, -12]]
        assert series.nets() == [4, 0, 4, -8]


@pytest.mark.parametrize(("template", "limit"), [("uno", 500), ("dhumbal", 100)])
def test_who_reaches_the_limit_is_out_and_the_last_one_wins(template, limit):
    series = by_template(template, 3, points(limit - 1, limit, 0))
    assert (series.standing.out, series.standing.over) == ((1,), False)
    assert series.problems(points(0, 1, 5)) == [("points.1", "out")]
    assert series.problems(points(None, None, 5)) == [("points", "too_few")]
    series.play(points(0, None, 7), points(1, None, 9))
    assert series.scores[-1].seats == (0, 2)
    assert list(series.standing.cumulative) == [limit, limit, 16]
    # Seat 0 reached the limit in hand 3 and seat 1 in hand 1.
    assert (series.standing.over, series.standing.ranking) == (True, ((2,), (0,), (1,)))


class TestTwentyNine:
    """The team that bids gets +1 if it makes its bid, else −1, to 6 or −6."""

    def test_only_the_team_that_bids_scores(self):
        series = by_template("twenty-nine", 4, bids([18, None], [20, None]), bids([None, 21], [8, 20]))
        assert entered(series) == [[1, 0, 1, 0], [0, -1, 0, -1]]
        assert series.problems(bids([16, 17], [10, 18])) == [("bids", "one_bid")]
        assert series.problems(bids([None, None], [10, 18])) == [("bids", "one_bid")]

    @pytest.mark.parametrize(("bid", "doubts"), [(15, 1), (16, 0), (29, 0), (30, 1), (89, 1)])
    def test_a_bid_is_from_16_to_29(self, bid, doubts):
        """[pagat] 16 is the lowest bid; the cards have 28 points, and with one for the last trick 29."""
        (score,) = by_template("twenty-nine", 4, bids([bid, None], [20, None])).scores
        assert len(score.warnings) == doubts
        assert score.complete

    def test_the_doubt_names_the_limit(self):
        (high,) = by_template("twenty-nine", 4, bids([None, 89], [None, 20])).scores[0].warnings
        assert (high.field, str(high.message)) == ("bids.1", "seat 2 bids 89: the highest bid is 29.")
        (low,) = by_template("twenty-nine", 4, bids([4, None], [20, None])).scores[0].warnings
        assert (low.field, str(low.message)) == ("bids.0", "seat 1 bids 4: the lowest bid is 16.")

    def test_other_games_have_any_bid(self):
        assert not by_template("wizard", 4, bids([0, 1, 89, 0], [0, 1, 0, 0])).scores[0].warnings
        assert refused_rules(Scorecard, written="bids", lowest_bid=20, highest_bid=16) == ["bids_crossed"]

    @pytest.mark.parametrize(("won", "winner"), [(18, 0), (17, 1)])
    def test_it_ends_at_6_above_or_below_zero(self, won, winner):
        series = by_template("twenty-nine", 4, *[bids([18, None], [won, None])] * 5)
        assert not series.standing.over
        series.play(bids([18, None], [won, None]))
        assert (series.standing.over, series.standing.ranking[0]) == (True, (winner, winner + 2))


def test_the_figures_of_a_hand_are_explained():
    series = two_teams(bids([3, 4], [13, 0]))
    # 13 tricks on a bid of 3: 30 and ten more, which cost 100.
    assert [(line.seat, line.points, str(line.why)) for line in series.scores[0].lines] == [
        (0, -60, "seat 1 bid 3 and won 13, bid made: 40; 10 tricks above the bids cost 100."),
        (1, -40, "seat 2 bid 4 and won 0, bid missed: −40."),
    ]
