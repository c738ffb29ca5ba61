"""A small kind of change that exists only in tests: the players pause for some minutes."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from ledger.lib.stored import Stored
from ledger.series.audit.rebuilding import CannotRebuild, RebuiltSeries
from ledger.series.changes.change import Address, Change, Effect
from ledger.series.models import Event
from ledger.series.state import SeriesState


class PausedContent(Stored):
    minutes: int


@dataclass(frozen=True, kw_only=True)
class Paused(Change):
    kind: ClassVar = "paused"
    sentence: ClassVar = "%(who)s paused the series for %(minutes)s minutes."
    content: ClassVar = PausedContent
    is_on_sheet: ClassVar = True
    address: ClassVar = Address("POST", "pauses", "pause", "Pause a series (scorer)", body="PauseInput", status=201)

    minutes: Annotated[int, Field(ge=1, le=60)]

    def effect(self, state: SeriesState) -> Effect:
        return Effect(state, {"minutes": self.minutes})

    @classmethod
    def words_for(cls, event: Event) -> dict[str, str]:
        return {"minutes": event.content["minutes"]}


def apply_pause(rebuilt: RebuiltSeries, event: Event) -> None:
    """Refuse a pause that cannot have happened, for the audit."""
    if not rebuilt.state.series.is_open:
        raise CannotRebuild(f"event {event.number} pauses a series that is over.")
