"""Place and notes in the file of a circle."""

import json
from typing import Any

import pytest

from ledger.circles.models import Circle
from ledger.series.models import Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.selectors import hand_notes
from ledger.series.services import undo
from tests.ledger.series.conftest import Scorer
from tests.ledger.transfer.circle_files import as_bytes, empty_the_database, export, fill, moved
from tests.ledger.transfer.importing.conftest import problems_of


@pytest.fixture
def noted(scorer, charlie) -> Circle:
    """A series with a place and a note, a hand with a note, and a note on a hand that was withdrawn."""
    circle = fill(scorer, charlie)
    series = circle.series.get(point_value="0.3333")
    change_notes(series=series, me=scorer, place="पाटन", note="Rain.\n\nNobody left.")
    for number in (2, 4):
        change_hand_note(series=series, me=scorer, number=number, note=f"Aces in hand {number} ♠")
    bob = Scorer(scorer, series)
    undo(series=series, submit=bob.submit())
    return circle


def noted_part(whole: dict[str, Any]) -> dict[str, Any]:
    return next(one for one in whole["series"] if "place" in one)


def test_the_file_has_them_where_somebody_has_written_them(noted):
    whole = json.loads(export(noted))
    part = noted_part(whole)
    assert (part["place"], part["note"]) == ("पाटन", "Rain.\n\nNobody left.")
    assert part["hand_notes"] == [
        {"number": 2, "note": "Aces in hand 2 ♠"},
        {"number": 4, "note": "Aces in hand 4 ♠"},
    ]
    others = [one for one in whole["series"] if one is not part]
    assert not any({"place", "note", "hand_notes"} & set(one) for one in others)


def test_a_round_trip_is_identical_to_the_byte(noted):
    before = Series.objects.get(circle=noted, place="पाटन")
    text, again = moved(noted)
    assert export(again) == text
    after = Series.objects.get(pk=before.pk)
    assert (after.place, after.note, after.notes_hash) == (before.place, before.note, before.notes_hash)
    assert hand_notes(after) == {2: "Aces in hand 2 ♠", 4: "Aces in hand 4 ♠"}


@pytest.mark.parametrize(
    "changed",
    [
        {"place": " पाटन"},
        {"place": "a\nb"},
        {"note": "Rain. "},
        {"note": "Cafe\u0301"},
        {"hand_notes": [{"number": 5, "note": "x"}]},
        {"hand_notes": [{"number": 2, "note": "x"}, {"number": 1, "note": "x"}]},
        {"hand_notes": [{"number": 1, "note": "x"}, {"number": 1, "note": "x"}]},
        {"hand_notes": [{"number": 1, "note": " "}]},
    ],
)
def test_what_an_export_would_not_write_is_refused(noted, changed):
    whole = json.loads(export(noted))
    empty_the_database()
    part = noted_part(whole)
    part.update(changed)
    assert problems_of(as_bytes(whole)) == [f"Series {part['id']}: its place or its notes are not as Khata keeps them."]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"place": "x" * 81}, "place"),
        ({"note": "x" * 1001}, "note"),
        ({"note": None}, "note"),
        ({"hand_notes": {"1": "x"}}, "hand_notes"),
        ({"hand_notes": [{"number": 1, "note": ""}]}, "hand_notes.0.note"),
        ({"hand_notes": [{"number": 1, "note": "x" * 301}]}, "hand_notes.0.note"),
    ],
)
def test_the_fault_of_a_text_is_named(noted, changed, field):
    whole = json.loads(export(noted))
    empty_the_database()
    part = noted_part(whole)
    part.update(changed)
    (problem,) = problems_of(as_bytes(whole))
    assert problem.startswith(f"series.{whole['series'].index(part)}.{field}: ")
