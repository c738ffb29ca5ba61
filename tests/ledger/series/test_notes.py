"""The place and the note of a series, and the notes on its hands."""

from dataclasses import replace

import pytest

from ledger.lib.refusals import Refused
from ledger.series.models import MOST_HAND_NOTE, MOST_NOTE, MOST_PLACE, HandNote, Series
from ledger.series.notes import change_hand_note, change_notes
from ledger.series.selectors import earlier_places, hand_notes, series_matching
from ledger.series.services import record_hand
from ledger.series.starting import start_series
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit


@pytest.fixture
def played(bob_scores) -> Scorer:
    bob_scores.record(*J40[:2])
    return bob_scores


def change(scorer: Scorer, **texts: str) -> Series:
    return change_notes(series=scorer.series, me=scorer.me, **texts)


def write(scorer: Scorer, number: int, note: str) -> Series:
    return change_hand_note(series=scorer.series, me=scorer.me, number=number, note=note)


def codes(error: "pytest.ExceptionInfo[Refused]") -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in error.value.problems]


def test_texts_are_tidied(played):
    change(played, place="  At\n Asha\u2019s  ", note=" Rain.  \r\n\r\nNobody left early. \n")
    series = played.state().series
    assert (series.place, series.note) == ("At Asha\u2019s", "Rain.\n\nNobody left early.")


def test_letters_are_kept_in_one_form(played):
    change(played, place="Cafe\u0301")
    assert played.state().series.place == "Caf\u00e9"


def test_what_is_not_named_stays(played):
    change(played, place="Patan", note="Rain")
    change(played, note="Snow")
    assert (played.state().series.place, played.series.note) == ("Patan", "Snow")
    change(played, place="")
    assert (played.state().series.place, played.series.note) == ("", "Snow")


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("place", "x" * (MOST_PLACE + 1), "too_long"),
        ("note", "x" * (MOST_NOTE + 1), "too_long"),
        ("place", "a\x00b", "unfit_text"),
        ("note", "a\x9bb", "unfit_text"),
        ("note", "a\ud83d", "unfit_text"),
    ],
)
def test_texts_that_do_not_fit_are_refused(played, field, text, code):
    with pytest.raises(Refused) as refused:
        change(played, **{field: text})
    assert codes(refused) == [(field, code)]
    assert played.state().series.notes_hash == ""


def test_the_longest_texts_are_kept(played):
    change(played, place="x" * MOST_PLACE, note="\u0915" * MOST_NOTE)
    write(played, 1, " " + "x" * (MOST_HAND_NOTE - 2) + "\r\nx ")
    assert played.state().series.note == "\u0915" * MOST_NOTE
    assert hand_notes(played.series) == {1: "x" * (MOST_HAND_NOTE - 2) + "\nx"}


def test_a_note_on_a_hand_is_written_changed_and_taken_away(played):
    write(played, 2, "Asha had all four aces.")
    assert hand_notes(played.state().series) == {2: "Asha had all four aces."}
    write(played, 2, "Asha had three aces.")
    assert hand_notes(played.state().series) == {2: "Asha had three aces."}
    write(played, 2, "  ")
    assert hand_notes(played.state().series) == {}
    assert not HandNote.objects.exists()


@pytest.mark.parametrize(("number", "note", "code"), [(3, "x", "no_such_hand"), (1, "x" * 301, "too_long")])
def test_a_note_on_a_hand_is_refused(played, number, note, code):
    with refuses(code):
        write(played, number, note)


def test_a_correction_keeps_the_note(played):
    write(played, 1, "A long one")
    played.correct(1, J40[2], "Wrong")
    assert hand_notes(played.state().series) == {1: "A long one"}


def test_a_hand_that_is_withdrawn_and_recorded_again_has_its_note(played):
    write(played, 2, "A long one")
    played.undo()
    assert hand_notes(played.state().series) == {2: "A long one"}
    write(played, 2, "A longer one")
    played.record(J40[1])
    assert hand_notes(played.state().series) == {2: "A longer one"}


def test_a_scorer_who_is_entering_a_hand_is_not_refused(played):
    submit, before = played.submit(), played.state().series
    version, changed_at = before.version, before.changed_at
    change(played, place="Patan", note="Rain")
    write(played, 1, "A long one")
    after = played.state().series
    assert (after.version, after.changed_at) == (version, changed_at)
    record_hand(series=played.series, submit=submit, record=J40[2])
    assert run_audit()[1] == 0


def test_equal_texts_have_equal_hashes(played):
    hashes = [played.state().series.notes_hash]
    hashes += [change(played, place="A").notes_hash, change(played, place="", note="A").notes_hash]
    hashes += [write(played, 1, "A").notes_hash, write(played, 2, "A").notes_hash, write(played, 1, "").notes_hash]
    assert hashes[0] == ""
    assert len(set(hashes)) == len(hashes)
    write(played, 2, "")
    assert change(played, note="").notes_hash == ""


def test_places_are_suggested_from_the_latest_series(agreed, played):
    for place in ("Patan", "Thamel", "Patan", ""):
        series = start_series(me=played.me, agreed=agreed)
        change_notes(series=series, me=played.me, place=place)
    assert earlier_places(played.series.circle) == ["Patan", "Thamel"]


def test_a_series_begins_with_a_place_and_a_note(played, agreed):
    series = start_series(me=played.me, agreed=replace(agreed, place=" Patan ", note="Rain "))
    assert (series.place, series.note, len(series.notes_hash)) == ("Patan", "Rain", 64)
    assert "place" not in series.events.get().content
    with pytest.raises(Refused) as refused:
        start_series(me=played.me, agreed=replace(agreed, place="x" * 81))
    assert codes(refused) == [("place", "too_long")]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("patan", True),
        ("RAIN", True),
        ("aces", True),
        ("rain patan", True),
        ("इक्का", True),
        ("इक", True),
        ("Cafe\u0301", True),
        ("rain thamel", False),
        ("%", False),
        ("_", False),
        ("", True),
    ],
)
def test_each_word_is_looked_for_in_the_place_and_all_notes(played, text, is_found):
    change(played, place="Patan", note="Rain, at the Caf\u00e9")
    write(played, 2, "Four aces, चार इक्का")
    assert series_matching(played.series.circle, text=text).exists() == is_found
