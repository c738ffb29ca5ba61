"""What can be done to a series once it has been started, which starting.py does.

Each function is one transaction and appends one event to the series' chain.

The caller names the version of the series on the screen. If the series has moved on, nothing is written and OutOfDate
carries the state of today. A submit that was already carried out, known by its key, is not carried out twice; a known
key with anything else in it is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.contract import Score
from games.kit.sentences import say
from ledger.circles.models import Member
from ledger.lib import metrics
from ledger.lib.refusals import KeyReused, OutOfDate, Refused
from ledger.series.chain import event_hash, time_entered
from ledger.series.luck import luck_is_due
from ledger.series.models import STAYS_OPEN, Event, Hand, HandPoints, Kind, Series, Status
from ledger.series.requirements import refusal, require_no_money_in_points_only, require_open, require_reason
from ledger.series.results import write_results
from ledger.series.selectors import is_reopened
from ledger.series.settling import post_result
from ledger.series.state import (
    Preview,
    SeriesState,
    preview,
    remember,
    series_state,
    without_last_hand,
)


@dataclass(frozen=True)
class Submit:
    """One press of a button: by whom, at which version of the series, and the key by which a repeat is recognised."""

    me: Member
    base_version: int
    key: str | None = None
    is_import: bool = False  # the limits of settings.py do not hold
    played_at: datetime | None = None  # by the clock of a phone without signal, whatever it says


@dataclass(frozen=True)
class Done:
    """The state after a submit. `first` is the event of an earlier one with the same key, if that has done the work."""

    state: SeriesState
    first: Event | None = None

    @property
    def repeated(self) -> bool:
        return self.first is not None


# --- Hands -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def record_hand(*, series: Series, submit: Submit, record: Any) -> Done:
    """Record the next hand. `record` is JSON from a form, the API or an import."""
    state, first = lock_series(series, submit, Kind.RECORDED)
    if first:
        return repeated(state, first, same=same_record(state, first, record))
    require_open(state)
    if state.play.standing.over:
        raise refusal("series_over", say("The series has reached its end: no more hands can be added."))
    number = state.next_number
    if number > settings.MOST_HANDS and not submit.is_import:
        too_many = say("A series can have at most {most} hands. Stop it and start another.", most=settings.MOST_HANDS)
        raise refusal("too_many_hands", too_many)
    after = preview(state, number, record)
    transaction.on_commit(metrics.HANDS_SAVED.labels("recorded").inc)
    event = append_event(state.series, submit, Kind.RECORDED, hand_number=number, content=stored_record(state, after))
    hand = Hand.objects.create(series=state.series, number=number, event=event)
    assert after.play is not None
    write_points([hand], after.play.scores)
    return finish(replace(state, events=(*state.events, event), play=after.play), submit)


@transaction.atomic
def correct_hand(*, series: Series, submit: Submit, number: int, record: Any, reason: str) -> Done:
    """Replace the record of a hand. The earlier revision is kept, and the hands after it are scored again."""
    state, first = lock_series(series, submit, Kind.CORRECTED)
    if first:
        same = (first.hand_number, first.reason) == (number, reason.strip()) and same_record(state, first, record)
        return repeated(state, first, same=same)
    require_open(state)
    require_reason(reason)
    if not 1 <= number <= len(state.events):
        raise refusal("no_such_hand", say("There is no hand {number}.", number=number), field="number")
    after = preview(state, number, record)
    transaction.on_commit(metrics.HANDS_SAVED.labels("corrected").inc)
    content = stored_record(state, after)
    event = append_event(
        state.series, submit, Kind.CORRECTED, hand_number=number, content=content, reason=reason.strip()
    )
    Hand.objects.filter(series=state.series, number=number).update(event=event)
    assert after.play is not None
    rewrite_points(state.series, state.play.scores, after.play.scores)
    events = tuple(event if old.hand_number == number else old for old in state.events)
    return finish(replace(state, events=events, play=after.play), submit)


@transaction.atomic
def undo(*, series: Series, submit: Submit) -> Done:
    """Withdraw the latest hand. If that hand has finished the series, the series is open again."""
    state, first = lock_series(series, submit, Kind.WITHDRAWN)
    if first:
        return repeated(state, first)
    if not state.events:
        raise refusal("no_hands", say("There is no hand to withdraw."))
    last = state.events[-1]
    has_finished_it = state.series.status == Status.FINISHED and last.number == state.series.version
    if not has_finished_it:
        require_open(state)
    append_event(state.series, submit, Kind.WITHDRAWN, hand_number=last.hand_number, content={})
    Hand.objects.filter(event=last).delete()
    return finish(replace(state, events=state.events[:-1], play=without_last_hand(state)), submit)


# --- The end, and back -----------------------------------------------------------------------------------------------


@transaction.atomic
def stop_series(*, series: Series, submit: Submit, with_standard: bool) -> Done:
    """End a series early, or close one that was reopened after it had reached its end."""
    state, first = lock_series(series, submit, Kind.STOPPED)
    over = state.play.standing.over
    if first:
        return repeated(state, first, same=first.content["with_standard"] in (with_standard, with_standard or over))
    require_open(state)
    with_standard = with_standard or over
    append_event(state.series, submit, Kind.STOPPED, content={"with_standard": with_standard})
    return finish(state, submit, Status.FINISHED if over else Status.STOPPED, with_standard=with_standard)


@transaction.atomic
def reopen_series(*, series: Series, submit: Submit, reason: str) -> Done:
    """Open a series again, to correct it or to go on. It stays open until a hand is added or it is stopped."""
    state, first = lock_series(series, submit, Kind.REOPENED)
    if first:
        return repeated(state, first, same=first.reason == reason.strip())
    require_reason(reason)
    if state.series.is_open:
        raise refusal("already_open", say("The series is open."))
    append_event(state.series, submit, Kind.REOPENED, content=STAYS_OPEN, reason=reason.strip())
    return finish(state, submit, Status.OPEN)


# --- The steps that all of them share --------------------------------------------------------------------------------


def lock_series(series: Series, submit: Submit, kind: Kind | None = None) -> tuple[SeriesState, Event | None]:
    """Lock the series and read it again: a second writer waits here.

    If the chain knows the key of the submit, its event is returned; KeyReused if another caller made it, or it is of
    another kind.
    The lock is a write, so a repeated answer waits until PostgreSQL's replicas have all that was written before.
    """
    # No tap of a player waits for this lock: a new row that names the series needs only its id to stay.
    locked = Series.objects.select_for_update(no_key=True)
    current = get_object_or_404(locked, pk=series.pk)  # it may have just been discarded
    current.circle = submit.me.circle
    state = series_state(current)
    first = Event.objects.filter(series=current, key=submit.key).first() if submit.key else None
    if first and (first.by_id, first.kind) != (submit.me.user_id, kind):
        raise KeyReused(state)
    if first is None and current.version != submit.base_version:
        raise OutOfDate(state)
    return state, first


def repeated(state: SeriesState, first: Event, *, same: bool = True) -> Done:
    """The answer to a submit whose key is that of the event `first`. KeyReused unless its content is the same."""
    if not same:
        raise KeyReused(state)
    return Done(state, first)


def same_record(state: SeriesState, event: Event, record: Any) -> bool:
    return bool(state.game.read_record(record) == state.game.read_record(event.content))


def append_event(series: Series, submit: Submit, kind: Kind, *, now: datetime | None = None, **fields: Any) -> Event:
    # A series can always be stopped.
    ends = kind in (Kind.STOPPED, Kind.DISCARDED)
    if series.version >= settings.MOST_CHANGES and not ends and not submit.is_import:
        most = settings.MOST_CHANGES
        raise refusal("too_many_changes", say("A series can have at most {most} changes. Stop it now.", most=most))
    now, previous = now or timezone.now(), None
    if submit.played_at:
        previous = Event.objects.filter(series=series, number=series.version).first()
    entered_at = time_entered(submit.played_at, previous, now)
    event = Event(
        series_id=series.pk,
        number=series.version + 1,
        kind=kind,
        by_id=submit.me.user_id,
        by_name=submit.me.name,
        at=now,
        played_at=None if entered_at == now else entered_at,
        clock_corrected=submit.played_at not in (None, entered_at),
        key=submit.key,
        previous_hash=series.latest_hash,
        **fields,
    )
    event.hash = event_hash(event)
    event.save(force_insert=True)
    series.version, series.latest_hash, series.changed_at = event.number, event.hash, event.at
    return event


def stored_record(state: SeriesState, after: Preview) -> Any:
    """The record as JSON for the event. Refused if the rulebook has a problem with it."""
    if after.problems or after.hand is None:
        raise Refused(*after.problems)
    return state.game.record.dump_python(after.hand.record, mode="json", exclude_none=True)


def write_points(hands: Sequence[Hand], scores: Sequence[Score]) -> None:
    """Store what each player of these hands won and entered."""
    scored = [(hand, scores[hand.number - 1]) for hand in hands]
    HandPoints.objects.bulk_create(
        HandPoints(hand=hand, seat=seat, won=score.points_won[seat], entered=score.points_entered[seat])
        for hand, score in scored
        for seat in score.seats
    )


def rewrite_points(series: Series, before: Sequence[Score], after: Sequence[Score]) -> None:
    """Store anew what is different: the correction of a hand can change what others come to as well."""
    stored = [[(score.seats, score.points_won, score.points_entered) for score in scores] for scores in (before, after)]
    changed = [number for number, (was, now) in enumerate(zip(*stored, strict=True), start=1) if was != now]
    hands = list(Hand.objects.filter(series=series, number__in=changed))
    HandPoints.objects.filter(hand__in=hands).delete()
    write_points(hands, after)


def finish(state: SeriesState, submit: Submit, status: Status | None = None, *, with_standard: bool = True) -> Done:
    """Store the status and the results of the series, and post what it owes. The last step of every function above."""
    series, was_open = state.series, state.series.is_open
    ends = state.play.standing.over and not is_reopened(series)
    series.status = status or (Status.FINISHED if ends else Status.OPEN)
    series.with_standard = with_standard
    series.named_dealers = state.named_dealers
    if series.is_open and not was_open:
        require_no_money_in_points_only(series)
    series.save(update_fields=["status", "with_standard", "named_dealers", "version", "latest_hash", "changed_at"])
    if not (was_open and series.is_open):
        post_result(state, submit.me)
        write_results(state)
        transaction.on_commit(luck_is_due.set)
    remember(state)
    return Done(state)
