"""The results that are kept of an ended series."""

from fractions import Fraction
from importlib import import_module
from typing import Any

from django.apps import apps

from ledger.circles.services.players import add_player
from ledger.series.models import Event, Result, Series
from ledger.series.services import join_series
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.series.conftest import J40, start_game
from tests.ledger.series.evening import spend_evening
from tests.ledger.transfer.circle_files import empty_the_database, export, fill


def column(series: Series, *names: str) -> list[Any]:
    rows = Result.objects.filter(series=series).order_by("seat")
    return list(rows.values_list(*names, flat=True) if len(names) == 1 else rows.values_list(*names))


def all_results() -> list[dict[str, Any]]:
    rows = Result.objects.order_by("series", "seat").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def test_the_series_of_the_source(bob_scores, series, players):
    """The table of [J]: A wins 5, 14, 16, 16; the totals are 41, 18½, 6½ and 4; 46, −4, −18½ and −23½ rupees."""
    bob_scores.record(*J40[:3])
    assert not Result.objects.exists()
    bob_scores.record(J40[3])
    assert column(series, "player_id") == [player.pk for player in players]
    assert column(series, "place", "level", "sides", "side") == [(seat + 1, 1, 4, seat) for seat in range(4)]
    assert column(series, "total") == [41, Fraction(37, 2), Fraction(13, 2), 4]
    assert column(series, "points_won") == [51, Fraction(77, 2), Fraction(73, 2), 34]
    assert column(series, "best_points", "best_hand")[0] == (16, 3)  # and in hand 4 again
    assert column(series, "worst_points", "worst_hand")[0] == (5, 1)
    assert column(series, "worst_total")[0] == -5
    assert column(series, "hands", "series_hands") == [(4, 4)] * 4
    assert column(series, "hands_below_zero") == [1, 2, 3, 3]
    assert column(series, "wrong_cards") == [0, 0, 1, 1]
    assert column(series, "amount_minor") == [4600, -400, -1850, -2350]
    assert column(series, "received")[0] == ["0", "85/2", "129/2", "77"]
    assert set(column(series, "ended_at")) == {Event.objects.latest("number").at}


def test_undo_and_reopening_take_them_back(bob_scores, series):
    bob_scores.record(*J40)
    bob_scores.undo()
    assert not Result.objects.exists()
    bob_scores.record(J40[3])
    assert Result.objects.count() == 4
    bob_scores.reopen("to look again")
    assert not Result.objects.exists()
    changed = {"points_won": [16, 2, 10, 12], "last_trick": 0}
    bob_scores.correct(4, changed, "the wrong column")
    assert not Result.objects.exists()
    bob_scores.stop()
    assert column(series, "place") == [1, 4, 2, 3]  # 41, ½, 24½ and 4
    assert set(column(series, "ended_at")) == {Event.objects.latest("number").at}


def test_a_series_in_which_no_hand_counts_has_none(bob_scores):
    bob_scores.record({"thrown_in": True, "reason": "A card was seen."})
    bob_scores.stop()
    assert not Result.objects.exists()


def test_a_hand_that_was_thrown_in_does_not_count(bob_scores, series):
    bob_scores.record({"thrown_in": True, "reason": "A card was seen."}, J40[2])
    bob_scores.stop()
    assert column(series, "hands", "series_hands", "best_hand") == [(1, 1, 2)] * 4


def test_level_players_share_a_place(bob_scores, series):
    bob_scores.record({"points_won": [10, 15, 10, 5]})
    bob_scores.stop()
    assert column(series, "place", "level") == [(2, 2), (1, 1), (2, 2), (4, 1)]


def test_a_big_hand_is_a_bonus(bob_scores, series):
    bob_scores.record({"points_won": [26, 4, 4, 6]}, {"points_won": [10, 10, 10, 10]})
    bob_scores.stop()
    assert column(series, "bonus_hands") == [1, 0, 0, 0]


def test_who_ends_below_zero_pays_double_standard_money(bob_scores, series):
    """Chandra is at -1 and Deepa at -7. The winner pays nothing, and without standard money nobody pays double."""
    bob_scores.record({"points_won": [16, 12, 9, 3]})
    bob_scores.stop()
    assert column(series, "total") == [16, 12, -1, -7]
    assert column(series, "doubled") == [False, False, True, True]
    bob_scores.reopen("to look again")
    bob_scores.stop(with_standard=False)
    assert column(series, "doubled") == [False] * 4


def test_who_falls_below_the_limit_pays_the_double_stake(scorer, players):
    scored = start_game(scorer, "putz", players[:3], stake="none", game_stake=10)
    scored.record(*[{"card_points": [80, 60, 17], "trump": "hearts"}] * 4)  # 1, 1 and -1 each time; lost at -4
    assert not scored.state().series.is_open
    assert column(scored.series, "total", "doubled") == [(4, False), (4, False), (-4, True)]


def test_partners_are_one_side(scorer, players):
    scored = start_game(scorer, "jass", players)
    scored.record({"card_points": [57, 100], "trump": "hearts"})
    scored.stop()
    assert column(scored.series, "side", "sides", "place", "level") == [(0, 2, 2, 1), (1, 2, 1, 1)] * 2
    assert column(scored.series, "points_won") == [57, 100, 57, 100]


def test_where_low_wins_the_fewest_points_are_best(scorer, players):
    scored = start_game(scorer, "scorecard", players[:2], name="Rummy", best="low")
    scored.record({"points": [5, -3]}, {"points": [8, 20]})
    scored.stop()
    rows = column(scored.series, "title", "low_wins", "place", "total", "worst_total", "best_points", "worst_points")
    assert rows == [("Rummy", True, 1, 13, 13, 5, 8), ("Rummy", True, 2, 17, 17, -3, 20)]
    assert column(scored.series, "bonus_hands", "hands_below_zero") == [(0, 0), (0, 1)]


def test_who_never_played_has_no_part(scorer, players):
    scored = start_game(scorer, "jewel", players)
    scored.record({"players": [{"ended": "declared", "bonus": 1}, *([{"ended": "played"}] * 3)]})
    for name in ("E", "F"):
        player = add_player(circle=scorer.circle, name=name)
        join_series(series=scored.series, submit=scored.submit(), player=player)
    scored.record({"players": [*([None] * 3), {"ended": "declared", "bonus": 1}, {"ended": "played"}, None]})
    scored.stop()
    # The first hand: A receives 1 from each of three; the second: D 1 from E. F did not play.
    assert column(scored.series, "seat", "hands", "total", "place", "level", "sides") == [
        (0, 1, 3, 1, 1, 5),
        (1, 1, -1, 3, 3, 5),
        (2, 1, -1, 3, 3, 5),
        (3, 2, 0, 2, 1, 5),
        (4, 1, -1, 3, 3, 5),
    ]
    assert column(scored.series, "amount_minor") == [75, -25, -25, 0, -25]


def test_who_sat_out_every_hand_of_a_scorecard_has_no_part(scorer, players):
    scored = start_game(scorer, "scorecard", players, sits_out=True)
    scored.record({"points": [10, None, None, 4]}, {"points": [2, None, 5, None]})
    scored.stop()
    # Totals 12, 5 and 4: A receives 7 and 8, C 1. B did not play.
    assert column(scored.series, "seat", "place", "sides", "amount_minor") == [
        (0, 1, 3, 375),
        (2, 2, 3, -150),
        (3, 3, 3, -225),
    ]


def test_an_import_writes_the_same(scorer, charlie):
    text = export(fill(scorer, charlie))
    before = all_results()
    assert len(before) == 12  # three of its series have ended
    empty_the_database()
    import_circle(check_file(text.encode()), None)
    assert all_results() == before


def test_the_migration_writes_those_of_earlier_series(scorer, agreed, players, charlie):
    spend_evening(scorer, agreed, players, charlie)
    before = all_results()
    assert len(before) == 8
    Result.objects.all().delete()
    import_module("ledger.series.migrations.0003_results_of_ended_series").write_results(apps, None)
    assert all_results() == before


def test_the_migration_says_who_paid_double(bob_scores, series):
    bob_scores.record({"points_won": [16, 12, 9, 3]})
    bob_scores.stop()
    Result.objects.update(doubled=False)
    import_module("ledger.series.migrations.0009_doubled").fill_doubled(apps, None)
    assert column(series, "doubled") == [False, False, True, True]
