"""Buttons that change the start page: a new player, the seats of the last time, another rule set."""

import pytest

from ledger.circles.models import Player
from ledger.series.models import Series
from tests.ledger.pages import markup_of, text_of
from tests.ledger.scoring.start.conftest import seats_on, values_on


def test_new_player_is_added_and_seated(start_page, players):
    sent = {"seats": [players[2].pk, "", "", ""], "new_player": "Ekta", "add": "1", "rule_middle": "31"}
    for _press in range(2):  # a double tap
        answer = start_page.post(sent)
        assert answer.status_code == 200
    ekta = Player.objects.get(name="Ekta")
    assert seats_on(answer) == [players[2].pk, ekta.pk, "", ""]
    assert values_on(answer)["rule_middle"] == "31"
    assert not Series.objects.exists()


def test_the_bar_names_the_game(start_page):
    assert "New series: Jaago-Chalis" in text_of(start_page.get())


def test_enter_after_a_new_name_does_not_start_the_series(start_page):
    assert start_page.post({"new_player": "Ekta"}).status_code == 200
    assert Player.objects.filter(name="Ekta").exists()
    assert not Series.objects.exists()


def test_known_name_is_seated_without_a_new_player(start_page, players):
    answer = start_page.post({"seats": ["", "", "", ""], "new_player": " b ", "add": "1"})
    assert seats_on(answer) == [players[1].pk, "", "", ""]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(("name", "sentence"), [("  ", "Please enter a name."), ("x" * 81, "This name is too long")])
def test_invalid_name_is_refused(start_page, name, sentence):
    answer = start_page.post({"new_player": name, "add": "1"})
    assert answer.status_code == 422
    assert sentence in markup_of(answer)
    assert seats_on(answer) == start_page.typed["seats"]


def test_another_rule_set_keeps_fields_changed_by_hand(start_page):
    sent = {"preset": "pagat", "rule_target": "50", "show": "1"}
    answer = start_page.post(sent)
    shown = values_on(answer)
    assert (shown["rule_big_hand_bonus"], shown["rule_target"]) == ("off", "50")
    assert "rule_negative_pays_double" not in shown
    assert 'name="rules_of" value="pagat"' in markup_of(answer)


@pytest.mark.parametrize("part", ["seating", "rules"])
def test_htmx_gets_only_the_requested_part(start_page, part):
    headers = {"hx-request": "true", "hx-target": part}
    answer = markup_of(start_page.post({"show": "1"}, headers=headers))
    assert f'id="{part}"' in answer
    assert "<html" not in answer
