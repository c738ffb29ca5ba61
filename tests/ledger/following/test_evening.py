"""What each player won or lost over the series of one evening, on the page of a circle."""

from datetime import timedelta

from django.utils import timezone
from pytest_django.asserts import assertNumQueries

from ledger.circles.models import Circle, Member, Player
from ledger.following.evening import EveningTotals, last_evening
from ledger.series.models import Result, Series
from ledger.series.selectors import past_series
from tests.ledger.pages import client_of, text_of
from tests.ledger.series.conftest import J40, start_game


def play_card(me: Member, players: list[Player], points: list[int], name: str = "Kitti") -> Series:
    bob = start_game(me, "scorecard", players, point_value="0", name=name)
    bob.record({"points": points})
    bob.stop(with_standard=True)
    return bob.series


def totals_for(me: Member) -> EveningTotals | None:
    latest = past_series(me.circle).first()
    return last_evening(me, latest) if latest else None


def rows_for(me: Member) -> list[tuple[str, str, str]]:
    evening = totals_for(me)
    assert evening
    return [(row.player.name, row.won, row.figure.replace("\u00a0", " ")) for row in evening.rows]


def test_points_of_one_game_are_added_up(scorer, players):
    play_card(scorer, players, [10, 5, 3, 0])
    assert totals_for(scorer) is None  # the only series of the evening has its own result
    play_card(scorer, players, [1, 9, 3, 0])
    assert rows_for(scorer) == [
        ("B", "Won 1 of 2", "14"),
        ("A", "Won 1 of 2", "11"),
        ("C", "Won 0 of 2", "6"),
        ("D", "Won 0 of 2", "0"),
    ]


def test_points_of_different_games_are_not_added_up(scorer, players):
    play_card(scorer, players, [10, 5, 3, 0])
    play_card(scorer, players, [1, 9, 3, 0], name="Whist")
    play_card(scorer, players, [1, 9, 3, 0], name="Whist")
    assert rows_for(scorer) == [
        ("B", "Won 2 of 3", ""),
        ("A", "Won 1 of 3", ""),
        ("C", "Won 0 of 3", ""),
        ("D", "Won 0 of 3", ""),
    ]


def test_money_of_different_games_is_added_up(bob_scores, scorer, viewer, players):
    """The J-40 document's series comes to +46, −4, −18.50, −23.50. The other one is for points only."""
    bob_scores.record(*J40)
    play_card(scorer, players, [0, 0, 0, 9])
    assert rows_for(viewer) == [
        ("A", "Won 1 of 2", "+NPR 46.00"),
        ("B", "Won 0 of 2", "−NPR 4.00"),
        ("C", "Won 0 of 2", "−NPR 18.50"),
        ("D", "Won 1 of 2", "−NPR 23.50"),
    ]
    Circle.objects.update(hides_money=True)
    viewer.circle.refresh_from_db()
    assert {figure for _name, _won, figure in rows_for(viewer)} == {""}
    Circle.objects.update(points_only=True)
    scorer.circle.refresh_from_db()
    assert {figure for _name, _won, figure in rows_for(scorer)} == {""}


def test_who_plays_one_series_less_has_fewer(scorer, players):
    play_card(scorer, players, [10, 5, 3, 0])
    play_card(scorer, players[:2], [1, 9])
    assert rows_for(scorer)[2:] == [("C", "Won 0 of 1", "3"), ("D", "Won 0 of 1", "0")]


def test_a_series_of_the_evening_before_does_not_count(scorer, players):
    earlier = play_card(scorer, players, [10, 5, 3, 0])
    play_card(scorer, players, [1, 9, 3, 0])
    moment = timezone.now() - timedelta(hours=13)
    Series.objects.filter(pk=earlier.pk).update(started_at=moment)
    Result.objects.filter(series=earlier).update(ended_at=moment)
    assert totals_for(scorer) is None


def test_who_is_left_out_of_the_standings_is_left_out_here(scorer, players):
    for _series in range(2):
        play_card(scorer, players, [10, 5, 3, 0])
    Player.objects.filter(pk=players[1].pk).update(is_left_out=True)
    assert [name for name, _won, _figure in rows_for(scorer)] == ["A", "C", "D"]


def test_the_page_of_the_circle_shows_it_to_every_member(scorer, viewer, owner, players):
    play_card(scorer, players, [10, 5, 3, 0])
    page = f"/circles/{scorer.circle_id}/"
    assert "The evening of" not in text_of(client_of(viewer.user).get(page))
    play_card(scorer, players, [1, 9, 3, 0], name="Whist")
    for me in (owner, scorer, viewer):
        shown = text_of(client_of(me.user).get(page))
        assert "The evening of" in shown
        assert "Kitti and Whist" in shown
    day = timezone.localdate(timezone=scorer.circle.zone).isoformat()
    assert f"?since={day}&amp;until={day}" in client_of(viewer.user).get(page).content.decode()


def test_it_is_open_until_the_next_day(scorer, players, monkeypatch):
    for _series in range(2):
        play_card(scorer, players, [10, 5, 3, 0])
    evening = totals_for(scorer)
    assert evening
    assert evening.is_tonight
    later = timezone.now() + timedelta(hours=13)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert not evening.is_tonight


def test_one_query(scorer, players):
    for _series in range(3):
        latest = play_card(scorer, players, [10, 5, 3, 0])
    with assertNumQueries(1):
        evening = last_evening(scorer, latest)
        assert evening
        assert evening.rows
