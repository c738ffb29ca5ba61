"""Place and notes over the API."""

import pytest

from tests.ledger.api.conftest import J40, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(bobs, circle, players) -> str:
    series = start(bobs, circle, players, place=" Patan ")
    bobs.post(f"{series}/hands", {"record": J40[0], "base_version": 1})
    return series


def test_a_series_begins_with_a_place(bobs, played):
    whole = bobs.get(played).json()
    assert (whole["place"], whole["note"], whole["hands"][0]["note"]) == ("Patan", "", "")


def test_place_and_note_change_without_a_new_version(bobs, played):
    etag = bobs.get(played)["ETag"]
    changed = bobs.patch(played, {"note": "Rain"})
    assert (changed.status_code, changed.json()["place"], changed.json()["note"]) == (200, "Patan", "Rain")
    assert changed.json()["version"] == 2
    assert bobs.get(played, **{"If-None-Match": etag}).status_code == 200
    assert bobs.get(played).json()["note"] == "Rain"
    assert bobs.patch(played, {"place": ""}).json()["place"] == ""


def test_a_note_on_a_hand(bobs, played):
    etag = bobs.get(played)["ETag"]
    changed = bobs.patch(f"{played}/hands/1", {"note": "Four aces"})
    assert (changed.status_code, changed.json()["hands"][0]["note"]) == (200, "Four aces")
    assert bobs.get(played, **{"If-None-Match": etag}).status_code == 200
    assert bobs.get(played).json()["hands"][0]["note"] == "Four aces"
    assert bobs.patch(f"{played}/hands/2", {"note": "x"}).status_code == 404
    assert bobs.patch(f"{played}/hands/1", {}).status_code == 422


def test_a_change_is_safe_to_repeat(bobs, played):
    key = {"Idempotency-Key": "one"}
    bobs.patch(played, {"note": "Rain"}, **key)
    again = bobs.patch(played, {"note": "Rain"}, **key)
    assert (again.status_code, again["Idempotent-Replayed"], again.json()["note"]) == (200, "true", "Rain")
    assert bobs.patch(played, {"note": "Snow"}, **key).status_code == 422


def test_the_answer_to_an_earlier_hand_has_todays_notes(bobs, played):
    hand, key = {"record": J40[1], "base_version": 2}, {"Idempotency-Key": "hand"}
    bobs.post(f"{played}/hands", hand, **key)
    bobs.post(f"{played}/hands", {"record": J40[2], "base_version": 3})
    bobs.patch(played, {"note": "Rain"})
    bobs.patch(f"{played}/hands/1", {"note": "Four aces"})
    again = bobs.post(f"{played}/hands", hand, **key)
    assert again["Idempotent-Replayed"] == "true"
    whole = again.json()
    assert (len(whole["hands"]), whole["place"], whole["note"]) == (2, "Patan", "Rain")
    assert whole["hands"][0]["note"] == "Four aces"


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"place": "x" * 81}, "place", "too_long"),
        ({"note": "x" * 1001}, "note", "too_long"),
        ({"note": "x" * 5000}, "note", "too_long"),
        ({"note": "a\u0000"}, "note", "unfit_text"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
)
def test_texts_that_do_not_fit_are_refused(bobs, played, body, field, code):
    refused = bobs.patch(played, body)
    assert refused.status_code == 422
    assert [problem["field"] for problem in refused.json()["problems"]] == [field]
    assert bobs.get(played).json()["note"] == ""


def test_a_list_is_searched(bobs, circle, played):
    bobs.patch(f"{played}/hands/1", {"note": "Four aces"})
    for text, count in (("aces patan", 1), ("kings", 0)):
        found = bobs.get(f"circles/{circle.pk}/series?text={text}").json()["results"]
        assert len(found) == count
    assert bobs.get(f"circles/{circle.pk}/series?text=").json()["results"][0]["place"] == "Patan"
