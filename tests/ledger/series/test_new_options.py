"""Options that a game got later: new series have them on, and series without them are scored as before."""

import json
from pathlib import Path

import pytest

from games.registry import BY_SLUG
from ledger.circles.services.players import add_player
from ledger.scoring.start.forms import rule_sets
from ledger.series.house_rules import house_rules_of, keep_rules
from ledger.series.models import Series
from ledger.series.state import series_state
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.series.conftest import start_game
from tests.ledger.transfer.circle_files import export

pytestmark = pytest.mark.django_db

RELEASED = Path(__file__).parents[1] / "transfer" / "released" / "1" / "circle.json"
CHA = BY_SLUG["cha"]
BEFORE = {"chest_cards": 7, "stake": "per_diamond", "stake_points": 10, "diamond_rate": 2}


def test_rules_of_before_that_are_begun_from_have_the_new_option_on(circle):
    kept = keep_rules(circle=circle, game=CHA, rules=BEFORE, name="Ours")
    offered = rule_sets(CHA, None, house_rules_of(circle.pk, CHA))
    assert offered[kept.pk].rules == {**BEFORE, "extra_round_pays": True}


def test_kept_rules_are_stored_as_they_were(circle):
    assert keep_rules(circle=circle, game=CHA, rules=BEFORE, name="Ours").rules == BEFORE


def test_a_series_of_before_keeps_its_rules(scorer, circle):
    players = [add_player(circle=circle, name=name) for name in "AB"]
    series = start_game(scorer, "cha", players).series
    assert series.rules["extra_round_pays"]
    Series.objects.filter(pk=series.pk).update(rules=BEFORE)
    assert not series_state(Series.objects.get(pk=series.pk)).rules.extra_round_pays


def test_a_file_of_before_is_exported_as_it_was():
    text = RELEASED.read_text(encoding="utf-8")
    assert "extra_round_pays" not in text
    exported = json.loads(export(import_circle(check_file(text.encode()), None)))
    for player in exported["players"]:  # the released file is from before players had faces
        del player["face"]
    assert exported == json.loads(text)
