"""A correction keeps the earlier record, and an event that is changed in the database breaks the chain."""

from fractions import Fraction

import pytest

from ledger.lib.hash_chain import faults
from ledger.series.chain import event_hash
from ledger.series.changes import Corrected, Recorded
from ledger.series.models import Event, HandPoints
from ledger.series.selectors import history, revisions
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40

MISTYPED = {"points_won": [16, 8.5, 7, 8.5], "last_trick": 1}


def test_correction_keeps_the_earlier_revision_and_rescores_later_hands(bob_scores):
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


@pytest.mark.parametrize(
    ("number", "record", "code"),
    [
        (3, J40[2], "no_such_hand"),
        (0, J40[2], "no_such_hand"),
        (1, {"points_won": [16, 8.5, 8.5, 8]}, "wrong_sum"),
    ],
)
def test_invalid_correction_is_refused(bob_scores, number, record, code):
    bob_scores.record(J40[0], J40[1])
    with refuses(code):
        bob_scores.correct(number, record, "why not")
    assert bob_scores.state().series.version == 3


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
def test_direct_change_of_an_event_breaks_the_chain(bob_scores, tampering):
    bob_scores.record(J40[2], J40[3])
    Event.objects.filter(number=2).update(**tampering)
    assert list(faults(history(bob_scores.series), event_hash))
