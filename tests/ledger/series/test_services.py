"""Each service: what it writes, what it refuses, and its limits."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from ledger.circles.services.circles import make_circle
from ledger.circles.services.players import add_player
from ledger.lib.refusals import KeyReused, OutOfDate
from ledger.series.bids import note_bids
from ledger.series.changes import Corrected, Reopened, Started, Withdrawn
from ledger.series.models import Event, Hand, HandPoints, Seat, Series
from ledger.series.services import (
    Submit,
    correct_hand,
    name_dealer,
    record_hand,
    reopen_series,
    stop_series,
    undo,
    unseat_last,
)
from ledger.series.starting import start_series
from tests.ledger.conftest import refuses
from tests.ledger.series.conftest import J40, Scorer


def points_of(series: Series) -> list[tuple[int, int, Any]]:
    return list(HandPoints.objects.filter(hand__series=series).order_by("pk").values_list("hand", "seat", "won"))


# --- Starting --------------------------------------------------------------------------------------------------------


def test_the_first_event_holds_the_agreement(scorer, agreed, players):
    series = start_series(me=scorer, agreed=replace(agreed, first_dealer=3), key="one press")
    event = Event.objects.get(series=series)
    assert event.content == {
        "game": "jaago-chalis",
        "rules": series.rules,
        "players": [player.pk for player in players],
        "point_value": "0.2500",
        "currency": "NPR",
        "coin_minor": series.coin_minor,
        "first_dealer": 3,
        "preset": agreed.preset,
        "started_at": series.started_at.isoformat(),
    }
    assert (event.number, event.kind, event.key, event.by_name) == (1, Started.kind, "one press", "Bob")
    stored = Series.objects.get(pk=series.pk)
    assert (stored.version, stored.latest_hash, stored.changed_at) == (1, event.hash, event.at)
    assert list(Seat.objects.filter(series=series).values_list("number", "player").order_by("number")) == [
        (number, player.pk) for number, player in enumerate(players)
    ]


def test_a_form_sent_twice_starts_one_series(scorer, agreed):
    series = start_series(me=scorer, agreed=agreed, key="one press")
    other = start_series(me=scorer, agreed=agreed, key="another press")
    assert start_series(me=scorer, agreed=agreed, key="one press") == series
    assert start_series(me=scorer, agreed=replace(agreed, place="Patan"), key="another press") == other
    assert Series.objects.count() == 2


def test_another_series_does_not_start_under_a_known_key(scorer, owner, agreed, players):
    start_series(me=scorer, agreed=agreed, key="one press")
    others = [
        (owner, agreed),
        (scorer, replace(agreed, players=players[::-1])),
        (scorer, replace(agreed, point_value=Decimal(2))),
        (scorer, replace(agreed, first_dealer=1)),
        (scorer, replace(agreed, first_dealer=9)),
    ]
    for me, other in others:
        with pytest.raises(KeyReused):
            start_series(me=me, agreed=other, key="one press")
    assert Series.objects.count() == 1


def test_without_a_key_each_start_is_a_series(scorer, agreed):
    assert start_series(me=scorer, agreed=agreed) != start_series(me=scorer, agreed=agreed)


def test_the_same_key_in_another_circle_starts_another_series(scorer, agreed, bob, settings):
    settings.MOST_SERIES = 1
    bobs = make_circle(owner=bob, name="Bob's table", currency="CHF", language="en")
    theirs = [add_player(circle=bobs.circle, name=name) for name in "EFGH"]
    here = start_series(me=scorer, agreed=agreed, key="one press")
    there = start_series(me=bobs, agreed=replace(agreed, players=theirs), key="one press")
    assert here != there
    assert start_series(me=scorer, agreed=agreed, key="one press") == here
    assert start_series(me=bobs, agreed=replace(agreed, players=theirs), key="one press") == there


def test_the_number_of_series_in_a_circle_is_limited(scorer, agreed, bob, settings):
    settings.MOST_SERIES = 2
    bobs = make_circle(owner=bob, name="Bob's table", currency="CHF", language="en")
    theirs = [add_player(circle=bobs.circle, name=name) for name in "EFGH"]
    start_series(me=bobs, agreed=replace(agreed, players=theirs))
    start_series(me=scorer, agreed=agreed)
    start_series(me=scorer, agreed=agreed)
    with refuses("too_many_series"):
        start_series(me=scorer, agreed=agreed)


# --- Hands -----------------------------------------------------------------------------------------------------------


def test_a_correction_changes_no_other_hand_or_series(bob_scores, scorer, agreed):
    other = Scorer(scorer, start_series(me=scorer, agreed=agreed))
    other.record(J40[0], J40[1])
    bob_scores.record(J40[0], J40[1], J40[2])
    others_points = points_of(other.series)
    _first, second, third = Hand.objects.filter(series=bob_scores.series).order_by("number")
    done = bob_scores.correct(1, J40[3], "  The cards of hand 4.  ")
    event = Event.objects.get(series=bob_scores.series, kind=Corrected.kind)
    assert (event.reason, event.hand_number, event.number) == ("The cards of hand 4.", 1, 5)
    hands = list(Hand.objects.filter(series=bob_scores.series).order_by("number"))
    assert [hand.event for hand in hands] == [event, second.event, third.event]
    assert [hand.event.number for hand in Hand.objects.filter(series=other.series).order_by("number")] == [2, 3]
    assert points_of(other.series) == others_points
    assert len(points_of(bob_scores.series)) == 3 * 4
    assert done.state.events == bob_scores.state().events
    assert done.state.play == bob_scores.state().play


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("", "missing"),
        ("  ", "missing"),
        ("a" * 301, "too_long"),
        ("a\0b", "unfit_text"),
        ("a\x1bb", "unfit_text"),
        ("a \ud83d b", "unfit_text"),
    ],
)
def test_an_invalid_reason_is_refused(bob_scores, reason, code):
    bob_scores.record(J40[0])
    with refuses(code):
        bob_scores.correct(1, J40[1], reason)
    bob_scores.stop(with_standard=True)
    with refuses(code):
        bob_scores.reopen(reason)


def test_a_reason_of_300_characters_is_accepted(bob_scores):
    bob_scores.record(J40[0])
    reason = "a" * 300
    bob_scores.correct(1, J40[1], f" {reason} ")
    assert Event.objects.get(kind=Corrected.kind).reason == reason


def test_undo_withdraws_the_latest_hand_only(bob_scores):
    bob_scores.record(J40[0], J40[1])
    done = bob_scores.undo()
    assert list(Hand.objects.values_list("number", flat=True)) == [1]
    assert Event.objects.get(kind=Withdrawn.kind).hand_number == 2
    assert (done.state.events, done.state.play) == (bob_scores.state().events, bob_scores.state().play)
    bob_scores.undo()
    with refuses("no_hands"):
        bob_scores.undo()


# --- Every service ---------------------------------------------------------------------------------------------------


def test_an_open_series_cannot_be_reopened(bob_scores):
    with refuses("already_open"):
        bob_scores.reopen("By mistake.")


def test_a_stopped_series_refuses_changes_until_it_is_reopened(bob_scores):
    bob_scores.record(J40[0])
    bob_scores.stop(with_standard=True)
    version = bob_scores.state().series.version

    for action in (
        lambda: bob_scores.record(J40[1]),
        lambda: bob_scores.correct(1, J40[1], "A mistake."),
        bob_scores.undo,
        bob_scores.stop,
    ):
        with refuses("series_closed"):
            action()
    assert bob_scores.state().series.version == version
    bob_scores.reopen(" One more hand. ")
    assert Event.objects.get(kind=Reopened.kind).reason == "One more hand."
    bob_scores.record(J40[1])


def test_a_submit_that_is_repeated_with_its_key_is_done_once(bob_scores, scorer, owner):
    """A repeat may name any version. The same key with other content, or from another scorer, is refused."""
    verbs: list[tuple[Any, dict[str, Any], dict[str, Any]]] = [
        (record_hand, {"record": J40[0]}, {"record": J40[1]}),
        (correct_hand, {"number": 1, "record": J40[1], "reason": "A mistake."}, {"record": J40[2]}),
        (correct_hand, {"number": 1, "record": J40[2], "reason": "Another."}, {"number": 2}),
        (correct_hand, {"number": 1, "record": J40[3], "reason": "Two piles."}, {"reason": "Three piles."}),
        (name_dealer, {"seat": 2}, {"seat": 1}),
        (stop_series, {"with_standard": False}, {"with_standard": True}),
        (reopen_series, {"reason": "One more hand."}, {"reason": "Two more hands."}),
        (undo, {}, {}),
    ]
    for number, (verb, asked, other) in enumerate(verbs, start=1):
        submit = Submit(scorer, number, f"press {number}")
        assert verb(series=bob_scores.series, submit=submit, **asked).repeated_event is None
        for version in (number, number + 1):
            again = verb(series=bob_scores.series, submit=replace(submit, base_version=version), **asked)
            assert (again.repeated_event.number, again.state.series.version) == (number + 1, number + 1)
        with pytest.raises(OutOfDate):
            verb(series=bob_scores.series, submit=replace(submit, key=None), **asked)
        reused = [(replace(submit, me=owner), asked), *([(submit, asked | other)] if other else [])]
        for changed, content in reused:
            with pytest.raises(KeyReused):
                verb(series=bob_scores.series, submit=changed, **content)
    assert Event.objects.filter(series=bob_scores.series).count() == 9


def test_a_key_is_known_to_all_kinds_of_changes(bob_scores):
    submit = bob_scores.submit("one press")
    record_hand(series=bob_scores.series, submit=submit, record=J40[0])
    for refused in (undo, unseat_last):
        with pytest.raises(KeyReused):
            refused(series=bob_scores.series, submit=bob_scores.submit("one press"))
    with pytest.raises(KeyReused):
        note_bids(series=bob_scores.series, submit=bob_scores.submit("one press"), bids=[1, 1, 1, 1])
    assert bob_scores.state().series.version == 2


def test_a_stop_past_the_end_is_repeated_as_it_was_sent(bob_scores):
    """A series that has reached its end settles standard money, whatever is asked."""
    bob_scores.record(*J40)
    bob_scores.reopen("To look at it.")
    submit = bob_scores.submit("one press")
    stop_series(series=bob_scores.series, submit=submit, with_standard=False)
    assert stop_series(series=bob_scores.series, submit=submit, with_standard=False).repeated_event


def test_each_event_has_the_hash_of_the_previous_one(bob_scores):
    bob_scores.record(J40[0], J40[1])
    events = list(Event.objects.filter(series=bob_scores.series).order_by("number"))
    assert [event.number for event in events] == [1, 2, 3]
    assert [event.previous_hash for event in events] == ["", events[0].hash, events[1].hash]
    series = Series.objects.get(pk=bob_scores.series.pk)
    assert (series.version, series.latest_hash, series.changed_at) == (3, events[2].hash, events[2].at)
    assert {event.by_id for event in events} == {bob_scores.me.user_id}
