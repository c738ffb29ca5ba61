"""The latest hand is withdrawn. If this hand had finished the series, the series is open again."""

from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from games.kit.sentences import say
from ledger.series.changes.change import Address, Change, Effect
from ledger.series.models import Event, Hand, Status
from ledger.series.requirements import refusal, require_open
from ledger.series.state import SeriesState, without_last_hand


@dataclass(frozen=True, kw_only=True)
class Withdrawn(Change):
    kind: ClassVar[str] = "withdrawn"
    sentence: ClassVar = _("%(who)s withdrew hand %(number)s.")
    of_a_hand: ClassVar = True
    is_on_sheet: ClassVar = True
    address: ClassVar = Address(
        "POST", "undo", "undo", "Withdraw the latest hand (scorer)", "The hand is kept as a withdrawn revision."
    )

    def refuse(self, state: SeriesState) -> None:
        if not state.events:
            raise refusal("no_hands", say("There is no hand to withdraw."))
        last_change_was_this_hand = state.events[-1].number == state.series.version
        if not (state.series.status == Status.FINISHED and last_change_was_this_hand):
            require_open(state)

    def effect(self, state: SeriesState) -> Effect:
        after = replace(state, events=state.events[:-1], play=without_last_hand(state))
        return Effect(after, hand_number=len(state.events))

    def store(self, _before: SeriesState, effect: Effect, _event: Event) -> SeriesState:
        Hand.objects.filter(series=effect.state.series, number=effect.state.next_number).delete()
        return effect.state
