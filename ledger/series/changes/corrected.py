"""A correction replaces the record of a hand. The earlier revision is kept, and later hands are scored again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Self

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from games.contract import Score
from games.kit.sentences import say
from ledger.lib import metrics
from ledger.series.changes.change import Address, Change, Effect, ReasonText, Record
from ledger.series.changes.recorded import is_same_record, judge, write_points
from ledger.series.models import Event, Hand, HandPoints, Series
from ledger.series.requirements import refusal, require_open, require_reason
from ledger.series.state import SeriesState


@dataclass(frozen=True, kw_only=True)
class Corrected(Change):
    kind: ClassVar[str] = "corrected"
    sentence: ClassVar = _("%(who)s corrected hand %(number)s.")
    heading: ClassVar = _("corrected")
    content: ClassVar = Any
    of_a_hand: ClassVar = True
    is_on_sheet: ClassVar = True
    address: ClassVar = Address(
        "POST",
        "hands/{number}/corrections",
        "correct_hand",
        "Correct a hand (scorer)",
        "The earlier revision stays readable.",
        body="CorrectionInput",
    )

    number: Annotated[int, Field(ge=1)]
    record: Record
    reason: ReasonText

    def refuse(self, state: SeriesState) -> None:
        require_open(state)
        require_reason(self.reason)
        if not 1 <= self.number <= len(state.events):
            raise refusal("no_such_hand", say("There is no hand {number}.", number=self.number), field="number")

    def effect(self, state: SeriesState) -> Effect:
        content, play = judge(state, self.number, self.record)
        return Effect(replace(state, play=play), content, hand_number=self.number, reason=self.reason.strip())

    def store(self, before: SeriesState, effect: Effect, event: Event) -> SeriesState:
        transaction.on_commit(metrics.HANDS_SAVED.labels(self.kind).inc)
        state = effect.state
        Hand.objects.filter(series=state.series, number=self.number).update(event=event)
        rewrite_points(state.series, before.play.scores, state.play.scores)
        return replace(state, events=tuple(event if each.hand_number == self.number else each for each in state.events))

    def repeats(self, first: Event, state: SeriesState) -> bool:
        same = (first.hand_number, first.reason) == (self.number, self.reason.strip())
        return same and is_same_record(state, first, self.record)

    @classmethod
    def of_event(cls, event: Event) -> Self:
        return cls.read({"number": event.hand_number, "record": event.content, "reason": event.reason})


def rewrite_points(series: Series, before: Sequence[Score], after: Sequence[Score]) -> None:
    """Rewrite the points of hands whose score has changed: a correction can change the scores of later hands."""
    points = [[(score.seats, score.points_won, score.points_entered) for score in scores] for scores in (before, after)]
    changed = [number for number, (was, now) in enumerate(zip(*points, strict=True), start=1) if was != now]
    hands = list(Hand.objects.filter(series=series, number__in=changed))
    HandPoints.objects.filter(hand__in=hands).delete()
    write_points(hands, after)
