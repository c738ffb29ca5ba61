"""The end of a series in the services: what can still be undone, and what a stop writes."""

from fractions import Fraction

import pytest

from ledger.lib.refusals import OutOfDate
from ledger.series.changes import Stopped
from ledger.series.models import Event, Status
from ledger.series.services import Submit, record_hand
from ledger.series.starting import start_series
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer


@pytest.fixture
def reopened(owner, bob_scores) -> Scorer:
    """Alice has reopened a series that has reached its end."""
    bob_scores.record(*J40)
    alice = Scorer(owner, bob_scores.series)
    alice.reopen("Hand 4 is counted again.")
    return alice


def test_undo_of_the_hand_that_finished_a_series_opens_it(bob_scores):
    bob_scores.record(*J40)
    bob_scores.undo()
    state = bob_scores.state()
    assert (state.series.status, len(state.events)) == (Status.OPEN, 3)
    assert state.play.standing.cumulative == (25, Fraction(17, 2), Fraction(29, 2), -8)


def test_undo_is_refused_when_the_series_was_closed_again_after_its_last_hand(reopened):
    reopened.stop(with_standard=True)
    assert reopened.state().series.status == Status.FINISHED
    with refuses("series_closed"):
        reopened.undo()
    assert len(reopened.state().events) == 4


def test_stop_pays_standard_money_for_a_series_that_had_reached_its_end(reopened):
    reopened.stop(with_standard=False)
    series = reopened.state().series
    assert (series.status, series.with_standard) == (Status.FINISHED, True)
    assert Event.objects.get(series=series, kind=Stopped.kind).content == {"with_standard": True}


@pytest.mark.parametrize("with_standard", [True, False])
def test_stop_writes_the_choice_of_the_table_for_a_series_that_ends_early(bob_scores, with_standard):
    bob_scores.record(J40[2])
    bob_scores.stop(with_standard=with_standard)
    series = bob_scores.state().series
    assert (series.status, series.with_standard) == (Status.STOPPED, with_standard)
    assert Event.objects.get(series=series, kind=Stopped.kind).content == {"with_standard": with_standard}


def test_a_submit_key_belongs_to_one_series(scorer, series, agreed):
    """The same key in another series is another submit: there it is out of date, not a repeat."""
    other = start_series(me=scorer, agreed=agreed)
    record_hand(series=series, submit=Submit(scorer, 1, "one press"), record=J40[2])
    record_hand(series=other, submit=Submit(scorer, 1, "another press"), record=J40[2])
    with pytest.raises(OutOfDate):
        record_hand(series=other, submit=Submit(scorer, 1, "one press"), record=J40[2])
