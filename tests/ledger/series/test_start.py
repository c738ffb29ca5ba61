"""Starting a series: who may, what is offered, what is stored, and what a slip leads to."""

import html
import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kit.sentences import say
from games.registry import GAMES
from ledger.circles.models import Member, Player, User
from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.series.models import Event, Seat, Series
from tests.ledger.series.conftest import GAME

pytestmark = pytest.mark.django_db

RULES = {
    "rule_lowest": "20",
    "rule_middle": "30",
    "rule_highest": "40",
    "rule_entry_threshold": "10",
    "rule_target": "40",
    "rule_big_hand": "26",
    "rule_big_hand_bonus": "ranked",
    "rule_negative_pays_double": "on",
    "rule_ties": "share",
    "rule_direction": "clockwise",
}


@pytest.fixture
def address(scorer: Member) -> str:
    return of_game("jaago-chalis", reverse("start_series", args=[scorer.circle_id]))


def of_game(slug: str, address: str) -> str:
    return f"{address.partition('?')[0]}?game={slug}"


@pytest.fixture
def bob_browses(client: Client, bob: User, scorer: Member) -> Client:
    client.force_login(bob)
    return client


@pytest.fixture
def typed(players: list[Player]) -> dict[str, Any]:
    """The page as it comes, with four players seated."""
    return RULES | {
        "key": "k" * 22,
        "seats": [player.pk for player in players],
        "point_value": "0.25",
        "preset": "j40-2004",
        "rules_of": "j40-2004",
        "new_player": "",
        "first_dealer": "",
    }


def text_of(page: Any) -> str:
    return html.unescape(page.content.decode())


def values_on(page: Any) -> dict[str, str]:
    """The text fields and ticked boxes, as a browser would send them."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", text_of(page)):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = attributes.get("type", "text")
        if attributes.get("name", "").startswith("rule_") and (kind == "text" or " checked" in tag):
            found[attributes["name"]] = attributes.get("value", "" if kind == "text" else "on")
    return found


# --- What is offered -------------------------------------------------------------------------------------------------


def test_the_page_as_it_comes_is_the_default_preset(bob_browses: Client, address: str) -> None:
    page = bob_browses.get(address)
    assert page.status_code == 200
    assert values_on(page) == RULES
    assert 'name="point_value" value="0.25"' in text_of(page)


@pytest.mark.parametrize(("language", "texts"), [("en", ["Lowest standard sum", "Ranked", "Play on", "Clockwise"])])
def test_every_rule_has_its_words(bob_browses: Client, address: str, language: str, texts: list[str]) -> None:
    page = text_of(bob_browses.get(address, headers={"accept-language": language}))
    for name, spec in GAME.rules_schema()["properties"].items():
        assert spec["title"] in page, name
        assert spec["description"].split(":")[0] in page, name
    assert all(text in page for text in texts)


def test_only_those_who_keep_score_may(
    client: Client, address: str, vera: User, viewer: Member, charlie: User, typed: dict[str, Any]
) -> None:
    client.force_login(vera)
    assert (client.get(address).status_code, client.post(address, typed).status_code) == (403, 403)
    client.force_login(charlie)
    assert (client.get(address).status_code, client.post(address, typed).status_code) == (404, 404)
    assert not Series.objects.exists()


def test_hidden_players_are_not_offered(bob_browses: Client, address: str, players: list[Player]) -> None:
    Player.objects.filter(name="A").update(hidden_at=players[0].created_at)
    page = text_of(bob_browses.get(address))
    assert players[0].pk not in page
    assert players[1].pk in page


def test_more_players_cost_no_more_queries(
    bob_browses: Client, address: str, players: list[Player], django_assert_num_queries: Any
) -> None:
    bob_browses.get(address)
    with django_assert_num_queries(6):
        bob_browses.get(address)
    for number in range(8):
        add_player(circle=players[0].circle, name=f"Player {number}")
    with django_assert_num_queries(6):
        bob_browses.get(address)


# --- Starting --------------------------------------------------------------------------------------------------------


def test_four_names_and_start(bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]) -> None:
    answer = bob_browses.post(address, typed)
    series = Series.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("series:totals", args=[series.pk]))
    assert [seat.player for seat in Seat.objects.filter(series=series)] == players
    assert (series.preset, series.point_value, series.first_dealer) == ("j40-2004", Decimal("0.25"), None)
    assert series.rules == GAME.presets["j40-2004"].rules.model_dump(mode="json")


def test_a_second_press_leads_to_the_same_series(bob_browses: Client, address: str, typed: dict[str, Any]) -> None:
    first, second = bob_browses.post(address, typed), bob_browses.post(address, typed)
    assert first["Location"] == second["Location"]
    assert (Series.objects.count(), Event.objects.count(), Seat.objects.count()) == (1, 1, 4)
    bob_browses.post(address, typed | {"key": "n" * 22})
    assert Series.objects.count() == 2


def test_the_same_key_in_another_circle_is_another_series(
    bob_browses: Client, address: str, typed: dict[str, Any], bob: User
) -> None:
    bob_browses.post(address, typed)
    elsewhere = make_circle(owner=bob, name="Porch", currency="EUR", language="en")
    seats = [add_player(circle=elsewhere.circle, name=name).pk for name in "WXYZ"]
    bob_browses.post(
        of_game("jaago-chalis", reverse("start_series", args=[elsewhere.circle_id])), typed | {"seats": seats}
    )
    assert Series.objects.filter(circle=elsewhere.circle).count() == 1


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
def test_unchanged_rules_keep_the_name_of_their_preset(
    bob_browses: Client, address: str, typed: dict[str, Any], changes: dict[str, str | None], preset: str
) -> None:
    sent = {name: value for name, value in (typed | changes).items() if value is not None}
    bob_browses.post(address, sent)
    assert Series.objects.get().preset == preset


def test_the_rules_as_they_were_changed_are_kept(bob_browses: Client, address: str, typed: dict[str, Any]) -> None:
    changes = {
        "rule_lowest": "12½",
        "rule_direction": "anticlockwise",
        "point_value": "0,0625",
        "first_dealer": "2",
    }
    bob_browses.post(address, typed | changes)
    series = Series.objects.get()
    assert (series.rules["lowest"], series.rules["direction"]) == (12.5, "anticlockwise")
    assert (series.point_value, series.first_dealer) == (Decimal("0.0625"), 2)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"point_value": "0.00001"}, "too many decimals: at most 4"),
        ({"point_value": "-1"}, "cannot be below zero"),
        ({"point_value": "lots"}, "“lots” is not a number"),
        ({"point_value": "10000000"}, "too much for one point"),
        ({"rule_lowest": "50"}, "must not decrease from lowest to highest"),
        ({"rule_target": "0"}, "must be from 1 to 100000"),
        ({"rule_big_hand": "many"}, "“many” is not a number"),
        ({"rule_ties": "toss a coin"}, "toss a coin is not one of the available choices"),
        ({"seats": []}, "Jaago-Chalis needs 4 players; 0 are seated"),
        ({"seats": ["x" * 12]}, "Somebody is not a player of this circle"),
        ({"first_dealer": "4"}, "4 is not one of the available choices"),
        ({"preset": "mine"}, "mine is not one of the available choices"),
    ],
)
def test_a_slip_is_named_and_nothing_is_lost(
    bob_browses: Client, address: str, typed: dict[str, Any], changes: dict[str, Any], sentence: str
) -> None:
    answer = bob_browses.post(address, typed | {"rule_middle": "31"} | changes)
    page = text_of(answer)
    assert answer.status_code == 422
    assert sentence in page
    assert values_on(answer)["rule_middle"] == "31"
    assert not Series.objects.exists()


def test_nobody_sits_twice(bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]) -> None:
    answer = bob_browses.post(address, typed | {"seats": [players[0].pk] * 4})
    assert answer.status_code == 422
    assert "Somebody has been seated twice." in text_of(answer)


# --- On the way ------------------------------------------------------------------------------------------------------


def seats_on(page: Any) -> list[str]:
    lists = re.findall(r"<select name=\"seats\".*?</select>", text_of(page), re.DOTALL)
    return [next(iter(re.findall(r'value="(\w+)" selected', each)), "") for each in lists]


def test_somebody_new_sits_down_at_once(
    bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]
) -> None:
    sent = typed | {"seats": [players[2].pk, "", "", ""], "new_player": "Ekta", "add": "1", "rule_middle": "31"}
    for _press in range(2):  # a double tap
        answer = bob_browses.post(address, sent)
        assert answer.status_code == 200
    ekta = Player.objects.get(name="Ekta")
    assert seats_on(answer) == [players[2].pk, ekta.pk, "", ""]
    assert values_on(answer)["rule_middle"] == "31"
    assert not Series.objects.exists()


def test_enter_after_a_new_name_does_not_start_the_series(
    bob_browses: Client, address: str, typed: dict[str, Any]
) -> None:
    assert bob_browses.post(address, typed | {"new_player": "Ekta"}).status_code == 200
    assert Player.objects.filter(name="Ekta").exists()
    assert not Series.objects.exists()


def test_a_known_name_just_sits_down(
    bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]
) -> None:
    answer = bob_browses.post(address, typed | {"seats": ["", "", "", ""], "new_player": " b ", "add": "1"})
    assert seats_on(answer) == [players[1].pk, "", "", ""]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(("name", "sentence"), [("  ", "Please enter a name."), ("x" * 81, "This name is too long")])
def test_a_name_that_is_none_is_said(
    bob_browses: Client, address: str, typed: dict[str, Any], name: str, sentence: str
) -> None:
    answer = bob_browses.post(address, typed | {"new_player": name, "add": "1"})
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert seats_on(answer) == typed["seats"]


def test_other_rules_fill_the_fields_but_keep_what_was_changed(
    bob_browses: Client, address: str, typed: dict[str, Any]
) -> None:
    sent = typed | {"preset": "pagat", "rule_target": "50", "show": "1"}
    answer = bob_browses.post(address, sent)
    shown = values_on(answer)
    assert (shown["rule_big_hand_bonus"], shown["rule_target"]) == ("off", "50")
    assert "rule_negative_pays_double" not in shown
    assert 'name="rules_of" value="pagat"' in text_of(answer)


@pytest.mark.parametrize("part", ["seating", "rules"])
def test_a_script_gets_only_the_part_that_it_asks_for(
    bob_browses: Client, address: str, typed: dict[str, Any], part: str
) -> None:
    headers = {"hx-request": "true", "hx-target": part}
    answer = text_of(bob_browses.post(address, typed | {"show": "1"}, headers=headers))
    assert f'id="{part}"' in answer
    assert "<html" not in answer


# --- Again -----------------------------------------------------------------------------------------------------------


def test_the_same_as_last_time(bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]) -> None:
    assert "Same as last time" not in text_of(bob_browses.get(address))
    turned = [player.pk for player in (*players[2:], *players[:2])]
    bob_browses.post(address, typed | {"seats": turned, "point_value": "0.5", "preset": "pagat"})
    page = bob_browses.get(address)
    assert f'data-last="{" ".join(turned)}"' in text_of(page)
    assert 'value="0.5"' in text_of(page)
    assert values_on(page)["rule_big_hand_bonus"] == "off"
    answer = bob_browses.post(address, typed | {"key": "n" * 22, "seats": [""] * 4, "again": "1"})
    assert seats_on(answer) == turned


def test_who_has_left_leaves_a_gap(
    bob_browses: Client, address: str, typed: dict[str, Any], players: list[Player]
) -> None:
    bob_browses.post(address, typed)
    Player.objects.filter(pk=players[1].pk).update(hidden_at=players[1].created_at)
    answer = bob_browses.post(address, typed | {"again": "1"})
    assert seats_on(answer) == [players[0].pk, "", players[2].pk, players[3].pk]


def test_the_houses_own_rules_are_offered_again(bob_browses: Client, address: str, typed: dict[str, Any]) -> None:
    bob_browses.post(address, typed | {"rule_lowest": "25"})
    page = bob_browses.get(address)
    assert values_on(page)["rule_lowest"] == "25"
    assert "As last time" in text_of(page)
    same_again = typed | {"key": "n" * 22, "preset": "as-last-time", "rules_of": "as-last-time", "rule_lowest": "25"}
    bob_browses.post(address, same_again)
    assert [series.preset for series in Series.objects.all()] == ["", ""]


# --- Several games ---------------------------------------------------------------------------------------------------


def test_with_several_games_one_is_chosen_first(bob_browses: Client, address: str) -> None:
    page = text_of(bob_browses.get(address.partition("?")[0]))
    assert [game.slug for game in GAMES if f"?game={game.slug}" not in page] == []
    assert "Who sits where?" in text_of(bob_browses.get(of_game("scorecard", address)))
    assert bob_browses.get(of_game("whist", address)).status_code == 404


def test_any_game_has_its_rules_from_its_own_schema(bob_browses: Client, address: str, players: list[Player]) -> None:
    page = bob_browses.get(of_game("scorecard", address))
    sent = values_on(page) | {
        "key": "k" * 22,
        "seats": [player.pk for player in players[:3]] + [""] * 9,
        "point_value": "1",
        "preset": "free",
        "rules_of": "free",
        "rule_name": "Whist",
        "rule_hand_total": "",
        "rule_settlement": "ladder",
        "rule_ladder": ["10", "", "−10", "", ""],
    }
    answer = bob_browses.post(of_game("scorecard", address), sent)
    assert answer.status_code == 302, text_of(answer)
    series = Series.objects.get()
    assert (series.game, series.preset, series.seats.count()) == ("scorecard", "", 3)
    assert (series.rules["name"], series.rules["ladder"], series.rules["hand_total"]) == ("Whist", [10, 0, -10], None)


def scorecard_form(page: Any, players: list[Player]) -> dict[str, Any]:
    return values_on(page) | {
        "key": "k" * 22,
        "seats": [player.pk for player in players[:3]],
        "point_value": "1",
        "preset": "free",
        "rules_of": "free",
    }


def test_what_has_nothing_to_say_beside_the_rest_is_left_out_of_account(
    bob_browses: Client, address: str, players: list[Player]
) -> None:
    """It ends when the table stops: whatever stands at the target, or at the places that nobody pays by."""
    sent = scorecard_form(bob_browses.get(of_game("scorecard", address)), players)
    sent |= {"rule_target": "many", "rule_hands": "0", "rule_ladder": ["7"]}
    assert bob_browses.post(of_game("scorecard", address), sent).status_code == 302
    series = Series.objects.get()
    assert (series.preset, series.rules["target"], series.rules["hands"]) == ("free", 100, 10)
    assert series.rules["ladder"] == []


def test_what_counts_beside_the_rest_is_judged(bob_browses: Client, address: str, players: list[Player]) -> None:
    sent = scorecard_form(bob_browses.get(of_game("scorecard", address)), players)
    sent |= {"rule_end": "target", "rule_target": "many", "rule_settlement": "ladder", "rule_ladder": ["7", "−6"]}
    page = text_of(bob_browses.post(of_game("scorecard", address), sent))
    assert "“many” is not a number" in page
    sent |= {"rule_target": "50"}
    page = text_of(bob_browses.post(of_game("scorecard", address), sent))
    beside = page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert "The sums by place must come to zero, not 1." in beside
    assert [value for value in ("7", "−6") if f'value="{value}"' not in beside] == []
    page = text_of(bob_browses.post(of_game("scorecard", address), sent | {"rule_ladder": ["7", "−7"]}))
    assert "There are 2 sums for 3 places." in page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert not Series.objects.exists()


def test_the_page_says_beside_which_choices_a_field_counts(bob_browses: Client, address: str) -> None:
    page = text_of(bob_browses.get(of_game("scorecard", address)))
    assert re.findall('data-shown-when="([^"]+)"', page) == [
        "rule_end=target",
        "rule_end=hands",
        "rule_settlement=difference|both",
        "rule_settlement=ladder|both",
    ]


def test_rules_that_do_not_fit_so_many_players_are_refused(
    bob_browses: Client, address: str, players: list[Player]
) -> None:
    page = bob_browses.get(of_game("scorecard", address))
    sent = values_on(page) | {
        "key": "k" * 22,
        "seats": [player.pk for player in players[:3]],
        "point_value": "1",
        "preset": "free",
        "rules_of": "free",
        "rule_teams": "2",
    }
    answer = bob_browses.post(of_game("scorecard", address), sent)
    assert answer.status_code == 422
    assert str(say("{seats} players cannot make {teams} teams of the same size.", seats=3, teams=2)) in (
        text_of(answer)
    )
