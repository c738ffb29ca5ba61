"""The records of a circle: what sets one, what breaks it, and who may read them. Figures were worked out by hand.

In Jaago-Chalis a hand of fewer than 10 points counts as 10 less: 16, 12, 9, 3 enters 16, 12, -1, -7.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.timezone import localdate

from ledger.circles.models import Member, Player
from ledger.circles.services.players import leave_out
from ledger.series.models import Series
from ledger.series.services import reopen_series
from ledger.standings.records import BrokenRecord, broken_records
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.standings.test_api import play
from tests.ledger.standings.test_declared import play as play_records
from tests.ledger.standings.test_declared import start

pytestmark = pytest.mark.django_db

QUIET = [12, 11, 10, 7]  # 12, 11, 10, -3


@pytest.fixture
def records(circle, bobs) -> Callable[..., dict[str, Any]]:
    """By their names: each mark as value, names of the holders, series and number of the hand."""

    def read(query: str = "") -> dict[str, Any]:
        answer = bobs.get(f"circles/{circle.pk}/records{query}")
        assert answer.status_code == 200, answer.content
        found = {}
        for record in answer.json()["records"]:
            history = record["history"]
            assert record == history[-1] | {"record": record["record"], "history": history}
            found[record["record"]] = [
                (mark["value"], [player["name"] for player in mark["players"]], mark["series"], mark["number"])
                for mark in history
            ]
        return found

    return read


def finish(me: Member, players: list[Player], *records: Any, game: str = "jaago-chalis", **rules: Any) -> Series:
    """A series that ends with the last of these hands."""
    scored = start(me, players, game, **rules)
    scored.record(*records)
    assert not scored.state().series.is_open
    return scored.series


def test_three_series_by_hand(four_play, records):
    one = four_play([16, 10, 10, 4], [5, 8, 18, 9])  # 16, 10, 10, -6; then 11, 8, 28, -7
    two = four_play([2, 14, 14, 10], [18, 12, 10, 0], [16, 4, 10, 10])  # -8, then 10, 26, 24, 0; 26, 20, 34, 10
    three = four_play([5, 18, 8, 9], [20, 0, 10, 10])  # -5, 18, -2, -1; then 15, 8, 8, 9
    found = records()
    assert found["best_hand"] == [(18, ["Chandra"], one.pk, 2), (20, ["Asha"], three.pk, 2)]
    assert found["best_total"] == [(28, ["Chandra"], one.pk, None), (34, ["Chandra"], two.pk, None)]
    assert found["longest"] == [(2, ["Chandra"], one.pk, None), (3, ["Chandra"], two.pk, None)]
    # Chandra was never below zero in the series that she won.
    assert found["comeback"] == [(-5, ["Asha"], three.pk, None)]
    # 28 and 11; 34 and 26; 15 and 9
    assert [(value, names) for value, names, *_ in found["closest"]] == [
        (17, ["Chandra"]),
        (8, ["Chandra"]),
        (6, ["Asha"]),
    ]
    assert found["streak"] == [(2, ["Chandra"], two.pk, None)]
    assert found.keys() == {"best_hand", "best_total", "longest", "comeback", "closest", "streak"}


def test_who_equals_a_record_does_not_break_it(four_play, scorer, players, records):
    four_play([16, 12, 9, 3])
    before = records()
    play(scorer, players[::-1], [16, 12, 9, 3])
    assert records() == before


def test_who_reaches_it_in_the_same_series_holds_it_too(four_play, records):
    """In the same hand. A player who reaches it in a later hand of the series has only equalled it."""
    one = four_play([15, 15, 10, 0], [10, 10, 5, 15])  # 25, 25, 5, 5
    found = records()
    assert found["best_hand"] == [(15, ["Asha", "Bimal"], one.pk, 1)]
    assert found["best_total"] == [(25, ["Asha", "Bimal"], one.pk, None)]
    assert found["longest"] == [(2, ["Asha", "Bimal"], one.pk, None)]
    assert "closest" not in found  # nobody finished before the other


def test_the_quickest_series_was_played_to_its_end(four_play, scorer, players, records):
    four_play(QUIET)
    assert "quickest" not in records()
    one = finish(scorer, players, *J40)
    two = finish(scorer, players, *({"points_won": [20, 10, 5, 5]} for _hand in range(2)), target=40)
    found = records()
    assert found["quickest"] == [(4, ["Asha"], one.pk, None), (2, ["Asha"], two.pk, None)]


def test_a_comeback_is_from_below_zero_to_a_better_total(four_play, records):
    four_play([9, 9, 9, 13], [9, 9, 9, 13])  # Dipak wins with 26, never below zero
    four_play([5, 9, 9, 17], [5, 17, 9, 9])  # -10, 16, -2, 16: level, and both were never worse than -1
    assert records()["comeback"][0][:2] == (-1, ["Bimal"])
    four_play([9.5, 9, 9, 12.5], [18, 3, 3, 16])  # Asha from -½ to 17½; Dipak wins with 28½
    assert len(records()["comeback"]) == 1


def test_longest_streak_and_its_end(four_play, records):
    asha_wins, bimal_wins = [13, 12, 11, 4], [12, 13, 11, 4]
    played = [four_play(hand) for hand in [asha_wins] * 3 + [bimal_wins] * 2 + [asha_wins] * 4]
    assert records()["streak"] == [
        (2, ["Asha"], played[1].pk, None),
        (3, ["Asha"], played[2].pk, None),
        (4, ["Asha"], played[8].pk, None),
    ]


def test_most_often_doubled_is_counted_over_all_series(four_play, records):
    four_play([16, 12, 9, 3])  # -1 and -7, and stopped without standard money: nobody paid double
    assert "doubled" not in records()
    one = four_play([16, 12, 9, 3], with_standard=True)
    four_play([12, 12, 12, 4], with_standard=True)  # Dipak again, and Chandra not
    found = records()["doubled"]
    assert [(value, names) for value, names, *_ in found] == [(1, ["Chandra", "Dipak"]), (2, ["Dipak"])]
    assert found[0][2] == one.pk


def test_most_wrong_cards(scorer, players, records):
    """In the series of the source Chandra and Dipak each laid one wrong card."""
    one = finish(scorer, players, *J40)
    assert records()["wrong_cards"] == [(1, ["Chandra", "Dipak"], one.pk, None)]


def test_partners_hold_a_record_together(scorer, players, records):
    scored = play_records(scorer, players, {"card_points": [57, 100], "trump": "hearts"}, game="jass")
    found = records()
    assert found["best_hand"] == [(100, ["Bimal", "Dipak"], scored.series.pk, 1)]
    assert found["best_total"][0][:2] == (100, ["Bimal", "Dipak"])
    assert found["closest"][0][:2] == (43, ["Bimal", "Dipak"])


def test_where_low_wins_the_fewest_points_are_the_record(scorer, players, circle, records, bobs):
    low = {"game": "scorecard", "name": "Rummy", "best": "low"}
    one = play(scorer, players[:2], [5, 30], [8, 20], **low)  # 13 and 50
    two = play(scorer, players[:2], [40, 10], [-35, 2], **low)  # 5 and 12: Asha from 40
    found = records("?game=scorecard&title=Rummy")
    assert found["best_hand"] == [(5, ["Asha"], one.pk, 1), (-35, ["Asha"], two.pk, 2)]
    assert found["best_total"] == [(13, ["Asha"], one.pk, None), (5, ["Asha"], two.pk, None)]
    assert found["comeback"] == [(40, ["Asha"], two.pk, None)]
    assert found["closest"] == [(37, ["Asha"], one.pk, None), (7, ["Asha"], two.pk, None)]
    assert bobs.get(f"circles/{circle.pk}/records").json()["low_wins"] is True


def test_a_reopened_series_leaves_no_trace(four_play, scorer, players, records):
    four_play(QUIET)
    before = records()
    further = play(scorer, players[::-1], [16, 8, 10, 6], [20, 10, 10, 0])
    assert records()["best_hand"] != before["best_hand"]
    reopen_series(series=further, submit=Scorer(scorer, further).submit(), reason="It was the wrong evening.")
    assert records() == before


def test_a_player_who_is_left_out_has_no_name(four_play, players, circle, records, bobs):
    four_play([15, 15, 7, 3])
    leave_out(player=players[0], is_left_out=True)
    assert records()["best_hand"][0][1] == [None, "Bimal"]
    text = bobs.get(f"circles/{circle.pk}/records").content.decode()
    assert "Asha" not in text
    assert players[0].pk not in text


def test_games_and_own_titles_have_records_of_their_own(four_play, circle, records, bobs):
    four_play(QUIET)
    four_play(QUIET)
    one = four_play([3, 0, 0, 0], game="scorecard", name="Kitti")
    four_play([9, 0, 0, 0], game="scorecard", name="Rummy")
    assert records()["best_hand"][0][0] == 12  # of the game that is played most
    assert records("?game=scorecard&title=Kitti")["best_hand"] == [(3, ["Asha"], one.pk, 1)]
    answer = bobs.get(f"circles/{circle.pk}/records?game=scorecard&title=Nothing").json()
    assert answer == {"game": "scorecard", "title": "Nothing", "low_wins": False, "records": []}


def test_a_circle_without_series(circle, bobs):
    answer = bobs.get(f"circles/{circle.pk}/records").json()
    assert answer == {"game": None, "title": "", "low_wins": False, "records": []}


def test_the_date_is_that_of_the_end(four_play, circle, bobs):
    played = four_play(QUIET)
    played.refresh_from_db()
    record = bobs.get(f"circles/{circle.pk}/records").json()["records"][0]
    assert record["date"] == localdate(played.changed_at).isoformat()


# --- Records that fell with a series ---------------------------------------------------------------------------------


def broken(series: Series) -> list[BrokenRecord]:
    return broken_records(series.circle, series.pk, series.game, "")


def test_records_fall_from_the_fourth_series_on(four_play, players):
    first = [four_play([points, 16, 9, 15 - points]) for points in (10, 11, 12)]
    assert [broken(series) for series in first] == [[], [], []]
    fourth = four_play([18, 12, 10, 0], [0, 20, 10, 10])
    named = {each.code: each for each in broken(fourth)}
    assert named.keys() == {"best_hand", "best_total", "longest", "streak"}
    best = named["best_hand"]
    assert best.before is not None
    assert (best.now.value, best.now.holders, best.now.hand) == (20, (players[1].pk,), 2)
    assert (best.before.value, best.before.holders, best.before.series.id) == (16, (players[1].pk,), first[0].pk)
    fifth = four_play([14, 10, 10, 6])
    assert broken(fifth) == []
    assert {each.code for each in broken(fourth)} == named.keys()  # still as when the series ended


def test_a_record_that_nobody_held_falls_too(four_play):
    for _series in range(3):
        four_play([10, 10, 10, 10])
    comeback = four_play([9, 11, 10, 10], [22, 4, 10, 4])  # -1, then 21
    (only,) = [each for each in broken(comeback) if each.code == "comeback"]
    assert (only.now.value, only.before) == (-1, None)
