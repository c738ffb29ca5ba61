"""The first event of a series, made by ledger/series/starting.py."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from django.utils.translation import gettext_lazy as _

from games.kit.sentences import say
from ledger.lib.stored import Coin, Currency, Id, Json, Moment, PointValue, Rows, SeatNumber, Slug, Stored
from ledger.series.changes.change import Change
from ledger.series.requirements import refusal
from ledger.series.state import SeriesState

RULES_OF_RECORD = "rules_of_record"  # a field of StartedContent; left out if verdicts are off


class RulesOfRecord(Stored):
    """Whether players are asked for verdicts. Left out where they are not asked."""

    verdicts: Literal["offered", "required"]


class Agreed(Stored):
    """The agreement of the players."""

    game: Slug
    preset: Slug
    rules: Json
    players: Rows[Id]
    point_value: PointValue
    currency: Currency
    coin_minor: Coin
    first_dealer: SeatNumber | None
    started_at: Moment


class StartedContent(Agreed):
    continues: Rows[Id] = []
    rules_of_record: RulesOfRecord | None = None


@dataclass(frozen=True, kw_only=True)
class Started(Change):
    kind: ClassVar[str] = "started"
    sentence: ClassVar = _("%(who)s started the series.")
    content: ClassVar = StartedContent

    def refuse(self, _state: SeriesState) -> None:
        """Refuse a second start: a series that has a state has started."""
        raise refusal("already_open", say("The series is open."))
