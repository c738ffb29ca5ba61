"""The last player who joined leaves again, if no hand was recorded or corrected since."""

from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from games.kit.sentences import say
from ledger.series.changes.change import Address, Change, Effect, Seated
from ledger.series.changes.corrected import Corrected
from ledger.series.changes.joined import Joined, content_of_seat
from ledger.series.changes.recorded import Recorded
from ledger.series.models import Event, Seat, Series
from ledger.series.requirements import refusal
from ledger.series.state import SeriesState


@dataclass(frozen=True, kw_only=True)
class Unseated(Change):
    kind: ClassVar[str] = "unseated"
    sentence: ClassVar = _("%(who)s took %(player)s off the table again.")
    content: ClassVar = Seated
    is_on_sheet: ClassVar = True
    address: ClassVar = Address(
        "DELETE", "seats/last", "leave_seat", "Take back the last seat, if no hand was recorded since (scorer)"
    )

    def effect(self, state: SeriesState) -> Effect:
        if not seats_without_hands(state.series):
            raise refusal("nobody_joined", say("No player has joined since the latest hand was recorded."))
        *others, last = state.players
        return Effect(state.with_players(others), content_of_seat(last, len(others)))

    def store(self, _before: SeriesState, effect: Effect, _event: Event) -> SeriesState:
        Seat.objects.filter(series=effect.state.series, number=len(effect.state.players)).delete()
        return effect.state

    @classmethod
    def words_for(cls, event: Event) -> dict[str, str]:
        return {"player": event.content.get("name", "")}


def seats_without_hands(series: Series) -> int:
    """Return how many players have joined since a hand was last recorded or corrected, and have not left again.

    These players sit on the last seats, and are in no record.
    """
    kinds = list(Event.objects.filter(series=series).order_by("-number").values_list("kind", flat=True))
    since = list(takewhile(lambda kind: kind not in (Recorded.kind, Corrected.kind), kinds))
    return since.count(Joined.kind) - since.count(Unseated.kind)
