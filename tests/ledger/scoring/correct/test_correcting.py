"""The services that correct, undo, stop and reopen: each adds an event, and the chain stays unbroken."""

from fractions import Fraction

import pytest

from ledger.lib.hash_chain import faults
from ledger.series.chain import event_hash
from ledger.series.changes import Corrected, Recorded, Reopened, Started, Stopped, Withdrawn
from ledger.series.models import Event, HandPoints, Series, Status
from ledger.series.selectors import history, revisions
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer

MISTYPED = {"points_won": [16, 8.5, 7, 8.5], "last_trick": 1}


def test_correction_keeps_the_earlier_revision_and_rescores_later_hands(bob_scores: Scorer) -> None:
    bob_scores.record(J40[0], J40[1], MISTYPED)
    done = bob_scores.correct(3, J40[2], "read the wrong pile")
    assert done.state.play.hands[2].cumulative == (25, Fraction(17, 2), Fraction(29, 2), -8)
    kept = list(revisions(bob_scores.series, 3))
    assert [(event.kind, event.content["points_won"], event.reason) for event in kept] == [
        (Recorded.kind, [16, 8.5, 7, 8.5], ""),
        (Corrected.kind, [16, 8.5, 8.5, 7], "read the wrong pile"),
    ]
    stored = HandPoints.objects.filter(hand__number=3).order_by("seat").values_list("won", flat=True)
    assert list(stored) == [16, Fraction(17, 2), Fraction(17, 2), 7]


def test_correction_can_end_the_series_earlier(bob_scores: Scorer) -> None:
    bob_scores.record(J40[0], J40[1], J40[2])
    everything = {"points_won": [40, 0, 0, 0]}
    state = bob_scores.correct(1, everything, "oops").state
    assert state.series.status == Status.FINISHED
    assert [hand.counts for hand in state.play.hands] == [True, False, False]
    assert state.play.standing.cumulative == (40, -10, -10, -10)


@pytest.mark.parametrize(
    ("number", "record", "code"),
    [
        (3, J40[2], "no_such_hand"),
        (0, J40[2], "no_such_hand"),
        (1, {"points_won": [16, 8.5, 8.5, 8]}, "wrong_sum"),
    ],
)
def test_invalid_correction_is_refused(bob_scores: Scorer, number: int, record: dict[str, object], code: str) -> None:
    bob_scores.record(J40[0], J40[1])
    with refuses(code):
        bob_scores.correct(number, record, "why not")
    assert bob_scores.state().series.version == 3


def test_undo_withdraws_the_latest_hand_and_keeps_it_in_the_history(bob_scores: Scorer) -> None:
    bob_scores.record(J40[0], J40[1])
    state = bob_scores.undo().state
    assert len(state.events) == 1
    assert [event.kind for event in revisions(bob_scores.series, 2)] == [Recorded.kind, Withdrawn.kind]
    state = bob_scores.record(J40[2])
    assert state.events[-1].hand_number == 2


def test_finished_series_is_corrected_after_reopening(bob_scores: Scorer) -> None:
    bob_scores.record(*J40)
    with refuses("series_closed"):
        bob_scores.correct(4, MISTYPED, "mixed up")
    bob_scores.reopen("hand 4 was mixed up")
    state = bob_scores.correct(4, {"points_won": [14, 10, 4, 12]}, "mixed up").state
    assert state.series.status == Status.OPEN  # A has 39, one less than the target
    assert state.play.standing.cumulative[0] == 39


def test_chain_is_unbroken_after_all_kinds_of_events(bob_scores: Scorer, series: Series) -> None:
    bob_scores.record(J40[0], J40[1])
    bob_scores.undo()
    bob_scores.record(MISTYPED)
    bob_scores.correct(2, J40[2], "mistyped")
    bob_scores.stop(with_standard=True)
    bob_scores.reopen("one more hand")
    events = list(history(series))
    assert [event.kind for event in events] == [
        Started.kind,
        Recorded.kind,
        Recorded.kind,
        Withdrawn.kind,
        Recorded.kind,
        Corrected.kind,
        Stopped.kind,
        Reopened.kind,
    ]
    assert not list(faults(events, event_hash))
    series.refresh_from_db()
    assert (series.version, series.latest_hash) == (8, events[-1].hash)


@pytest.mark.parametrize(
    "tampering",
    [
        {"content": {"points_won": [17, 8.5, 8.5, 6]}},
        {"reason": "nothing"},
        {"by_name": "Charlie"},
        {"hand_number": 2},
        {"kind": Corrected.kind},
        {"previous_hash": ""},
        {"hash": "0" * 64},
    ],
)
def test_direct_change_of_an_event_breaks_the_chain(bob_scores: Scorer, tampering: dict[str, object]) -> None:
    bob_scores.record(J40[2], J40[3])
    Event.objects.filter(number=2).update(**tampering)
    assert list(faults(history(bob_scores.series), event_hash))
