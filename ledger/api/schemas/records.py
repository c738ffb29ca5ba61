"""The records of a circle."""

from typing import Annotated

from pydantic import Field

from games.contract import Frozen
from games.registry import BY_SLUG
from ledger.api.schemas.base import Answer, Id, Points, Text, one_of
from ledger.api.schemas.standings import MOST_TITLE, NamedPlayer, WrittenDay
from ledger.standings.records import ALL_RECORDS
from ledger.standings.records import Records as Found


class RecordsQuery(Frozen):
    game: Annotated[str, one_of(*BY_SLUG)] | None = Field(None, description="The one most played, if left out.")
    title: Annotated[Text, Field(max_length=MOST_TITLE)] | None = Field(
        None, description="What the table calls a game of its own. The one most played, if left out."
    )


class Mark(Answer):
    value: Points
    players: list[NamedPlayer]
    """Who reached it, in one and the same series."""
    series: Id
    number: int | None
    """Of the hand; null where the record is not about one."""
    date: WrittenDay
    """On which the series ended."""


class CircleRecord(Mark):
    record: Annotated[str, one_of(*ALL_RECORDS)]
    history: list[Mark]
    """Each time it was broken, oldest first. The last one holds the record."""


class Records(Answer):
    game: str | None
    """Null where no series of the circle counts."""
    title: str
    low_wins: bool
    """The lowest total is the best, and so is the lowest hand."""
    records: list[CircleRecord]
    """Those that somebody holds."""

    @classmethod
    def of(cls, found: Found) -> "Records":
        every = []
        for record in found.records:
            history = [
                Mark(
                    value=mark.value,
                    players=[NamedPlayer.of(found.players.get(player)) for player in mark.holders],
                    series=mark.series.id,
                    number=mark.hand,
                    date=mark.series.ended_on,
                )
                for mark in record.marks
            ]
            every.append(CircleRecord(record=record.code, history=history, **dict(history[-1])))
        return cls.made_of(found, records=every)
