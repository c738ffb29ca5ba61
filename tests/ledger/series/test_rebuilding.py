"""The audit adds up a run of hands at once, and comes to the same as hand by hand."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ledger.series.audit import rebuilding
from ledger.series.audit.rebuilding import CannotRebuild, RebuiltSeries, rebuild_series
from ledger.series.changes import Recorded, Started
from ledger.series.models import Event, Series

RELEASED = Path(__file__).parents[1] / "transfer" / "released" / "1" / "circle.json"
EVERY_SERIES = json.loads(RELEASED.read_text(encoding="utf-8"))["series"]  # of several games, with most kinds of event


def events_of(part: dict[str, Any]) -> list[Event]:
    names = ("number", "kind", "hand_number", "content", "reason", "key")
    return [Event(series_id=part["id"], **{name: event[name] for name in names}) for event in part["events"]]


def one_after_the_other(series: Series, events: Sequence[Event]) -> RebuiltSeries:
    rebuilt = rebuild_series(series, events[:1])
    for event in events[1:]:
        rebuilt.apply(event)
    return rebuilt


def result(rebuilt: RebuiltSeries) -> Any:
    state = rebuilt.state
    series = (state.series.status, state.series.with_standard)
    numbers = [event.number for event in state.events]
    return series, numbers, state.players, state.play, rebuilt.entries, rebuilt.owed, rebuilt.joined


@pytest.mark.parametrize("part", EVERY_SERIES, ids=[f"{part['game']}-{part['id']}" for part in EVERY_SERIES])
def test_every_released_series_comes_to_the_same(part):
    series, events = Series(pk=part["id"], circle_id="circle"), events_of(part)
    assert result(rebuild_series(series, events)) == result(one_after_the_other(series, events))


# --- A run of hands --------------------------------------------------------------------------------------------------

TWENTY = {"points_won": [20, 10, 10, 0]}


def run_of(records: Sequence[Any], **rules: Any) -> list[Event]:
    """A series of Jaago-Chalis, started by the rules of the first released one, and these hands."""
    content = EVERY_SERIES[0]["events"][0]["content"]
    content = {**content, "rules": content["rules"] | rules}
    hands = [
        Event(number=number + 1, kind=Recorded.kind, hand_number=number, content=record)
        for number, record in enumerate(records, start=1)
    ]
    return [Event(number=1, kind=Started.kind, content=content), *hands]


def test_a_run_of_hands_is_added_up_once(monkeypatch):
    calls = []
    replay = rebuilding.replay_series
    monkeypatch.setattr(rebuilding, "replay_series", lambda *arguments: calls.append(1) or replay(*arguments))
    rebuilt = rebuild_series(Series(pk="series"), run_of([TWENTY] * 30, target=1000))
    assert rebuilt.state.play.standing.cumulative[0] == 600
    assert len(calls) == 1


def test_hands_after_the_end_are_kept_and_do_not_count():
    """Twice twenty points are the forty at which the series ends: it is settled with the second hand, event 3."""
    events = run_of([TWENTY] * 4, target=40)
    rebuilt = rebuild_series(Series(pk="series"), events)
    assert rebuilt.state.play.standing.counted == 2
    assert [entry.version for entry in rebuilt.entries] == [3]
    assert result(rebuilt) == result(one_after_the_other(Series(pk="series"), events))


def test_an_impossible_hand_in_a_run_is_named():
    events = run_of([TWENTY, TWENTY, {"points_won": [20, 10, 9, 0]}, TWENTY], target=1000)
    with pytest.raises(CannotRebuild, match="hand 3, event 4"):
        rebuild_series(Series(pk="series"), events)


def test_a_run_that_leaves_out_a_hand_is_refused():
    events = run_of([TWENTY] * 4, target=1000)
    with pytest.raises(CannotRebuild, match="event 5 is about hand 4, of 2 that there were"):
        rebuild_series(Series(pk="series"), [*events[:3], events[4]])
