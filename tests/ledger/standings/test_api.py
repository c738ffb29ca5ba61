"""`GET circles/{id}/standings`, `standings.csv` and `rivals`: figures by hand, filters, and who may read them."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from unittest import mock

import pytest

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Member, Player
from ledger.series.models import Series
from ledger.series.starting import Agreement, start_series
from tests.ledger.api.conftest import Program, problems_of
from tests.ledger.series.conftest import Scorer

pytestmark = pytest.mark.django_db

Play = Callable[..., Series]
# 23:50 and ten minutes later in Kathmandu
LATE, NEXT_DAY = datetime(2026, 4, 10, 18, 5, tzinfo=UTC), datetime(2026, 4, 10, 18, 15, tzinfo=UTC)


def play(
    me: Member,
    players: list[Player],
    *hands: list[float],
    game: str = "jaago-chalis",
    with_standard: bool = False,
    **rules: Any,
) -> Series:
    """A series of these hands, then stopped."""
    chosen = BY_SLUG[game].read_rules(rules)
    agreed = Agreement(BY_SLUG[game], players, chosen.value, Decimal(1))
    scored = Scorer(me, start_series(me=me, agreed=agreed))
    scored.record(*({"points_won" if game == "jaago-chalis" else "points": hand} for hand in hands))
    scored.stop(with_standard=with_standard)
    return scored.series


def rows(program: Program, circle: Circle, query: str = "") -> list[Any]:
    answer = program.get(f"circles/{circle.pk}/standings{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()["rows"]


def test_two_series_by_hand(four_play, circle, players, veras):
    """Hands of 16, 10, 10, 4 and of 5, 8, 18, 9; then one of 12, 12, 12, 4. Fewer than 10 count as 10 less."""
    first = four_play([16, 10, 10, 4], [5, 8, 18, 9])  # 11, 8, 28, -7
    four_play([12, 12, 12, 4])  # 12, 12, 12, -6
    asha, _bimal, chandra, _dipak = players
    answer = veras.get(f"circles/{circle.pk}/standings").json()
    assert {name: answer[name] for name in ("game", "title", "from", "to", "least")} == {
        "game": "jaago-chalis",
        "title": "",
        "from": None,
        "to": None,
        "least": 1,
    }
    named = {row["player"]["name"]: row for row in answer["rows"]}
    assert [row["player"]["name"] for row in answer["rows"]] == ["Chandra", "Asha", "Bimal", "Dipak"]
    assert named["Chandra"] == {
        "player": {"id": chandra.pk, "name": "Chandra"},
        "series": 2,
        "hands": 3,
        "places": [2, 0, 0, 0],
        "won": 2,
        "average_place": 1.5,  # place 1, and 2 as the mean of the first three places
        "beaten": 0.8333,  # first all three; then one, and two level players by half: 2 of 3
        "order": 0.5952,  # (5/3 + 2.5) of 7
        "total": 40,
        "average_total": 20,
        "best_total": 28,
        "worst_total": 12,
        "points_won_per_hand": 13.3333,
        "best_hand": {"points": 18, "series": first.pk, "number": 2},
        "hands_below_zero": 0,
        "bonus_hands": 0,
        "ended_below_zero": 0,
        "streak": 2,
        "longest_streak": 2,
        "money": "90.00",  # 17 + 20 + 35, then 18
        "rating": None,
    }
    assert named["Asha"]["places"] == [1, 1, 0, 0]
    assert (named["Asha"]["streak"], named["Asha"]["longest_streak"]) == (1, 1)
    assert [named[name]["average_place"] for name in ("Asha", "Bimal")] == [2, 2.5]
    assert named["Dipak"]["ended_below_zero"] == 2
    assert named["Dipak"]["hands_below_zero"] == 3
    assert [named[player.name]["money"] for player in players] == ["22.00", "10.00", "90.00", "-122.00"]

    pairs = veras.get(f"circles/{circle.pk}/rivals").json()["pairs"]
    assert [(pair["a"]["name"], pair["b"]["name"]) for pair in pairs][:3] == [
        ("Asha", "Bimal"),
        ("Asha", "Chandra"),
        ("Asha", "Dipak"),
    ]
    assert pairs[1] == {
        "a": {"id": asha.pk, "name": "Asha"},
        "b": {"id": chandra.pk, "name": "Chandra"},
        "series": 2,
        "a_above": 0,
        "b_above": 1,
        "level": 1,
        "points": -17,
    }


def test_a_rating_comes_with_the_third_series(four_play, circle, bobs):
    """After three equal series the first is as far above the mean as the last is below, with the same error."""
    for count in range(3):
        assert all(row["rating"] is None for row in rows(bobs, circle)), count
        four_play([18, 12, 10, 0])
    asha, bimal, chandra, dipak = (row["rating"] for row in rows(bobs, circle))
    assert asha["value"] > bimal["value"] > 1500
    assert [asha["value"] + dipak["value"], bimal["value"] + chandra["value"]] == [3000, 3000]
    assert asha["error"] == dipak["error"] > bimal["error"]
    # The rating is from all series, whatever the period.
    assert rows(bobs, circle, "?from=2000-01-01")[0]["rating"] == asha


def test_one_evening_heads_no_table(esha, scorer, circle, players, bobs):
    """Asha is second of four three times, which is 3 × 2/3: (2 + 2.5) of 8. Esha wins once: (1 + 2.5) of 6."""
    asha, bimal, chandra, dipak = players
    for winner in (bimal, chandra, dipak):
        others = [player for player in (bimal, chandra, dipak) if player != winner]
        play(scorer, [winner, asha, *others], [18, 12, 10, 0])
    play(scorer, [esha, bimal, chandra, dipak], [18, 12, 10, 0])
    first, second, *_others = rows(bobs, circle)
    assert (first["player"]["name"], first["order"], first["average_place"]) == ("Esha", 0.5833, 1)
    assert (second["player"]["name"], second["order"], second["beaten"]) == ("Asha", 0.5625, 0.6667)
    play(scorer, [bimal, asha, chandra, dipak], [18, 12, 10, 0])
    play(scorer, [bimal, asha, chandra, dipak], [18, 12, 10, 0])
    # Now (10/3 + 2.5) of 10, which is as much as Esha's to the last decimal: who has played more comes first.
    assert [row["player"]["name"] for row in rows(bobs, circle) if row["order"] == 0.5833] == ["Asha", "Esha"]


def test_all_games_in_one_table(four_play, circle, players, bobs):
    four_play([18, 12, 10, 0])
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    answer = bobs.get(f"circles/{circle.pk}/standings?game=all&title=Kitti").json()
    assert (answer["game"], answer["title"]) == ("all", "")
    first = answer["rows"][0]
    assert first["player"]["name"] == "Asha"
    given = {name: value for name, value in first.items() if value is not None}
    money = {"money": "36.00"}  # 42 − 6
    assert given == money | {
        "player": {"id": players[0].pk, "name": "Asha"},
        "series": 2,
        "hands": 2,
        "won": 1,
        "beaten": 0.5,
        "order": 0.5,
        "streak": 0,
        "longest_streak": 1,
    }
    text = bobs.get(f"circles/{circle.pk}/standings.csv?game=all").content.decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text)))
    assert {name: value for name, value in row.items() if value} == {
        **{name: str(value) for name, value in given.items() if name != "money"},
        "player_id": players[0].pk,
        "player": "Asha",
        "money": "36.00",
        "currency": "NPR",
        "streak": "0",
    }
    assert bobs.get(f"circles/{circle.pk}/rivals?game=all").status_code == 422


def test_days_are_those_of_the_server(four_play, circle, bobs):
    with mock.patch("django.utils.timezone.now", return_value=LATE):
        four_play([18, 12, 10, 0])
    with mock.patch("django.utils.timezone.now", return_value=NEXT_DAY):
        four_play([0, 10, 12, 18])
    assert rows(bobs, circle, "?from=2026-04-10&to=2026-04-10")[0]["player"]["name"] == "Asha"
    assert rows(bobs, circle, "?from=2026-04-11&to=2026-04-11")[0]["player"]["name"] == "Dipak"
    assert [row["series"] for row in rows(bobs, circle, "?from=2026-04-10&to=2026-04-11")] == [2] * 4
    assert rows(bobs, circle, "?to=2026-04-09") == rows(bobs, circle, "?from=2026-04-12") == []


def test_players_with_few_series_are_left_out(esha, four_play, scorer, circle, players, bobs):
    four_play([18, 12, 10, 0])
    play(scorer, [esha, *players[1:]], [18, 12, 10, 0])
    assert {row["player"]["name"] for row in rows(bobs, circle, "?least=2")} == {"Bimal", "Chandra", "Dipak"}
    assert {row["player"]["name"] for row in rows(bobs, circle)} >= {"Asha", "Esha"}


def test_a_circles_own_games_are_told_apart_by_title(four_play, circle, bobs):
    for _series in range(2):
        four_play([1, 2, 3, 4], game="scorecard", name="Rummy", best="low")
    four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    four_play([18, 12, 10, 0])
    most_played = bobs.get(f"circles/{circle.pk}/standings").json()
    assert (most_played["game"], most_played["title"]) == ("scorecard", "Rummy")
    assert most_played["rows"][0]["player"]["name"] == "Asha"
    assert most_played["rows"][0]["best_total"] == 1
    kitti = bobs.get(f"circles/{circle.pk}/standings?game=scorecard&title=Kitti").json()
    assert kitti["rows"][0]["player"]["name"] == "Dipak"
    assert rows(bobs, circle, "?game=scorecard&title=Bridge") == []
    assert rows(bobs, circle, "?game=cha") == []


def test_a_circle_without_series(circle, scorer, bobs):
    answer = bobs.get(f"circles/{circle.pk}/standings").json()
    assert answer == {"game": None, "title": "", "from": None, "to": None, "least": 1, "rows": []}
    assert bobs.get(f"circles/{circle.pk}/rivals").json()["pairs"] == []
    assert bobs.get(f"circles/{circle.pk}/standings.csv").status_code == 200


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("game=bridge", "game", "not_a_choice"),
        ("from=2026-02-30", "from", "not_a_day"),
        ("to=yesterday", "to", "not_a_day"),
        ("least=0", "least", "out_of_range"),
        ("least=many", "least", "out_of_range"),
        ("least=0000000012345678", "least", "out_of_range"),
        ("least=000000001" + "9" * 5000, "least", "out_of_range"),
        ("since=2026-01-01", "since", "unknown_field"),
        ("game=jass&game=cha", "game", "twice"),
    ],
)
def test_what_cannot_be_asked_is_refused(circle, alices, query, field, code):
    answer = alices.get(f"circles/{circle.pk}/standings?{query}")
    assert answer.status_code == 422
    assert problems_of(answer) == [(field, code)]


def test_the_same_table_for_a_spreadsheet(four_play, circle, players, bobs):
    players[0].name = "=HYPERLINK()"
    players[0].save()
    played = four_play([18, 12, 10, 0])
    answer = bobs.get(f"circles/{circle.pk}/standings.csv?game=jaago-chalis")
    assert answer["Content-Type"] == "text/csv"
    first, *others = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert len(others) == 3
    columns = f"""
        player_id:{players[0].pk} player:'=HYPERLINK() series:1 hands:1 won:1 place_1:1 place_2:0 place_3:0 place_4:0
        average_place:1 beaten:1 order:0.5833 total:18 average_total:18 best_total:18 worst_total:18
        points_won_per_hand:18 best_hand_points:18 best_hand_series:{played.pk} best_hand_number:1
        hands_below_zero:0 bonus_hands:0 ended_below_zero:0 streak:1 longest_streak:1
        money:42.00 currency:NPR rating: rating_error:
    """
    assert first == dict(column.split(":") for column in columns.split())


def test_the_number_of_queries_stays_the_same(four_play, circle, bobs, django_assert_num_queries):
    for _series in range(5):
        four_play([18, 12, 10, 0])
        rows(bobs, circle)
    four_play([18, 12, 10, 0])
    with django_assert_num_queries(6):  # the token, the member, the chains, the games played, the results, the players
        rows(bobs, circle)
    with django_assert_num_queries(4):  # games and results are in memory
        rows(bobs, circle)
