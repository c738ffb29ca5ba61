"""What the series page shows of a state, and its chart."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from django.utils import translation

from ledger.face.chart import Chart, draw_chart
from ledger.following.examples import example_of
from ledger.following.overview import Overview
from ledger.series import descriptions
from ledger.series.selectors import latest_event
from tests.ledger.series.conftest import J40, Scorer

HALF = Fraction(1, 2)
J40_TOTALS = [
    (-5, -3 * HALF, 18, -3 * HALF),
    (9, 10, 16, -5),
    (25, 17 * HALF, 29 * HALF, -8),
    (41, 37 * HALF, 13 * HALF, 4),
]
BIG = {"points_won": [27, 6, 4, 3]}
LEVEL = {"points_won": [10, 10, 10, 10]}


def look(scorer: Scorer, *records: Any) -> Overview:
    return Overview(scorer.record(*records), lambda number: f"/hands/{number}/")


class TestTiles:
    def test_tiles_show_leader_dealer_and_points_to_go(self, bob_scores):
        tiles = look(bob_scores, *J40[:3]).tiles
        assert [tile.total for tile in tiles] == list(J40_TOTALS[2])
        assert [tile.leader for tile in tiles] == [True, False, False, False]
        assert [tile.dealer for tile in tiles] == ["", "Deals", "", ""]
        assert [tile.detail for tile in tiles] == ["15 to go", "31½ to go", "25½ to go", "48 to go"]

    def test_level_players_have_no_leader(self, bob_scores):
        assert not any(tile.leader for tile in look(bob_scores).tiles)
        assert not any(tile.leader for tile in look(bob_scores, LEVEL).tiles)

    def test_two_players_can_lead(self, bob_scores):
        tiles = look(bob_scores, {"points_won": [15, 15, 6, 4]}).tiles
        assert [tile.leader for tile in tiles] == [True, True, False, False]

    def test_a_big_hand_is_owed_at_once(self, bob_scores):
        page = look(bob_scores, J40[2], BIG)
        assert [tile.bonus for tile in page.tiles] == ["Bonus +90", "Bonus −20", "Bonus −30", "Bonus −40"]
        assert page.owed_bonuses == [
            (2, "B pays A 20 for a big hand: 27 points won in one hand."),
            (2, "C pays A 30 for a big hand: 27 points won in one hand."),
            (2, "D pays A 40 for a big hand: 27 points won in one hand."),
        ]

    def test_figures_are_nepali_in_nepali(self, bob_scores):
        page = look(bob_scores, *J40[:3])
        with translation.override("ne"):
            assert "१५" in page.tiles[0].detail


class TestTable:
    def test_every_hand_has_points_won_points_entered_and_total(self, bob_scores):
        rows = look(bob_scores, *J40).rows
        assert [tuple(cell.total for cell in row.cells) for row in rows] == J40_TOTALS
        assert [cell.entered for cell in rows[0].cells] == [-5, -3 * HALF, 18, -3 * HALF]
        assert [cell.won for cell in rows[0].cells] == [5, 17 * HALF, 18, 17 * HALF]
        assert [row.href for row in rows] == [f"/hands/{number}/" for number in (1, 2, 3, 4)]

    def test_points_entered_as_won_are_shown_once(self, bob_scores):
        assert [cell.won for cell in look(bob_scores, LEVEL).rows[0].cells] == [None] * 4

    def test_special_hands_have_a_remark(self, bob_scores):
        look(bob_scores, J40[2], {"thrown_in": True}, LEVEL)
        bob_scores.correct(3, J40[3], "mixed up")
        rows = look(bob_scores).rows
        assert [(row.remark, row.void) for row in rows] == [("", False), ("no score", True), ("corrected", False)]

    def test_hands_after_the_end_are_kept_and_do_not_count(self, bob_scores):
        look(bob_scores, *J40[:3])
        bob_scores.correct(1, {"points_won": [40, 0, 0, 0]}, "oops")
        page = look(bob_scores)
        assert [(row.remark, row.void) for row in page.rows] == [
            ("corrected", False),
            ("after the end", True),
            ("after the end", True),
        ]
        assert page.remarks == ["The series reached its end with hand 1. The hands after it are kept and do not count."]
        assert page.is_over


class TestRanking:
    def ranking(self, scorer: Scorer, *records: Any) -> list[tuple[int, str, bool]]:
        return [(each.place, each.tile.name, each.level) for each in look(scorer, *records).ranking]

    def test_the_ranking_lists_the_places_in_order(self, bob_scores):
        in_order = [(1, "A", False), (2, "B", False), (3, "C", False), (4, "D", False)]
        assert self.ranking(bob_scores, *J40) == in_order

    def test_level_players_share_a_place(self, bob_scores):
        shared = [(1, "A", False), (2, "B", True), (2, "C", True), (4, "D", False)]
        assert self.ranking(bob_scores, {"points_won": [14, 10, 10, 6]}) == shared


class TestWords:
    def test_the_outcome_names_the_leaders(self, bob_scores):
        assert descriptions.outcome_sentence(look(bob_scores).state) == "No hand yet that counts."
        for sentence in ("A and B lead with 15.", "A and B lead with 30.", "A and B won together with 45."):
            state = look(bob_scores, {"points_won": [15, 15, 6, 4]}).state
            assert descriptions.outcome_sentence(state) == sentence

    def test_the_end_and_the_reopening_are_described(self, bob_scores):
        state = bob_scores.record(*J40)
        ending = descriptions.ending_sentence(state, latest_event(bob_scores.series))
        assert ending == "The series ended with hand 4. Bob recorded hand 4."
        bob_scores.reopen("to look again")
        assert descriptions.describe_event(latest_event(bob_scores.state().series)) == "Bob reopened the series."


class TestChart:
    def test_the_chart_of_the_j40_series(self):
        chart = draw_chart(J40_TOTALS, 4, Fraction(40))
        assert chart.ticks == (50, 40, 30, 20, 10, 0, -10)
        assert chart.steps == (0, 1, 2, 3, 4)
        assert (chart.zero, chart.goal) == ("83.33", "16.67")
        # 25 is 25 of 60 below the top at 50; 41 is 9 of 60.
        assert chart.lines[0] == "0,83.33 25,91.67 50,68.33 75,41.67 100,15"

    @pytest.mark.parametrize(
        ("running", "goal"),
        [
            ([], None),
            ([], Fraction(40)),
            ([(Fraction(0),) * 4], None),
            ([(Fraction(1, 3), Fraction(0), Fraction(-1, 3), Fraction(0))], None),
            ([(Fraction(n), Fraction(-n), Fraction(0), Fraction(n, 2)) for n in range(1, 24)], Fraction(40)),
            ([(Fraction(1000 * n),) * 4 for n in range(100)], Fraction(1000)),
            ([(Fraction(-7),) * 4] * 11, None),
        ],
    )
    def test_lines_stay_inside_the_chart(self, running, goal):
        chart = draw_chart(running, 4, goal)
        self.check_scales(chart, running)
        for seat, line in enumerate(chart.lines):
            points = [tuple(map(float, point.split(","))) for point in line.split()]
            assert len(points) == len(running) + 1
            for hand, (x, y) in enumerate(points):
                assert 0 <= x <= 100
                total = ([(0,) * 4, *running])[hand][seat]
                top, bottom = chart.ticks[0], chart.ticks[-1]
                assert bottom + (100 - y) / 100 * (top - bottom) == pytest.approx(
                    float(total), abs=(top - bottom) / 5000
                )

    def check_scales(self, chart: Chart, running: Any) -> None:
        assert len({one - other for one, other in pairwise(chart.ticks)}) == 1
        assert 2 <= len(chart.ticks) <= 7
        assert len({other - one for one, other in pairwise(chart.steps)}) == 1
        assert len(chart.steps) <= 11
        assert chart.steps[-1] >= len(running)

    def test_the_lines_are_named_in_the_order_in_which_they_end(self):
        page = Overview(example_of("jaago-chalis"), str)
        assert [line.name for line in page.lines] == ["Asha", "Bimal", "Chandra", "Deepa"]
        assert page.chart_in_words == (
            "The totals after each hand. They stand at: Asha 41, Bimal 18½, Chandra 6½, Deepa 4."
        )
