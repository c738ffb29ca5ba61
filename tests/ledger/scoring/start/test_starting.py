"""Starting a series: access, what is offered, what is stored, and errors."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from ledger.circles.models import Player
from ledger.circles.services.players import add_player
from ledger.series.models import Event, Seat, Series
from tests.ledger.pages import markup_of, refusal_text
from tests.ledger.scoring.start.conftest import RULES, seats_on, values_on
from tests.ledger.series.conftest import GAME

# --- What is offered -------------------------------------------------------------------------------------------------


def test_page_begins_with_the_default_preset(start_page):
    page = start_page.get()
    assert page.status_code == 200
    assert values_on(page) == RULES
    assert 'name="played_for" value="points" id="id_played_for_0" checked' in markup_of(page)
    assert re.search(r'<input[^>]*name="point_value"[^>]*>', markup_of(page))[0].count("value=") == 0  # type: ignore[index]


def test_every_rule_has_title_and_description(start_page):
    page = markup_of(start_page.get())
    for name, spec in GAME.rules_schema()["properties"].items():
        assert spec["title"] in page, name
        assert spec["description"].split(":")[0] in page, name
    assert all(text in page for text in ("Lowest standard sum", "Ranked", "Play on", "Clockwise"))


def test_hidden_players_are_not_offered(start_page, players):
    Player.objects.filter(name="A").update(hidden_at=players[0].created_at)
    page = markup_of(start_page.get())
    assert players[0].pk not in page
    assert players[1].pk in page


def test_query_count_does_not_depend_on_players(start_page, players, django_assert_num_queries):
    start_page.get()
    with django_assert_num_queries(8):
        start_page.get()
    for number in range(8):
        add_player(circle=players[0].circle, name=f"Player {number}")
    with django_assert_num_queries(8):
        start_page.get()


# --- Starting --------------------------------------------------------------------------------------------------------


def test_start_a_series(start_page, players):
    answer = start_page.post()
    series = Series.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("series:enter_hand", args=[series.pk]))
    assert [seat.player for seat in Seat.objects.filter(series=series)] == players
    assert (series.preset, series.point_value, series.first_dealer) == ("j40-2004", Decimal("0.25"), None)
    assert series.rules == GAME.presets["j40-2004"].rules.model_dump(mode="json")


def test_double_submit_starts_one_series(start_page):
    first, second = start_page.post(), start_page.post()
    assert first["Location"] == second["Location"]
    assert (Series.objects.count(), Event.objects.count(), Seat.objects.count()) == (1, 1, 4)
    start_page.post({"key": "n" * 22})
    assert Series.objects.count() == 2


@pytest.mark.parametrize(
    ("changes", "preset"),
    [
        ({"rule_lowest": "२०", "rule_highest": "40.0"}, "j40-2004"),
        ({"rule_lowest": "25"}, ""),
        ({"rule_ties": "play_on"}, ""),
        ({"rule_negative_pays_double": None}, ""),
        ({"preset": "pagat"}, "pagat"),
        ({"preset": "pagat", "rule_target": "50"}, ""),
        ({"rule_big_hand_bonus": "off", "rule_negative_pays_double": None}, "pagat"),
    ],
)
def test_unchanged_rules_keep_their_preset(start_page, changes, preset):
    start_page.post(changes)
    assert Series.objects.get().preset == preset


def test_changed_rules_are_stored(start_page):
    changes = {
        "rule_lowest": "12½",
        "rule_direction": "anticlockwise",
        "point_value": "0,0625",
        "first_dealer": "2",
    }
    start_page.post(changes)
    series = Series.objects.get()
    assert (series.rules["lowest"], series.rules["direction"]) == (12.5, "anticlockwise")
    assert (series.point_value, series.first_dealer) == (Decimal("0.0625"), 2)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"point_value": "0.00001"}, "too many decimals: at most 4"),
        ({"point_value": "-1"}, "cannot be below zero"),
        ({"point_value": "lots"}, "“lots” is not a number"),
        ({"point_value": "1000001"}, "too much for one point"),
        ({"rule_lowest": "50"}, "must not decrease from lowest to highest"),
        ({"rule_target": "0"}, "must be from 1 to 100000"),
        ({"rule_big_hand": "many"}, "“many” is not a number"),
        ({"rule_ties": "toss a coin"}, "toss a coin is not one of the available choices"),
        ({"seats": []}, "Jaago-Chalis needs 4 players; 0 are seated"),
        ({"seats": ["x" * 12]}, "One of them is not a player of this circle"),
        ({"first_dealer": "4"}, "4 is not one of the available choices"),
        ({"preset": "mine"}, "mine is not one of the available choices"),
    ],
)
def test_errors_are_shown_and_input_is_kept(start_page, changes, sentence):
    answer = start_page.post({"rule_middle": "31"} | changes)
    page = markup_of(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert values_on(answer)["rule_middle"] == "31"
    assert not Series.objects.exists()


def test_one_player_is_too_few(start_page, players):
    answer = start_page.post({"seats": [players[0].pk]})
    assert "Jaago-Chalis needs 4 players; 1 is seated." in markup_of(answer)


def test_player_cannot_be_seated_twice(start_page, players):
    answer = refusal_text(start_page.post({"seats": [players[0].pk] * 4}))
    assert "A player has been seated twice." in answer


# --- Again -----------------------------------------------------------------------------------------------------------


def test_same_seats_as_last_time(start_page, players):
    assert "Same as last time" not in markup_of(start_page.get())
    turned = [player.pk for player in (*players[2:], *players[:2])]
    start_page.post({"seats": turned, "point_value": "0.5", "preset": "pagat"})
    page = start_page.get()
    assert f'data-last="{" ".join(turned)}"' in markup_of(page)
    assert 'value="0.5"' in markup_of(page)
    assert values_on(page)["rule_big_hand_bonus"] == "off"
    answer = start_page.post({"key": "n" * 22, "seats": [""] * 4, "again": "1"})
    assert seats_on(answer) == turned


def test_player_who_has_left_leaves_an_empty_seat(start_page, players):
    start_page.post()
    Player.objects.filter(pk=players[1].pk).update(hidden_at=players[1].created_at)
    answer = start_page.post({"again": "1"})
    assert seats_on(answer) == [players[0].pk, "", players[2].pk, players[3].pk]


def test_own_rules_of_the_latest_series_are_offered_again(start_page):
    start_page.post({"rule_lowest": "25"})
    page = start_page.get()
    assert values_on(page)["rule_lowest"] == "25"
    assert "As last time" in markup_of(page)
    same_again = {"key": "n" * 22, "preset": "as-last-time", "rules_of": "as-last-time", "rule_lowest": "25"}
    start_page.post(same_again)
    assert [series.preset for series in Series.objects.all()] == ["", ""]
