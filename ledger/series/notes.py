"""The place of a series, its note, and notes on its hands.

Places and notes are no part of the score. A change of them adds no event, and the version of the series stays, so a
scorer who is entering a hand meanwhile is not refused. Pages and files that show places or notes have the
`notes_hash` of the series in their cache keys.
"""

from collections.abc import Mapping

from django.db import transaction
from django.shortcuts import get_object_or_404

from games.kit.problems import Problem
from games.kit.sentences import say
from ledger.circles.models import Member
from ledger.lib.hash_chain import content_hash
from ledger.lib.refusals import Refused
from ledger.lib.typed import is_storable, tidy_text
from ledger.series.models import MOST_HAND_NOTE, MOST_NOTE, MOST_PLACE, Event, HandNote, Series


def tidy_place(text: str) -> str:
    """Return the place on one line, with single spaces."""
    return " ".join(tidy_text(text).split())


def text_problems(field: str, text: str, most: int) -> list[Problem]:
    """Return the problems of a text that is tidied already: too long, or characters that cannot be stored."""
    problems = []
    if len(text) > most:
        too_long = say(
            "This text is too long: it has {length} characters, and {most} fit.", length=len(text), most=most
        )
        problems.append(Problem(field, "too_long", too_long))
    if not is_storable(text):
        unfit = say("There are characters in this text that cannot be kept.")
        problems.append(Problem(field, "unfit_text", unfit))
    return problems


def place_and_note_problems(place: str, note: str) -> list[Problem]:
    return [*text_problems("place", place, MOST_PLACE), *text_problems("note", note, MOST_NOTE)]


@transaction.atomic
def change_notes(*, series: Series, me: Member, place: str | None = None, note: str | None = None) -> Series:
    """Change the place, the note, or both; None changes nothing. The last writer wins."""
    current = _lock(series, me)
    current.place = current.place if place is None else tidy_place(place)
    current.note = current.note if note is None else tidy_text(note)
    if problems := place_and_note_problems(current.place, current.note):
        raise Refused(*problems)
    current.notes_hash = notes_hash(current, dict(current.hand_notes.values_list("number", "note")))
    current.save(update_fields=["place", "note", "notes_hash"])
    return current


@transaction.atomic
def change_hand_note(*, series: Series, me: Member, number: int, note: str) -> Series:
    """Change or delete the note on a hand. The hand may be withdrawn."""
    current, note = _lock(series, me), tidy_text(note)
    if not Event.objects.filter(series=current, hand_number=number).exists():
        raise Refused(Problem("number", "no_such_hand", say("There is no hand {number}.", number=number)))
    if problems := text_problems("note", note, MOST_HAND_NOTE):
        raise Refused(*problems)
    if note:
        HandNote.objects.update_or_create(series=current, number=number, defaults={"note": note})
    else:
        HandNote.objects.filter(series=current, number=number).delete()
    current.notes_hash = notes_hash(current, dict(current.hand_notes.values_list("number", "note")))
    current.save(update_fields=["notes_hash"])
    return current


def notes_hash(series: Series, hand_notes: Mapping[int, str]) -> str:
    """Return a hash over the place and all notes, or "" if there are none.

    Nothing else is hashed, so an imported or restored series with the same texts has the same hash.
    """
    if not (series.place or series.note or hand_notes):
        return ""
    of_hands = {str(number): note for number, note in hand_notes.items()}
    return content_hash({"place": series.place, "note": series.note, "hands": of_hands})


def _lock(series: Series, me: Member) -> Series:
    locked = Series.objects.select_for_update(no_key=True)  # verdicts do not wait for this lock: see lock_series
    current = get_object_or_404(locked, pk=series.pk)
    current.circle = me.circle
    return current
