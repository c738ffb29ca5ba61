"""Rules that a circle keeps under a name, and games of its own."""

import json
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from games.registry import BY_SLUG
from ledger.circles.models import Circle, Player
from ledger.circles.services.circles import make_circle
from ledger.series.descriptions import series_name
from ledger.series.house_rules import house_rules_of, keep_rules, remove_rules, rename_rules
from ledger.series.models import HouseRules, Series
from ledger.transfer.export import circle_file
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.pages import markup_of, refusal_text
from tests.ledger.series.conftest import start_game

JAAGO, SCORECARD = BY_SLUG["jaago-chalis"], BY_SLUG["scorecard"]
HEARTS = {"name": "Hearts", "best": "low", "end": "target", "target": 100, "hand_total": 26, "below_zero": False}


@pytest.fixture
def hearts(circle) -> HouseRules:
    return keep_rules(circle=circle, game=SCORECARD, rules=HEARTS, name="Hearts")


def start_page(circle: Circle, query: str) -> str:
    return f"{reverse('start_series', args=[circle.pk])}?{query}"


def sent_from(page: str, players: list[Player], **more: Any) -> dict[str, Any]:
    """The fields of the unchanged page, with these players seated."""
    sent: dict[str, Any] = {"key": "k" * 22, "point_value": "1", "seats": [player.pk for player in players]}
    for tag in re.findall(r"<input[^>]*>", page):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        is_typed = attributes.get("type", "text") in ("text", "hidden")
        name = attributes.get("name", "")
        if (is_typed or " checked" in tag) and (name.startswith("rule") or name == "preset") and name != "rule_ladder":
            sent[name] = attributes.get("value", "" if is_typed else "on")
    if chosen := re.search(r'<select[^>]*name="preset".*?value="(\w[^"]*)" selected', page, re.DOTALL):
        sent["preset"] = chosen[1]
    return sent | more


# --- Keeping ---------------------------------------------------------------------------------------------------------


def test_keeping_rules_again_replaces_those_of_the_same_name(circle, hearts):
    again = keep_rules(circle=circle, game=SCORECARD, rules=HEARTS | {"target": 50}, name="hearts ")
    assert again.pk == hearts.pk
    (kept,) = house_rules_of(circle.pk)
    assert (kept.name, kept.rules["target"], kept.rules["name"]) == ("hearts", 50, "hearts")


def test_names_are_unique_within_circle_and_game(circle, hearts):
    elsewhere = make_circle(owner=circle.members.first().user, name="Porch", currency="EUR", language="en").circle
    keep_rules(circle=circle, game=JAAGO, rules={}, name="Hearts")
    keep_rules(circle=elsewhere, game=SCORECARD, rules=HEARTS, name="Hearts")
    assert HouseRules.objects.count() == 3
    assert list(house_rules_of(circle.pk, SCORECARD)) == [hearts]


def test_renaming_rules_renames_the_own_game(circle, hearts):
    rename_rules(kept=hearts, name="Black Lady")
    (kept,) = house_rules_of(circle.pk)
    assert (kept.name, kept.rules["name"]) == ("Black Lady", "Black Lady")


def test_duplicate_name_is_refused(circle, hearts):
    other = keep_rules(circle=circle, game=SCORECARD, rules={}, name="Rummy")
    with pytest.raises(ValidationError, match="There are already rules called HEARTS"):
        rename_rules(kept=other, name="HEARTS")
    remove_rules(kept=hearts)
    rename_rules(kept=other, name="Hearts")
    assert [kept.name for kept in house_rules_of(circle.pk)] == ["Hearts"]


def test_invalid_rules_are_not_kept(circle):
    with pytest.raises(ValidationError, match="must come to zero"):
        keep_rules(circle=circle, game=SCORECARD, rules={"ladder": [1]}, name="Odd")
    assert not HouseRules.objects.exists()


# --- Starting a series by them ---------------------------------------------------------------------------------------


def test_own_game_is_listed_and_fills_in_the_page(bobs_phone, circle, hearts, players):
    games = markup_of(bobs_phone.get(reverse("start_series", args=[circle.pk])))
    address = start_page(circle, f"game=scorecard&rules={hearts.pk}")
    assert f"?game=scorecard&rules={hearts.pk}" in games
    page = markup_of(bobs_phone.get(address))
    sent = sent_from(page, players)
    assert (sent["preset"], sent["rule_name"], sent["rule_target"], sent["rule_best"]) == (
        hearts.pk,
        "Hearts",
        "100",
        "low",
    )
    assert bobs_phone.post(address, sent).status_code == 302
    series = Series.objects.get()
    assert hearts.rules == HEARTS
    rules = SCORECARD.default_preset.rules.model_dump(mode="json")
    assert (series.preset, series.rules) == ("", {**rules, **HEARTS})
    assert series_name(series).startswith("Hearts, ")


def test_series_keeps_its_rules_after_they_are_renamed_or_removed(scorer, players, hearts):
    series = start_game(scorer, "scorecard", players, **hearts.rules).series
    rename_rules(kept=hearts, name="Black Lady")
    remove_rules(kept=hearts)
    series.refresh_from_db()
    assert series_name(series).startswith("Hearts, ")


def test_removed_rules_are_not_offered(bobs_phone, circle, hearts):
    remove_rules(kept=hearts)
    for query in ("", "game=scorecard", f"game=scorecard&rules={hearts.pk}"):
        assert "Your own" not in markup_of(bobs_phone.get(start_page(circle, query)))


def test_keep_rules_when_starting_a_series(bobs_phone, circle, players):
    address = start_page(circle, "game=jaago-chalis")
    sent = sent_from(markup_of(bobs_phone.get(address)), players, rule_target="60", keep="Long evenings")
    assert bobs_phone.post(address, sent).status_code == 302
    (kept,) = house_rules_of(circle.pk)
    assert (kept.game, kept.name, kept.rules["target"]) == ("jaago-chalis", "Long evenings", 60)
    # The page begins with the rules of the last series, under their name.
    again = markup_of(bobs_phone.get(address))
    assert sent_from(again, players)["preset"] == kept.pk
    assert "As last time" not in again


def test_own_game_needs_a_name(bobs_phone, circle, players):
    address = start_page(circle, "game=scorecard")
    sent = sent_from(markup_of(bobs_phone.get(address)), players, keep="on")
    assert "Please enter a name." in refusal_text(bobs_phone.post(address, sent))
    assert not Series.objects.exists()
    assert bobs_phone.post(address, sent | {"rule_name": "Tarock"}).status_code == 302
    assert [kept.name for kept in house_rules_of(circle.pk)] == ["Tarock"]


# --- Pages -----------------------------------------------------------------------------------------------------------


def test_no_series_is_started_if_its_rules_cannot_be_kept(bobs_phone, circle, players):
    address = start_page(circle, "game=scorecard")
    two_alphabets = "He\N{CYRILLIC SMALL LETTER A}rts"
    sent = sent_from(markup_of(bobs_phone.get(address)), players, rule_name=two_alphabets, keep="on")
    assert "alphabets that look alike" in refusal_text(bobs_phone.post(address, sent))
    assert not Series.objects.exists()
    assert not house_rules_of(circle.pk).exists()


def test_keep_rules_of_an_existing_series(bobs_phone, series, circle):
    address = reverse("series:keep_rules", args=[series.pk])
    assert address in markup_of(bobs_phone.get(reverse("series:page", args=[series.pk])))
    assert bobs_phone.post(address, {"name": ""}).status_code == 422
    answer = bobs_phone.post(address, {"name": "As in Thimi"})
    assert answer.status_code == 302
    (kept,) = house_rules_of(circle.pk)
    assert (kept.name, kept.rules) == ("As in Thimi", series.rules)


def test_rename_and_remove_rules(bobs_phone, circle, hearts):
    listed = reverse("house_rules", args=[circle.pk])
    edit = reverse("house_rules_edit", args=[circle.pk, hearts.pk])
    assert edit in markup_of(bobs_phone.get(listed))
    bobs_phone.post(edit, {"name": "Black Lady"})
    assert "Black Lady" in markup_of(bobs_phone.get(listed))
    bobs_phone.post(reverse("house_rules_remove", args=[circle.pk, hearts.pk]))
    assert edit not in markup_of(bobs_phone.get(listed))
    assert bobs_phone.get(edit).status_code == 404


def test_rules_of_another_circle_are_not_found(bobs_phone, bob, hearts):
    mine = make_circle(owner=bob, name="Porch", currency="EUR", language="en").circle
    assert bobs_phone.get(reverse("house_rules_edit", args=[mine.pk, hearts.pk])).status_code == 404
    assert bobs_phone.post(reverse("house_rules_remove", args=[mine.pk, hearts.pk])).status_code == 404


# --- The file of a circle --------------------------------------------------------------------------------------------


def test_kept_rules_are_exported_and_imported(circle, hearts):
    keep_rules(circle=circle, game=JAAGO, rules={"target": 60}, name="Long evenings")
    remove_rules(kept=keep_rules(circle=circle, game=JAAGO, rules={}, name="Gone"))
    file = circle_file(circle)
    Circle.objects.all().delete()
    again = import_circle(check_file(file.encode()), None)
    assert {
        (kept.game, kept.name, kept.rules["name" if kept.game == "scorecard" else "target"])
        for kept in house_rules_of(again.pk)
    } == {("scorecard", "Hearts", "Hearts"), ("jaago-chalis", "Long evenings", 60)}
    assert circle_file(again) == file


def test_import_of_a_file_without_kept_rules(circle):
    file = json.loads(circle_file(circle))
    assert file["house_rules"] == []
    Circle.objects.all().delete()
    assert not house_rules_of(import_circle(check_file(json.dumps(file).encode()), None).pk)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ({"game": "whist", "name": "Ours", "rules": {}}, "There is no game called whist here."),
        ({"game": "scorecard", "name": "Ours", "rules": {"ladder": [1]}}, "must come to zero"),
        ({"game": "scorecard", "name": " ", "rules": {}}, "Please enter a name."),
    ],
)
def test_import_refuses_invalid_rules(circle, part, sentence):
    file = json.loads(circle_file(circle)) | {"house_rules": [part]}
    Circle.objects.all().delete()
    with pytest.raises(UnreadableFile, match=sentence):
        check_file(json.dumps(file).encode())
