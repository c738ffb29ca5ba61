"""`?hands=` answers with the newest hands of a series alone."""

import pytest
from django.http import HttpResponse

from ledger.api.schemas import series as schemas
from tests.ledger.api.conftest import BASE, J40

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(bobs, started) -> str:
    """A series that has five hands; the second one was corrected."""
    path = f"series/{started['id']}"
    for version in range(1, 6):
        record = {"thrown_in": True, "reason": f"hand {version}"}
        assert bobs.post(f"{path}/hands", {"record": record, "base_version": version}).status_code == 201
    slip = {"record": J40[0], "base_version": 6, "reason": "slip"}
    assert bobs.post(f"{path}/hands/2/corrections", slip).status_code == 200
    return path


def numbers(answer: HttpResponse) -> list[int]:
    assert answer.status_code in (200, 201), answer.content
    return [hand["number"] for hand in answer.json()["hands"]]


def test_the_hands_before_are_at_the_address_of_earlier(bobs, at):
    whole = bobs.get(at).json()
    assert whole["earlier"] is None
    pages, page = [], bobs.get(f"{at}?hands=2")
    while True:
        pages.append(numbers(page))
        assert page.json() | {"hands": [], "earlier": None} == whole | {"hands": []}
        assert page.json()["hands"] == [whole["hands"][number - 1] for number in pages[-1]]
        if page.json()["earlier"] is None:
            break
        page = bobs.get(page.json()["earlier"].partition(BASE)[2])
    assert pages == [[4, 5], [2, 3], [1]]


@pytest.mark.parametrize(
    ("asked", "found", "earlier"),
    [
        ("hands=5", [1, 2, 3, 4, 5], None),
        ("hands=500", [1, 2, 3, 4, 5], None),
        ("hands=1", [5], "?hands=1&before=5"),
        ("hands=3&before=5", [2, 3, 4], "?hands=3&before=2"),
        ("hands=3&before=1", [], None),
        ("hands=2&before=2147483647", [4, 5], "?hands=2&before=4"),
        ("before=3", [1, 2], None),
    ],
)
def test_as_many_hands_as_are_asked_for(bobs, at, asked, found, earlier):
    answer = bobs.get(f"{at}?{asked}")
    assert numbers(answer) == found
    assert answer.json()["earlier"] == (earlier and f"http://testserver{BASE}{at}{earlier}")


@pytest.mark.parametrize("asked", ["hands=0", "hands=501", "hands=-1", "hands=", "hands=½", "hands=1.0", "before=0"])
def test_other_numbers_are_refused_and_nothing_is_written(bobs, at, asked):
    for base_version, path in ((7, f"{at}/undo"), (1, f"{at}/undo"), (7, f"{at}/dealer")):
        refused = bobs.post(f"{path}?{asked}", {"base_version": base_version})
        assert (refused.status_code, refused.json()["problems"][0]["code"]) == (422, "out_of_range")
    assert bobs.patch(f"{at}?{asked}", {"note": "x"}).status_code == 422
    assert bobs.get(f"{at}?{asked}").status_code == 422
    assert (bobs.get(at).json()["version"], bobs.get(at).json()["note"]) == (7, "")


def test_every_write_answers_with_as_many_hands(alices, bobs, at):
    hand = {"record": {"thrown_in": True, "reason": "x"}, "base_version": 7}
    first, again = (bobs.post(f"{at}/hands?hands=2", hand, **{"Idempotency-Key": "k"}) for _time in range(2))
    assert numbers(first) == numbers(again) == [5, 6]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.json()["earlier"].endswith(f"{at}?hands=2&before=5")
    late = bobs.post(f"{at}/hands?hands=1", hand)
    assert [each["number"] for each in late.json()["current"]["hands"]] == [6]
    slip = {"record": J40[1], "base_version": 8, "reason": "slip"}
    assert numbers(bobs.post(f"{at}/hands/1/corrections?hands=1", slip)) == [6]
    assert numbers(bobs.post(f"{at}/dealer?hands=1", {"seat": 0, "base_version": 9})) == [6]
    assert numbers(bobs.post(f"{at}/undo?hands=1", {"base_version": 10})) == [5]
    assert numbers(bobs.patch(f"{at}?hands=1", {"note": "Rain"})) == [5]
    assert numbers(bobs.patch(f"{at}/hands/1?hands=1", {"note": "Rain"})) == [5]
    assert numbers(bobs.post(f"{at}/stop?hands=1", {"base_version": 11, "with_standard": True})) == [5]
    assert numbers(alices.post(f"{at}/reopen?hands=1", {"base_version": 12, "reason": "on"})) == [5]


def test_each_part_has_its_own_etag(bobs, at):
    parts = [bobs.get(f"{at}{asked}").headers["ETag"] for asked in ("", "?hands=2", "?hands=3", "?hands=2&before=3")]
    assert len(set(parts)) == 4
    again = bobs.get(f"{at}?hands=2", **{"If-None-Match": parts[1]})
    assert (again.status_code, again.content) == (304, b"")
    assert bobs.get(f"{at}?hands=3", **{"If-None-Match": parts[1]}).status_code == 200


def test_only_the_hands_of_the_answer_are_made(bobs, at, monkeypatch):
    made, make = [], schemas.Hand.of
    monkeypatch.setattr(schemas.Hand, "of", lambda *given: made.append(given) or make(*given))
    bobs.get(f"{at}?hands=2")
    assert len(made) == 2
