"""The services that change a series. starting.py has the service that starts a series.

Each change is one transaction and appends one event to the series' chain.

The caller passes the version of the series on the screen. If the series has changed since, nothing is written and
OutOfDate has the new state. A repeated submit, recognised by its key, changes nothing; a known key with other content
is refused.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils import timezone

from ledger.circles.models import Member, Player
from ledger.lib.refusals import KeyReused, OutOfDate
from ledger.series.chain import event_hash, time_entered
from ledger.series.changes import (
    Change,
    Corrected,
    DealerNamed,
    Discarded,
    Joined,
    Recorded,
    Reopened,
    Stopped,
    Unseated,
    Withdrawn,
)
from ledger.series.changes.change import Effect
from ledger.series.changes.reopened import is_reopened
from ledger.series.luck import luck_is_due
from ledger.series.models import Event, Series, Status
from ledger.series.requirements import require_no_money_in_points_only
from ledger.series.results import write_results
from ledger.series.settling import post_settlement_of
from ledger.series.state import SeriesState, remember, series_state


@dataclass(frozen=True)
class Submit:
    """One press of a button: by whom, at which version of the series, and the key by which a repeat is recognised."""

    me: Member
    base_version: int
    key: str | None = None
    is_import: bool = False  # the limits of settings.py do not apply
    played_at: datetime | None = None  # by the clock of a phone without signal, which may be wrong


@dataclass(frozen=True)
class Done:
    """The state after a submit.

    If the submit repeats an earlier one with the same key, `repeated_event` is the event that the earlier one made.
    """

    state: SeriesState
    repeated_event: Event | None = None

    @property
    def repeated(self) -> bool:
        return self.repeated_event is not None


@transaction.atomic
def make_change(change: Change, *, series: Series, submit: Submit) -> Done:
    """Check a change, append its event and store what follows from the event. See ledger/series/changes/."""
    state, first = lock_series(series, submit, change.kind)
    if first:
        if not change.repeats(first, state):
            raise KeyReused(state)
        return Done(state, first)
    change.refuse(state)
    if not submit.is_import:
        change.require_room(state)
    effect = change.effect(state)
    event = append_event(
        state.series,
        submit,
        change.kind,
        hand_number=effect.hand_number,
        content=effect.content,
        reason=effect.reason,
    )
    after = change.store(state, effect, event)
    return finish(after, submit, effect)


# --- A function for each change --------------------------------------------------------------------------------------


def record_hand(*, series: Series, submit: Submit, record: Any) -> Done:
    """Record the next hand. `record` is JSON from a form, the API or an import."""
    return make_change(Recorded(record=record), series=series, submit=submit)


def correct_hand(*, series: Series, submit: Submit, number: int, record: Any, reason: str) -> Done:
    return make_change(Corrected(number=number, record=record, reason=reason), series=series, submit=submit)


def undo(*, series: Series, submit: Submit) -> Done:
    """Withdraw the latest hand."""
    return make_change(Withdrawn(), series=series, submit=submit)


def stop_series(*, series: Series, submit: Submit, with_standard: bool) -> Done:
    return make_change(Stopped(with_standard=with_standard), series=series, submit=submit)


def reopen_series(*, series: Series, submit: Submit, reason: str) -> Done:
    return make_change(Reopened(reason=reason), series=series, submit=submit)


def join_series(*, series: Series, submit: Submit, player: Player) -> Done:
    return make_change(Joined(player=player.pk), series=series, submit=submit)


def unseat_last(*, series: Series, submit: Submit) -> Done:
    return make_change(Unseated(), series=series, submit=submit)


def name_dealer(*, series: Series, submit: Submit, seat: int) -> Done:
    return make_change(DealerNamed(seat=seat), series=series, submit=submit)


def discard_series(*, series: Series, submit: Submit) -> Done:
    return make_change(Discarded(), series=series, submit=submit)


# --- The steps of a change -------------------------------------------------------------------------------------------


def lock_series(series: Series, submit: Submit, kind: str | None = None) -> tuple[SeriesState, Event | None]:
    """Lock the series and read it again. A second writer waits here.

    Also return the event with the key of the submit, if the chain has one. Raise KeyReused if another user made that
    event, or if it is of another kind than `kind`.

    PostgreSQL writes the lock too. So the answer to a repeated submit waits until a replica has all earlier writes
    (docs/decisions/0142-failover.md).
    """
    # With `no_key`, a row that refers to the series can be inserted during the lock. So no verdict waits for the lock.
    locked = Series.objects.select_for_update(no_key=True)
    current = get_object_or_404(locked, pk=series.pk)  # the series may have just been discarded
    current.circle = submit.me.circle
    state = series_state(current)
    first = Event.objects.filter(series=current, key=submit.key).first() if submit.key else None
    if first and (first.by_id, first.kind) != (submit.me.user_id, kind):
        raise KeyReused(state)
    if first is None and current.version != submit.base_version:
        raise OutOfDate(state)
    return state, first


def append_event(series: Series, submit: Submit, kind: str, *, now: datetime | None = None, **fields: Any) -> Event:
    """Append an event to the chain. The new version, hash and time are set on `series`, and the caller saves them."""
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


def finish(state: SeriesState, submit: Submit, effect: Effect) -> Done:
    """Store the status and the results of the series, and post its settlement. The last step of a change."""
    series, was_open = state.series, state.series.is_open
    ends = state.play.standing.over and not is_reopened(series)
    series.status = effect.status or (Status.FINISHED if ends else Status.OPEN)
    series.with_standard = effect.with_standard
    series.named_dealers = state.named_dealers
    if series.is_open and not was_open:
        require_no_money_in_points_only(series)
    series.save(update_fields=["status", "with_standard", "named_dealers", "version", "latest_hash", "changed_at"])
    if not (was_open and series.is_open):
        post_settlement_of(state, submit.me)
        write_results(state)
        transaction.on_commit(luck_is_due.set)
    remember(state)
    return Done(state)
