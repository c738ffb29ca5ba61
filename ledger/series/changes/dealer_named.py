"""The players name another dealer for the next hand. The turn to deal goes on from the named player."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from games.kit.reading import MOST_SEATS
from games.kit.sentences import say
from ledger.lib import formatting
from ledger.lib.stored import Number
from ledger.series.changes.change import Address, Change, Effect, Seated
from ledger.series.changes.joined import content_of_seat
from ledger.series.models import Event
from ledger.series.requirements import refusal, require_hand_to_come
from ledger.series.state import SeriesState


class DealerContent(Seated):
    hand: Number


@dataclass(frozen=True, kw_only=True)
class DealerNamed(Change):
    kind: ClassVar[str] = "dealer"
    sentence: ClassVar = _("%(who)s said that %(player)s deals hand %(number)s.")
    content: ClassVar = DealerContent
    address: ClassVar = Address(
        "POST",
        "dealer",
        "name_dealer",
        "Say who deals the next hand (scorer)",
        "Instead of the player whose turn it is. The deal goes on from the named player.",
        body="DealerInput",
    )

    seat: Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS, description="The seat that deals the next hand.")]

    def refuse(self, state: SeriesState) -> None:
        require_hand_to_come(state)
        if not 0 <= self.seat < len(state.players):
            raise refusal("no_such_seat", say("There is no player on this seat."), field="seat")

    def effect(self, state: SeriesState) -> Effect:
        content = content_of_seat(state.players[self.seat], self.seat) | {"hand": state.next_number}
        return Effect(state.with_dealer(self.seat), content)

    @classmethod
    def words_for(cls, event: Event) -> dict[str, str]:
        return {"player": event.content.get("name", ""), "number": formatting.digits(event.content.get("hand"))}
