"""Points, places, movement and the end of a season, with figures worked out by hand."""

from dataclasses import fields
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import Http404

from ledger.circles.roles import Role
from ledger.circles.services.circles import change_circle
from ledger.circles.services.players import leave_out, rename_player
from ledger.lib.refusals import Refused
from ledger.series.services import correct_hand, reopen_series, stop_series
from ledger.standings.counted import CountedSeries, PlayerResult
from ledger.standings.models import Points, Season
from ledger.standings.seasons.points import make_table, read_table, write_table
from ledger.standings.seasons.services import change_season, close_season, delete_season, make_season
from ledger.standings.seasons.table import load_season, season_table
from tests.ledger.conftest import join, make_user
from tests.ledger.series.conftest import Scorer
from tests.ledger.standings.seasons import MAY, close, in_words, movement, on, season, terms
from tests.ledger.standings.test_api import play

pytestmark = pytest.mark.django_db


def refused(action: Any, **arguments: Any) -> list[str]:
    with pytest.raises(Refused) as error:
        action(**arguments)
    return [problem.message for problem in error.value.problems]


# --- Points ----------------------------------------------------------------------------------------------------------


def test_points_by_place_with_ties(four_play, owner):
    """16, 10, 10, -6: three sides beaten; one beaten and one level; none. Then 12, 12, 12, -6: one and two halves."""
    spring = season(owner)
    with on(5, 12):
        four_play([16, 10, 10, 4])
    with on(5, 13):
        assert in_words(season_table(owner, spring)) == [
            *("1 Asha 3 of 1", "2 Bimal 1½ of 1", "2 Chandra 1½ of 1", "4 Dipak 0 of 1")
        ]
        four_play([12, 12, 12, 4])
        assert in_words(season_table(owner, spring)) == [
            *("1 Asha 5 of 2", "2 Bimal 3½ of 2", "2 Chandra 3½ of 2", "4 Dipak 0 of 2")
        ]


def test_a_team_has_the_points_of_its_side(four_play, owner):
    team = season(owner, game="scorecard", title="Kitti")
    with on(5, 12):
        four_play([3, 4], game="scorecard", name="Kitti", teams=2)
        assert in_words(season_table(owner, team)) == [
            *("1 Bimal 1 of 1", "1 Dipak 1 of 1", "3 Asha 0 of 1", "3 Chandra 0 of 1")
        ]


def test_points_by_total_and_by_money(four_play, owner):
    total, money = season(owner, points=Points.TOTAL), season(owner, name="Money", points=Points.MONEY)
    with on(5, 12):
        four_play([16, 10, 10, 4], [5, 8, 18, 9])  # 11, 8, 28, -7
        four_play([12, 12, 12, 4])  # 12, 12, 12, -6
        assert in_words(season_table(owner, total)) == [
            *("1 Chandra 40 of 2", "2 Asha 23 of 2", "3 Bimal 20 of 2", "4 Dipak −13 of 2")
        ]
        # Each receives from every other the difference of their totals, one rupee a point.
        shown = season_table(owner, money)
        assert shown.currency == "NPR"
        assert in_words(shown) == [
            *("1 Chandra +90.00 of 2", "2 Asha +22.00 of 2", "3 Bimal +10.00 of 2", "4 Dipak −122.00 of 2")
        ]


def test_where_low_wins_the_lowest_sum_is_first(four_play, owner):
    hearts = season(owner, game="scorecard", title="Hearts", points=Points.TOTAL)
    with on(5, 12):
        four_play([3, 1, 20, 2], game="scorecard", name="Hearts", best="low")
        assert in_words(season_table(owner, hearts))[0] == "1 Bimal 1 of 1"


def test_only_series_of_the_game_that_ended_in_its_days_count(four_play, owner):
    spring = season(owner)
    for month, day in ((4, 30), (5, 1), (6, 30), (7, 1)):
        with on(month, day):
            four_play([16, 10, 10, 4])
    with on(5, 2):
        four_play([1, 2, 3, 4], game="scorecard", name="Kitti")
    assert season_table(owner, spring).series == 2


def test_a_long_season_has_a_picture_of_sixty_steps():
    """Of 121 series every third is a step, and the last. A beats one side each time, from the eleventh on."""
    template = {"game": "g", "title": "", "currency": "NPR", "low_wins": False, "sides": 2, "hands": 1, "status": ""}

    def result(player: str, number: int) -> PlayerResult:
        others = dict.fromkeys((field.name for field in fields(PlayerResult)), 0)
        figures = {"seat": number, "side": number, "player_id": player, "place": 1 + number, "level": 1}
        return PlayerResult(**others | figures)

    counted = [
        CountedSeries(
            id=f"{number}",
            ended_at=datetime(2026, 5, 1, tzinfo=UTC),
            zone=ZoneInfo("UTC"),
            results=(result("A" if number >= 11 else "B", 0), result("C", 1)),
            **template,
        )
        for number in range(1, 122)
    ]
    table = make_table(Points.PLACE, counted)
    assert [step.number for step in table.steps] == [*range(3, 121, 3), 121]
    by_player = {row.player: row for row in table.rows}
    assert [str(points) for points in by_player["A"].course[:5]] == ["0", "0", "0", "2", "5"]
    assert by_player["A"].course[-1] == by_player["A"].points == 111
    assert set(by_player["B"].course[3:]) == {Fraction(10)}
    assert read_table(write_table(table)) == table


# --- Movement --------------------------------------------------------------------------------------------------------


def test_movement_is_against_the_series_that_had_ended_seven_days_ago(esha, four_play, owner, scorer, players):
    spring = season(owner)
    with on(5, 10):
        four_play([16, 12, 10, 2])  # 3, 2, 1, 0
    with on(5, 16):
        table = season_table(owner, spring)
        assert not table.has_movement
        assert set(movement(table).values()) == {None}
    with on(5, 17):
        play(scorer, [esha, players[1], players[2], players[3]], [0, 2, 18, 20])  # 0, 1, 2, 3
        table = season_table(owner, spring)
        assert in_words(table) == [
            *("1 Asha 3 of 1", "1 Bimal 3 of 2", "1 Chandra 3 of 2", "1 Dipak 3 of 2"),
            "5 Esha 0 of 1",
        ]
        assert movement(table) == {"Asha": 0, "Bimal": 1, "Chandra": 2, "Dipak": 3, "Esha": None}
        four_play([2, 10, 12, 16])  # 3, 4, 5, 6 now
        assert movement(season_table(owner, spring))["Asha"] == -3
    with on(5, 24):
        assert set(movement(season_table(owner, spring)).values()) == {0}


# --- Naming, changing, deleting --------------------------------------------------------------------------------------


def test_a_form_sent_twice_makes_one_season(owner):
    first = make_season(me=owner, terms=terms(), form_key="k" * 20)
    assert make_season(me=owner, terms=terms(), form_key="k" * 20) == first
    assert refused(make_season, me=owner, terms=terms(name=" spring ")) == ["There is already a season called spring."]


def test_days_in_the_wrong_order(owner):
    assert refused(make_season, me=owner, terms=terms(until=MAY.replace(month=4))) == [
        "The last day is before the first."
    ]
    assert make_season(me=owner, terms=terms(until=MAY)).until == MAY


def test_money_needs_one_currency(four_play, owner, scorer, circle):
    named = season(owner, points=Points.MONEY)
    with on(5, 12):
        four_play([16, 10, 10, 4])
        change_circle(circle=circle, currency="CHF", coin_minor=5)
        scorer.circle.refresh_from_db()
        four_play([16, 10, 10, 4])
    sentence = "The series of this season are played for money in more than one currency, so money cannot decide it."
    assert refused(make_season, me=owner, terms=terms(name="Other", points=Points.MONEY)) == [sentence]
    table = season_table(owner, named)
    assert (table.rows, table.several_currencies) == ([], True)
    assert refused(close_season, me=owner, season=named, seen=table.seen) == [sentence]
    change_season(season=named, terms=terms())
    assert len(season_table(owner, Season.objects.get()).rows) == 4


def test_an_open_season_can_be_deleted_and_a_closed_one_stays(four_play, owner):
    delete_season(season=season(owner))
    spring = season(owner)
    with on(5, 12):
        four_play([16, 10, 10, 4])
        close(owner, spring)
    assert refused(delete_season, season=spring) == ["This season is closed, so it stays."]
    (message,) = refused(change_season, season=spring, terms=terms(name="Summer"))
    assert message == "Alice has closed this season already: 12 May 2026, 12:00."


# --- Closing ---------------------------------------------------------------------------------------------------------


def test_level_players_are_champions_together(four_play, owner, players):
    spring = season(owner)
    assert refused(close, me=owner, open_season=spring) == [
        "No series counts in this season yet, so it has no champion."
    ]
    with on(5, 12):
        four_play([14, 14, 10, 2])
        assert season_table(owner, spring).champions == []
        closed = close(owner, spring)
    assert [row.player for row in season_table(owner, closed).champions] == players[:2]
    assert closed.closed_by_name == "Alice"


def test_a_closed_season_stays_as_it_is(four_play, owner, players):
    spring = season(owner)
    with on(5, 12):
        four_play([16, 10, 10, 4])
        closed = close(owner, spring)
        before = in_words(season_table(owner, closed))
        four_play([2, 10, 12, 16])
    with on(5, 20):
        table = season_table(owner, closed)
        assert in_words(table) == before
        assert (table.reopened, table.has_movement, table.series) == ([], False, 1)
        (message,) = refused(close, me=owner, open_season=closed)
        assert message == "Alice has closed this season already: 12 May 2026, 12:00."
    rename_player(player=players[0], name="Aasha")
    assert in_words(season_table(owner, closed))[0] == "1 Aasha 3 of 1"


def test_a_reopened_series_is_named_until_the_season_is_closed_again(four_play, owner):
    spring = season(owner)
    with on(5, 12):
        played = four_play([16, 10, 10, 4])
        four_play([16, 10, 10, 4])
        closed = close(owner, spring)
    before = in_words(season_table(owner, closed))
    with on(5, 20):
        alice = Scorer(owner, played)
        reopen_series(series=played, submit=alice.submit(), reason="Counted wrongly")
        table = season_table(owner, closed)
        assert in_words(table) == before
        assert [series.pk for series in table.reopened] == [played.pk]
        assert refused(close_season, me=owner, season=closed, seen=table.seen) == [
            "The series of 12 May 2026 is not over yet. Finish or stop it first."
        ]
        record = {"points_won": [4, 10, 10, 16]}
        correct_hand(series=played, submit=alice.submit(), number=1, record=record, reason="wrong pile")
        stop_series(series=played, submit=alice.submit(), with_standard=False)
        assert in_words(season_table(owner, closed)) == before
        again = close(owner, closed)
    # 0, 1½, 1½, 3 and as before 3, 1½, 1½, 0: all level.
    table = season_table(owner, again)
    assert [row.place for row in table.rows] == [1, 1, 1, 1]
    assert (len(table.champions), table.reopened, table.series) == (4, [], 2)


def test_a_table_that_has_changed_since_the_page_was_opened_is_not_closed(four_play, owner):
    spring = season(owner)
    with on(5, 12):
        four_play([16, 10, 10, 4])
        seen = season_table(owner, spring).seen
        four_play([16, 10, 10, 4])
        (message,) = refused(close_season, me=owner, season=spring, seen=seen)
    assert message.startswith("The table has changed since this page was opened.")
    assert not Season.objects.get().is_closed


def test_the_second_of_two_owners_is_told_who_was_first(four_play, owner, circle):
    other = join(circle, make_user("Olga"), Role.OWNER)
    spring = season(owner)
    with on(5, 12):
        four_play([16, 10, 10, 4])
        seen = season_table(owner, spring).seen
        stale = Season.objects.get()  # the second owner's page was opened before
        close_season(me=other, season=load_season(other, spring.pk), seen=seen)
        (message,) = refused(close_season, me=owner, season=stale, seen=seen)
    assert message == "Olga has closed this season already: 12 May 2026, 12:00."
    assert Season.objects.get().closed_by_name == "Olga"


# --- Privacy ---------------------------------------------------------------------------------------------------------


def test_a_player_who_is_left_out_stays_without_a_name(four_play, owner, players):
    spring = season(owner)
    with on(5, 12):
        for _series in range(2):
            four_play([16, 10, 10, 4])
        closed = close(owner, spring)
    leave_out(player=players[0], is_left_out=True)
    leave_out(player=players[1], is_left_out=True)
    table = season_table(owner, closed)
    assert in_words(table) == [*("1 One player 6 of 2", "2 Chandra 3 of 2", "2 One player 3 of 2", "4 Dipak 0 of 2")]
    assert table.picture is not None
    assert [line.name for line in table.picture.lines] == ["Chandra", "Dipak"]


def test_hidden_money_leaves_viewers_the_places(four_play, owner, scorer, viewer, circle):
    by_money, by_place = season(owner, points=Points.MONEY), season(owner, name="Places")
    with on(5, 12):
        for _series in range(2):
            four_play([16, 10, 10, 4])
    change_circle(circle=circle, hides_money=True)
    by_money, by_place = (load_season(viewer, each.pk) for each in (by_money, by_place))
    viewer.circle.refresh_from_db()
    hidden = season_table(viewer, by_money)
    assert in_words(hidden) == [*("1 Asha – of 2", "2 Bimal – of 2", "2 Chandra – of 2", "4 Dipak – of 2")]
    assert (hidden.hides_points, hidden.currency, hidden.picture) == (True, "", None)
    assert in_words(season_table(viewer, by_place))[0] == "1 Asha 6 of 2"
    scorer.circle.refresh_from_db()
    assert in_words(season_table(scorer, load_season(scorer, by_money.pk)))[0] == "1 Asha +68.00 of 2"


def test_a_season_of_another_circle_is_not_found(owner, elsewhere):
    with pytest.raises(Http404):
        load_season(elsewhere, season(owner).pk)
