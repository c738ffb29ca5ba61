"""Starting a series of any game."""

import re
from typing import Any

import pytest
from django.test import Client

from games.kit.sentences import say
from games.registry import GAMES
from ledger.circles.models import Player
from ledger.series.models import Series
from tests.ledger.scoring.start.conftest import of_game, values_on
from tests.ledger.series.pages import markup_of

pytestmark = pytest.mark.django_db


def test_choose_a_game_first(bob_browses: Client, address: str) -> None:
    page = markup_of(bob_browses.get(address.partition("?")[0]))
    assert [game.slug for game in GAMES if f"?game={game.slug}" not in page] == []
    assert "Who sits where?" in markup_of(bob_browses.get(of_game("scorecard", address)))
    assert bob_browses.get(of_game("whist", address)).status_code == 404


def test_rules_are_built_from_the_schema_of_the_game(bob_browses: Client, address: str, players: list[Player]) -> None:
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
    assert answer.status_code == 302, markup_of(answer)
    series = Series.objects.get()
    assert (series.game, series.preset, series.seats.count()) == ("scorecard", "", 3)
    assert (series.rules["name"], series.rules["ladder"], series.rules["hand_total"]) == ("Whist", [10, 0, -10], None)


@pytest.mark.parametrize(("slug", "asked"), [("cha", "Who starts (the youngest)"), ("jaago-chalis", "Who deals first")])
def test_question_for_the_first_dealer_is_worded_by_the_game(
    bob_browses: Client, address: str, slug: str, asked: str
) -> None:
    assert asked in markup_of(bob_browses.get(of_game(slug, address)))


def scorecard_form(page: Any, players: list[Player]) -> dict[str, Any]:
    return values_on(page) | {
        "key": "k" * 22,
        "seats": [player.pk for player in players[:3]],
        "point_value": "1",
        "preset": "free",
        "rules_of": "free",
    }


def test_hidden_rules_keep_their_default(bob_browses: Client, address: str, players: list[Player]) -> None:
    """The series ends when the players stop, so the target and the places are hidden and have no effect."""
    sent = scorecard_form(bob_browses.get(of_game("scorecard", address)), players)
    sent |= {"rule_target": "many", "rule_hands": "0", "rule_ladder": ["7"]}
    assert bob_browses.post(of_game("scorecard", address), sent).status_code == 302
    series = Series.objects.get()
    assert (series.preset, series.rules["target"], series.rules["hands"]) == ("free", 100, 10)
    assert series.rules["ladder"] == []


def test_a_list_and_numbers_side_by_side_are_read(bob_browses: Client, address: str, players: list[Player]) -> None:
    page = bob_browses.get(of_game("scorecard", address) + "&rules=skat")
    sent = values_on(page) | {
        "key": "k" * 22,
        "seats": [player.pk for player in players[:3]],
        "point_value": "1",
        "preset": "skat",
        "rules_of": "skat",
        "rule_times": "1, 2",
        "rule_list": ["50", "50", "40", "", "", ""],
    }
    assert bob_browses.post(of_game("scorecard", address), sent).status_code == 302
    rules = Series.objects.get().rules
    assert (rules["times"], rules["list"]) == ([1, 2], {"won": 50, "lost": 50, "others": {"3": 40}})


def test_a_list_without_an_entry_for_so_many_players_is_refused(
    bob_browses: Client, address: str, players: list[Player]
) -> None:
    page = bob_browses.get(of_game("scorecard", address) + "&rules=skat")
    sent = values_on(page) | {"key": "k" * 22, "seats": [player.pk for player in players[:3]], "point_value": "1"}
    sent |= {"preset": "skat", "rules_of": "skat", "rule_list": ["50", "50", "", "30", "", ""]}
    answer = markup_of(bob_browses.post(of_game("scorecard", address), sent))
    assert "The list does not say what the others get with 3 players." in answer
    assert not Series.objects.exists()


def test_shown_rules_are_checked(bob_browses: Client, address: str, players: list[Player]) -> None:
    sent = scorecard_form(bob_browses.get(of_game("scorecard", address)), players)
    sent |= {"rule_end": "target", "rule_target": "many", "rule_settlement": "ladder", "rule_ladder": ["7", "−6"]}
    page = markup_of(bob_browses.post(of_game("scorecard", address), sent))
    assert "“many” is not a number" in page
    sent |= {"rule_target": "50"}
    page = markup_of(bob_browses.post(of_game("scorecard", address), sent))
    beside = page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert "The sums by place must come to zero, not 1." in beside
    assert [value for value in ("7", "−6") if f'value="{value}"' not in beside] == []
    page = markup_of(bob_browses.post(of_game("scorecard", address), sent | {"rule_ladder": ["7", "−7"]}))
    assert "There are 2 sums for 3 places." in page.partition("<legend>Sums by place")[2].partition("</fieldset>")[0]
    assert not Series.objects.exists()


def test_page_has_the_conditions_of_hidden_rules(bob_browses: Client, address: str) -> None:
    page = markup_of(bob_browses.get(of_game("scorecard", address)))
    conditions = re.findall('data-shown-when="([^"]+)"', page)
    assert set(conditions) == {
        "rule_written=points",
        "rule_written=bids",
        "rule_written=sides",
        "rule_written=points|bids",
        "rule_written=sides|bids",
        "rule_leader=on rule_written=sides",
        "rule_written=points|sides",
        "rule_end=target|out",
        "rule_end=hands",
        "rule_end=pack",
        "rule_settlement=difference|both|at_once",
        "rule_settlement=ladder|both",
        "rule_settlement=difference|ladder|both rule_sits_out=on",
    }


def test_the_templates_stand_before_the_rules(bob_browses: Client, address: str) -> None:
    """Each is offered where a game is chosen, and fills in the page with its options."""
    assert "?game=scorecard&rules=hearts" in markup_of(bob_browses.get(address.partition("?")[0]))
    page = markup_of(bob_browses.get(of_game("scorecard", address) + "&rules=hearts"))
    assert "Template: Hearts" in page
    assert page.index('name="preset"') < page.index('name="rule_name"')
    assert "Who has all 26 may turn them" in page
    values = values_on(bob_browses.get(of_game("scorecard", address) + "&rules=hearts"))
    assert (values["rule_name"], values["rule_best"], values["rule_hand_total"]) == ("Hearts", "low", "26")


def test_rules_that_do_not_fit_the_number_of_players_are_refused(
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
        markup_of(answer)
    )
