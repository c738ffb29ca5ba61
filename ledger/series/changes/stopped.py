"""A series is ended early, or closed again after it had reached its end and was reopened."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from ledger.lib.stored import Stored
from ledger.series.changes.change import Address, Change, Effect
from ledger.series.models import Event, Status
from ledger.series.state import SeriesState


class StoppedContent(Stored):
    with_standard: bool


@dataclass(frozen=True, kw_only=True)
class Stopped(Change):
    kind: ClassVar[str] = "stopped"
    sentence: ClassVar = _("%(who)s ended the series, with standard money.")
    sentence_without: ClassVar = _("%(who)s ended the series, without standard money.")
    content: ClassVar = StoppedContent
    is_limited: ClassVar = False
    address: ClassVar = Address("POST", "stop", "stop_series", "End a series early (scorer)", body="StopInput")

    with_standard: Annotated[
        bool, Field(strict=True, description="Whether standard money is paid although the series ended early.")
    ]

    def effect(self, state: SeriesState) -> Effect:
        over = state.play.standing.over
        with_standard = self.with_standard or over
        status = Status.FINISHED if over else Status.STOPPED
        return Effect(state, {"with_standard": with_standard}, status=status, with_standard=with_standard)

    def repeats(self, first: Event, state: SeriesState) -> bool:
        # The event that stopped a series which had reached its end says True, whatever was sent.
        possible = (self.with_standard, self.with_standard or state.play.standing.over)
        return first.content["with_standard"] in possible

    @classmethod
    def describe(cls, event: Event) -> str:
        sentence = cls.sentence if event.content["with_standard"] else cls.sentence_without
        return str(sentence) % {"who": event.by_name}
