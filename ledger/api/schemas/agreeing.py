"""Verdicts of the players, waivers, and open disputes."""

from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field, RootModel

from games.contract import Frozen
from ledger.agreeing import models
from ledger.agreeing.holding import Held, SeriesAgreement
from ledger.api.schemas.base import Answer, Id, IdInput, Moment, Text, Version, one_of
from ledger.circles.models import Verdicts
from ledger.series.changes.change import Reason

VerdictName = Literal["agreed", "disputed"]


class RulesOfRecordInput(Frozen):
    verdicts: Annotated[str, one_of(*Verdicts)] = Field(
        description="Are the players asked whether each hand, and the end, is right?"
    )

    @property
    def setting(self) -> Verdicts:
        return Verdicts(self.verdicts)


class RulesOfRecord(Answer):
    verdicts: Literal["off", "offered", "required"]


class VerdictInput(Frozen):
    player: IdInput
    verdict: Annotated[str, one_of(*models.Verdict)] = Field(description="`none` takes back what was said.")
    reason: Annotated[str, one_of(*models.DisputeReason)] | None = Field(None, description="Why it is disputed.")
    note: Annotated[Text, Field(max_length=1000)] = Field(
        "", description=f"On a dispute, in at most {models.MOST_NOTE} characters."
    )
    anyway: bool = Field(
        default=False, strict=True, description="A scorer has asked the player again, for whom a link has answered."
    )


class HandVerdictInput(VerdictInput):
    revision: Annotated[int, Field(strict=True, ge=1, le=2**31 - 1, description="Of the hand that was shown.")]


class SettlementVerdictInput(VerdictInput):
    version: Version


class WaiverInput(Frozen):
    version: Version
    reason: Reason


class Verdict(Answer):
    """What was said of a hand, or of the settlement, and holds today."""

    player: Id
    verdict: VerdictName
    reason: str | None
    """Why it is disputed."""
    note: str
    by: str
    at: Moment
    revision: int
    """Of the hand that was shown; for the settlement the version of the series."""
    by_proxy: bool
    """A scorer said it for the player."""
    by_link: bool
    """A holder of a link did, who has said which seat is theirs."""

    @classmethod
    def of_hand(cls, agreement: SeriesAgreement, number: int | None) -> list["Verdict"]:
        """Of the settlement where there is no number."""
        all_held = agreement.of_settlement if number is None else agreement.of_hand(number)
        return [_verdict(held) for held in all_held]


@lru_cache(maxsize=2_000)  # an answer to a save lists all that is known of 50 hands once more
def _verdict(held: Held) -> Verdict:
    return Verdict.made_of(held, reason=held.reason or None, by=held.by_name)


class Waived(Answer):
    by: str
    at: Moment
    reason: str

    @classmethod
    def of(cls, agreement: SeriesAgreement) -> "Waived | None":
        waiver = agreement.waiver
        return cls.made_of(waiver, by=waiver.by_name) if waiver else None


class Dispute(Answer):
    series: Id
    number: int | None
    """Of the hand; null where it is about the settlement."""
    player: Id
    reason: str
    note: str
    by: str
    at: Moment

    @classmethod
    def of(cls, entry: models.VerdictEntry) -> "Dispute":
        own = {"series": entry.series_id, "player": entry.player_id, "number": entry.hand_number}
        return cls.made_of(entry, **own, by=entry.by_name)


class DisputeList(RootModel[list[Dispute]]):
    """The latest first."""
