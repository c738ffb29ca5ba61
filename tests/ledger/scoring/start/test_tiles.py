"""Named presets: each has a tile beside its game, and series with its rules are called by its title."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import gettext

from games.registry import GAMES
from ledger.series.descriptions import game_name, series_name
from ledger.series.models import Series
from tests.ledger.pages import markup_of, text_of
from tests.ledger.scoring.start.conftest import filled_in, of_game, values_on
from tests.ledger.series.conftest import start_game

NAMED = [(game, preset) for game in GAMES for preset in game.named_presets()]


def chosen_on(page: Any) -> str:
    """The rule set with which the form begins."""
    markup = markup_of(page)
    options = re.findall(r'<input[^>]* name="preset"[^>]*>', markup) or [markup.partition('<select name="preset"')[2]]
    found = (re.search(r'value="([^"]+)"[^>]* (?:selected|checked)', option) for option in options)
    return next((chosen[1] for chosen in found if chosen), "")


def test_they_stand_beside_their_game(start_page):
    page = start_page.client.get(start_page.address.partition("?")[0])
    titles = re.findall(r'<a class="list-row__title"[^>]*>([^<]+)</a>', markup_of(page))
    for names in (["Jass", "Schieber", "Einzelschieber"], ["Skat", "Pub Skat"], ["Belote", "Coinche", "Contrée"]):
        at = titles.index(names[0])
        assert titles[at : at + len(names)] == names
    for game, preset in NAMED:
        assert f'href="?game={game.slug}&rules={preset.slug}"' in markup_of(page)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_tile_of_a_game_begins_with_rules_without_such_a_name(game, start_page):
    page = start_page.of(game.slug)
    plain = next(preset for preset in game.presets.values() if not preset.own_name)
    if not game.title_field:
        assert chosen_on(page) == plain.slug
    assert f"New series: {gettext(game.name)}" in text_of(page)


def test_a_series_from_a_tile_is_called_by_it(start_page, players):
    page = start_page.of("jass", "schieber")
    assert chosen_on(page) == "schieber"
    assert "New series: Schieber" in text_of(page)
    choices = {"rule_stake": "per_match", "rule_direction": "anticlockwise", "rule_end_order": "stoeck_weis_stich"}
    more = {"rule_card_faces": "swiss_german", "rule_target": "1000"}
    sent = filled_in(page, players, "schieber", **choices, **more)
    answer = start_page.client.post(of_game("jass", start_page.address) + "&rules=schieber", sent)
    assert answer.status_code == 302, text_of(answer)
    series = Series.objects.get()
    assert (series.preset, series.rules["target"]) == ("", 1000)  # the table has changed an option
    assert game_name(series) == "Schieber"
    assert series_name(series).startswith("Schieber, ")
    for page in (reverse("series:page", args=[series.pk]), reverse("circle", args=[series.circle_id])):
        assert "Schieber" in text_of(start_page.client.get(page))


def test_the_latest_rules_are_proposed_by_the_tile_that_has_their_name(start_page, scorer, players):
    start_game(scorer, "jass", players, preset="schieber", schneider=True)
    own = start_page.of("jass", "schieber")
    assert chosen_on(own) == "as-last-time"
    assert chosen_on(start_page.of("jass")) == "salon"
    assert chosen_on(start_page.of("jass", "einzelschieber")) == "einzelschieber"


def test_a_series_like_an_older_one_has_the_name_of_that(start_page, scorer, players):
    series = start_game(scorer, "jass", players, preset="einzelschieber", hands=16).series
    start_game(scorer, "jass", players, preset="salon")
    page = start_page.client.get(f"{of_game('jass', start_page.address)}&like={series.pk}")
    assert "New series: Einzelschieber" in text_of(page)
    assert chosen_on(page) == "as-last-time"


def test_the_tile_of_any_other_game_begins_without_a_template(start_page, scorer, players):
    """The template or the own game of the last series is offered below."""
    start_game(scorer, "scorecard", players, preset="kitti")
    assert chosen_on(start_page.of("scorecard")) == "free"
    start_game(scorer, "scorecard", players, name="Whist")
    page = start_page.of("scorecard")
    assert (chosen_on(page), values_on(page)["rule_name"]) == ("free", "")
    assert "As last time" in text_of(page)


def test_a_series_of_any_other_game_has_the_name_that_was_typed(scorer, players):
    assert game_name(start_game(scorer, "scorecard", players).series) == "Scorecard"
    assert game_name(start_game(scorer, "scorecard", players, name="Whist").series) == "Whist"


def test_the_dealer_is_the_player_and_not_the_seat(start_page, players):
    """Seat 2 stays free, and who sits on seat 3 deals."""
    sent = filled_in(start_page.of("scorecard"), players[:3], "free", first_dealer="2")
    sent["seats"].insert(1, "")
    assert "There is no player on this seat." in text_of(start_page.send("scorecard", sent | {"first_dealer": "1"}))
    assert start_page.send("scorecard", sent).status_code == 302
    assert Series.objects.get().first_dealer == 1
