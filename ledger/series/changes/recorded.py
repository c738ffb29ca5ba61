"""The next hand is recorded."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.contract import Score
from games.kit.sentences import say
from ledger.lib import metrics
from ledger.lib.refusals import Refused
from ledger.series.changes.change import Address, Change, Effect, Record
from ledger.series.models import Event, Hand, HandPoints
from ledger.series.requirements import refusal, require_hand_to_come
from ledger.series.state import Replay, SeriesState, fill_in_usual, preview


@dataclass(frozen=True, kw_only=True)
class Recorded(Change):
    kind: ClassVar[str] = "recorded"
    sentence: ClassVar = _("%(who)s recorded hand %(number)s.")
    heading: ClassVar = _("recorded")
    content: ClassVar = Any  # the record, which the game reads
    of_a_hand: ClassVar = True
    address: ClassVar = Address(
        "POST",
        "hands",
        "record_hand",
        "Record a hand (scorer)",
        "Illegal plays do not stop a hand being saved: they are listed on it. A record that is unfinished, impossible "
        "or unreadable is 422 and nothing is written.",
        body="HandInput",
        status=201,
    )

    record: Record

    def refuse(self, state: SeriesState) -> None:
        require_hand_to_come(state)

    def require_room(self, state: SeriesState) -> None:
        super().require_room(state)
        most = settings.MOST_HANDS
        if state.next_number > most:
            too_many = say("A series can have at most {most} hands. Stop it and start another.", most=most)
            raise refusal("too_many_hands", too_many)

    def effect(self, state: SeriesState) -> Effect:
        content, play = judge(state, state.next_number, self.record)
        return Effect(replace(state, play=play), content, hand_number=state.next_number)

    def store(self, _before: SeriesState, effect: Effect, event: Event) -> SeriesState:
        transaction.on_commit(metrics.HANDS_SAVED.labels(self.kind).inc)
        hand = Hand.objects.create(series=effect.state.series, number=len(effect.state.play.hands), event=event)
        write_points([hand], effect.state.play.scores)
        return replace(effect.state, events=(*effect.state.events, event))

    def repeats(self, first: Event, state: SeriesState) -> bool:
        return is_same_record(state, first, self.record)

    @classmethod
    def of_event(cls, event: Event) -> Self:
        return cls.read({"record": event.content})


def judge(state: SeriesState, number: int, record: Any) -> tuple[Any, Replay]:
    """Return the record as JSON for the event, and all hands with this record. Raise Refused with all problems."""
    after = preview(state, number, record)
    if after.problems or after.hand is None or after.play is None:
        raise Refused(*after.problems)
    return state.game.record.dump_python(after.hand.record, mode="json", exclude_none=True), after.play


def is_same_record(state: SeriesState, event: Event, record: Any) -> bool:
    """Return whether the game reads the record of the event and this record as the same record.

    What this record leaves out is as it was filled in for the event, by who dealt at that time.
    """
    names = state.game.fields_by_dealer(dealer=0)  # the names do not depend on the dealer
    filled_in = {name: event.content[name] for name in names if name in event.content}
    return bool(state.game.read_record(fill_in_usual(record, filled_in)) == state.game.read_record(event.content))


def write_points(hands: Sequence[Hand], scores: Sequence[Score]) -> None:
    """Store the points of each player in these hands. `scores` are those of all hands of the series."""
    scored = [(hand, scores[hand.number - 1]) for hand in hands]
    HandPoints.objects.bulk_create(
        HandPoints(hand=hand, seat=seat, won=score.points_won[seat], entered=score.points_entered[seat])
        for hand, score in scored
        for seat in score.seats
    )
