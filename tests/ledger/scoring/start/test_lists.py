"""A list of the rules on the start page, row by row: the boxes of Coiffeur."""

import pytest
from django.http import QueryDict

from games.registry import BY_SLUG
from ledger.scoring.start.fields import rule_fields
from ledger.scoring.start.forms import fill_in_rule_set, rule_sets
from ledger.series.models import Series
from tests.ledger.pages import markup_of
from tests.ledger.scoring.start.conftest import filled_in, of_game

GAME = BY_SLUG["coiffeur"]
(FIELD,) = (rule.field for rule in rule_fields(GAME) if rule.name == "boxes")
TEN = FIELD.prepare_value(GAME.presets["ten"].rules.model_dump(mode="json")["boxes"])


@pytest.fixture
def sent(bobs_phone, address, players) -> dict[str, object]:
    page = bobs_phone.get(of_game("coiffeur", address))
    return filled_in(page, players, "ten", rule_stake="per_match", rule_direction="clockwise")


def test_the_list_of_the_preset_is_sent_back_as_it_is(bobs_phone, address, sent):
    more_rows = ["", "", ""] * 2
    answer = bobs_phone.post(of_game("coiffeur", address), sent | {"rule_boxes": [*TEN, *more_rows]})
    assert answer.status_code == 302, markup_of(answer)
    assert Series.objects.get().rules["boxes"] == GAME.presets["ten"].rules.model_dump(mode="json")["boxes"]


def test_rows_can_be_changed_left_out_and_named(bobs_phone, address, sent):
    rows = ["joker", "3", "Wunsch", "", "5", "", "clubs", "१", ""]
    answer = bobs_phone.post(of_game("coiffeur", address), sent | {"rule_boxes": rows})
    assert answer.status_code == 302, markup_of(answer)
    assert Series.objects.get().rules["boxes"] == [
        {"kind": "joker", "factor": 3, "name": "Wunsch"},
        {"kind": "clubs", "factor": 1, "name": ""},
    ]


@pytest.mark.parametrize(
    "rows", [[], ["clubs", "", ""], ["clubs", "0", ""], ["clubs", "1½", ""], ["clubs", "1", ""] * 3]
)
def test_lists_that_cannot_be_played_are_refused(bobs_phone, address, sent, rows):
    assert bobs_phone.post(of_game("coiffeur", address), sent | {"rule_boxes": rows}).status_code == 422
    assert not Series.objects.exists()


def test_another_rule_set_fills_in_its_list():
    offered = rule_sets(GAME, None, [])
    data = QueryDict(mutable=True)
    data["rules_of"], data["preset"] = "ten", "eight"
    data.setlist("rule_boxes", [*TEN, "", "", ""])
    filled = fill_in_rule_set(GAME, offered, data).getlist("rule_boxes")
    assert filled[::3] == ["clubs", "diamonds", "hearts", "spades", "top_down", "bottom_up", "slalom", "joker"]
    data.setlist("rule_boxes", ["clubs", "7", ""])  # changed by hand
    assert fill_in_rule_set(GAME, offered, data).getlist("rule_boxes") == ["clubs", "7", ""]
