"""A series that was reopened stays open until a hand is added or it is stopped."""

import json
from typing import Any

import pytest

from ledger.money.models import Entry
from ledger.series.changes import Reopened
from ledger.series.models import Event, Series, Status
from ledger.series.state import SeriesState
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer
from tests.ledger.series.evening import run_audit
from tests.ledger.transfer.circle_files import export

# Hands 3 and 4 of the J-40 document with two figures exchanged. Seat 0 still reaches 41: 25 + 16.
THIRD = {"points_won": [16, 8.5, 7, 8.5]}
FOURTH = {"points_won": [16, 2, 10, 12]}
# With this third hand seat 0 comes to −5 + 14 − 4 + 16 = 21, and the series is not over.
LOW = {"points_won": [6, 10, 12, 12]}


@pytest.fixture
def reopened(bob_scores, owner) -> Scorer:
    bob_scores.record(*J40)
    assert bob_scores.state().series.status == Status.FINISHED
    bob_scores.reopen("Two figures were exchanged.")
    return bob_scores


def correct(bob: Scorer, number: int, record: Any) -> SeriesState:
    return bob.correct(number, record, "exchanged").state


def test_two_mistakes_are_corrected_one_after_the_other(reopened):
    assert correct(reopened, 3, THIRD).play.standing.over
    state = correct(reopened, 4, FOURTH)
    assert (state.series.status, state.play.standing.cumulative[0]) == (Status.OPEN, 41)
    assert Entry.objects.count() == 2  # the settlement and its reversal
    assert run_audit()[1] == 0
    reopened.stop(with_standard=False)
    assert (reopened.state().series.status, reopened.state().series.with_standard) == (Status.FINISHED, True)
    assert Entry.objects.count() == 3
    assert run_audit()[1] == 0


def test_it_stays_open_when_the_target_was_missed_meanwhile(reopened):
    assert not correct(reopened, 3, LOW).play.standing.over
    assert correct(reopened, 3, THIRD).series.status == Status.OPEN
    assert run_audit()[1] == 0


def test_a_series_that_was_stopped_before_its_end_stays_open_too(bob_scores):
    bob_scores.record(*J40[:2], LOW, J40[3])
    bob_scores.stop(with_standard=False)
    bob_scores.reopen("A wrong hand.")
    assert correct(bob_scores, 3, THIRD).series.status == Status.OPEN
    assert run_audit()[1] == 0


def test_a_hand_that_is_added_closes_it_again(reopened):
    reopened.undo()
    assert reopened.record(J40[3]).series.status == Status.FINISHED
    assert run_audit()[1] == 0


def test_after_that_hand_a_correction_is_as_in_any_series(reopened):
    correct(reopened, 3, LOW)
    reopened.record({"points_won": [10, 8, 11, 11]})  # 31, 28, 31, 30: not over
    assert correct(reopened, 3, THIRD).series.status == Status.FINISHED
    assert run_audit()[1] == 0


def test_no_hand_is_added_while_its_end_is_reached(reopened):
    with refuses("series_over"):
        reopened.record(J40[3])


def test_a_circle_with_such_a_series_is_exported_and_imported(reopened, circle):
    correct(reopened, 3, THIRD)
    text = export(circle)
    circle.delete()
    assert json.loads(export(import_circle(check_file(text.encode()), None))) == json.loads(text)


def test_a_reopening_of_before_closes_as_it_did(reopened, monkeypatch):
    """The event of such a reopening has no content, and the series must come to the same as it did then."""
    reopened.stop(with_standard=True)
    with monkeypatch.context() as older:
        older.setattr("ledger.series.changes.reopened.STAYS_OPEN", {})
        reopened.reopen("As in an older version.")
    assert Event.objects.filter(kind=Reopened.kind).latest("number").content == {}
    assert correct(reopened, 3, THIRD).series.status == Status.FINISHED
    assert Series.objects.get(pk=reopened.series.pk).status == Status.FINISHED
    assert run_audit()[1] == 0
