"""Verdicts of the players, waivers, and open disputes."""

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field, RootModel

from games.contract import Frozen
from ledger.api.schemas.base import Answer, Id, IdInput, Moment, Text, Version, one_of
from ledger.circles.models import Verdicts
from ledger.series.changes.change import ReasonText
from ledger.verdicts import models
from ledger.verdicts.current import CurrentVerdict, SeriesVerdicts

VerdictName = Literal["agreed", "disputed"]


class RulesOfRecordInput(Frozen):
    verdicts: Annotated[str, one_of(*Verdicts)] = Field(
        description="Are the players asked whether each hand and the settlement are right? With `required` a series "
        "says that it is not agreed while a verdict is missing. Books and standings are the same in all three cases."
    )

    @property
    def setting(self) -> Verdicts:
        return Verdicts(self.verdicts)


class RulesOfRecord(Answer):
    verdicts: Literal["off", "offered", "required"]


class VerdictInput(Frozen):
    player: IdInput
    verdict: Annotated[str, one_of(*models.Verdict)] = Field(description="`none` takes the player's verdict back.")
    reason: Annotated[str, one_of(*models.DisputeReason)] | None = Field(
        None,
        description="Why the player disputes the hand or the settlement. Only a dispute has a reason, and needs one.",
    )
    note: Annotated[Text, Field(max_length=1000)] = Field(
        "", description=f"Only with a dispute, in at most {models.MOST_NOTE} characters."
    )
    anyway: bool = Field(
        default=False,
        strict=True,
        description="A scorer has asked the player, and replaces the verdict that came from a link. The link can then "
        "no longer change it.",
    )


class HandVerdictInput(VerdictInput):
    revision: Annotated[
        int, Field(strict=True, ge=1, le=2**31 - 1, description="The revision of the hand that the player was shown.")
    ]


class SettlementVerdictInput(VerdictInput):
    version: Version


class WaiverInput(Frozen):
    version: Version
    reason: ReasonText


class Verdict(Answer):
    """What a player says of a hand or of the settlement, as far as the verdict holds today."""

    player: Id
    verdict: VerdictName
    reason: str | None
    """Why the player disputes; null in an agreement."""
    note: str
    by: str
    at: Moment
    revision: int
    """The revision of the hand that the player was shown; for the settlement, the version of the series."""
    by_proxy: bool
    """A scorer gave the verdict for the player."""
    by_link: bool
    """The verdict came by a link, from a reader who had chosen this seat."""

    @classmethod
    def of_hand(cls, verdicts: SeriesVerdicts, number: int | None) -> list["Verdict"]:
        """Return the verdicts on the hand, or on the settlement if there is no number."""
        return [_verdict(verdict) for verdict in verdicts.on(number)]


@lru_cache(maxsize=2_000)  # the answer to each save repeats the verdicts on all its hands
def _verdict(verdict: CurrentVerdict) -> Verdict:
    return Verdict.made_of(verdict, reason=verdict.reason or None, by=verdict.by_name)


class Waived(Answer):
    by: str
    at: Moment
    reason: str

    @classmethod
    def of(cls, verdicts: SeriesVerdicts) -> "Waived | None":
        waiver = verdicts.waiver
        return cls.made_of(waiver, by=waiver.by_name) if waiver else None


class Dispute(Answer):
    series: Id
    number: int | None
    """The number of the hand; null if the dispute is about the settlement."""
    player: Id
    reason: str
    note: str
    by: str
    at: Moment

    @classmethod
    def of(cls, entry: models.VerdictEntry) -> "Dispute":
        return cls.made_of(
            entry, series=entry.series_id, number=entry.hand_number, player=entry.player_id, by=entry.by_name
        )


class DisputeList(RootModel[list[Dispute]]):
    """The latest dispute first."""
