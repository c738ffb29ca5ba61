"""What the phone shows if two people have recorded the same hand, or if the site cannot take a change."""

import json
import random
from functools import partial
from typing import Any

import pytest

from games.registry import GAMES
from ledger.pocket.rows import rows_of
from ledger.series.services import record_hand
from tests.ledger.pocket.conftest import Phone, as_text
from tests.ledger.pocket.evenings import begin, changes_in_phone, taken_along
from tests.ledger.pocket.test_same_pages import lines_of
from tests.ledger.series.conftest import J40

pytestmark = pytest.mark.django_db


def decide(phone: Phone, series: str, details: dict[str, Any], language: str = "en") -> str:
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    request = {"method": "POST", "address": f"/pocket/decide/{series}/", "headers": headers}
    said = phone._ask("answer", request, json.dumps(details, default=as_text))
    assert said["status"] == 200, said["text"]
    return str(said["text"])


@pytest.fixture
def met(bob_scores, phone) -> dict[str, Any]:
    """Hand 2 was recorded in the phone, and another hand 2 at the site."""
    bob_scores.record(J40[0])
    series = bob_scores.series
    phone.prepare(bob_scores.me, series)

    hand = {"points_won": [18, 4, 9, 9]}
    second = partial(record_hand, series=series, submit=bob_scores.submit("k2"), record=hand)
    changes = changes_in_phone(bob_scores.me, series, second)
    bob_scores.record({"points_won": [8.5, 13, 9.5, 9]})
    rows = rows_of(bob_scores.me, series.pk)
    return {"why": "conflict", "changes": changes, "keys": ["k2"], "faults": {}, "rows": rows}


def test_both_sides_are_shown(met, phone, bob_scores):
    page = decide(phone, bob_scores.series.pk, met)
    mine, theirs = page.split("At the site")
    assert ["18" in side.split() for side in (mine, theirs)] == [True, False]
    assert ["8½" in side.split() for side in (mine, theirs)] == [False, True]
    assert page.count("Bob recorded hand 2.") == 2
    for value in ("same", "mine", "both", "file"):
        assert f'value="{value}"' in page


def test_looking_changes_nothing_in_the_phone(met, phone, bob_scores):
    address = f"/series/{bob_scores.series.pk}/"
    before = lines_of(phone.get(address, {})[1])
    decide(phone, bob_scores.series.pk, met)
    assert lines_of(phone.get(address, {})[1]) == before


def test_in_nepali(met, phone, bob_scores):
    assert "साइटमा" in decide(phone, bob_scores.series.pk, met, "ne")


def test_why_the_site_cannot_take_a_change(met, phone, bob_scores):
    met |= {"why": "refused", "faults": {"k2": ["The series is over."]}}
    page = decide(phone, bob_scores.series.pk, met)
    assert "The series is over." in page
    assert 'value="without"' in page
    assert 'value="both"' not in page
    assert 'value="mine"' not in page


def test_mine_is_right_is_for_a_hand_that_both_have(met, phone, bob_scores):
    bob_scores.undo()
    met["rows"] = rows_of(bob_scores.me, bob_scores.series.pk)
    assert 'value="mine"' not in decide(phone, bob_scores.series.pk, met)


def test_a_phone_that_holds_no_series_any_more_shows_both_sides(met, phone, bob_scores):
    """The person's session has ended meanwhile, so only the changes that wait are left."""
    phone.clear()
    status, _page = phone.get("/shell/", {})
    assert status == 200
    mine, theirs = decide(phone, bob_scores.series.pk, met).split("At the site")
    assert ["18" in side.split() for side in (mine, theirs)] == [True, False]
    assert ["8½" in side.split() for side in (mine, theirs)] == [False, True]


def test_what_the_site_cannot_take_is_shown_without_any_rows(met, phone):
    """Such as a series that was started in the phone: the site knows nothing of it."""
    phone.clear()
    page = decide(phone, "k7m2pqr9stuv", met | {"why": "refused", "rows": [], "faults": {"k2": ["No."]}})
    assert {"18", "No."} <= set(page.replace("<", " <").replace(">", "> ").split())


def test_a_note_that_the_site_cannot_take_is_shown(owner, phone):
    evening = begin(owner, "call-break", 1, steps=0)
    changes = changes_in_phone(owner, evening.series, evening.note)
    details = {"why": "refused", "changes": changes, "keys": [changes[0]["key"]], "faults": {}, "rows": []}
    assert changes[0]["content"] in decide(phone, evening.series.pk, details)


@pytest.mark.parametrize("game", [game.slug for game in GAMES])
def test_every_game_has_its_figures(owner, phone, game):
    evening = begin(owner, game, random.Random(game).randrange(100), steps=0)
    series = evening.series
    phone.prepare(owner, series)
    changes = changes_in_phone(owner, series, evening.record)
    details = {"why": "conflict", "changes": changes, "keys": [changes[0]["key"]], "faults": {}}
    page = decide(phone, series.pk, details | {"rows": taken_along(owner, series)["rows"]})
    assert 2 <= page.count("<dt>") <= evening.seats  # some games have players who sit out
