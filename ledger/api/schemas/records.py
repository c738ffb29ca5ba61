"""The records of a circle."""

from typing import Annotated

from ledger.api.schemas.base import Answer, Id, Points, one_of
from ledger.api.schemas.standings import NamedPlayer, WrittenDay
from ledger.standings.records import ALL_RECORDS
from ledger.standings.records import Records as Found


class Mark(Answer):
    value: Points
    players: list[NamedPlayer]
    """The players who reached the value in `series`."""
    series: Id
    number: int | None
    """The number of the hand; null if the record is not about a single hand."""
    date: WrittenDay
    """The day on which the series ended."""


class CircleRecord(Mark):
    record: Annotated[str, one_of(*ALL_RECORDS)]
    history: list[Mark]
    """Each time the record was broken, oldest first. Who only equals a record does not break it."""


class Records(Answer):
    game: str | None
    """Null if no series of the circle counts."""
    title: str
    low_wins: bool
    """Whether the lowest total and the lowest hand are the best."""
    records: list[CircleRecord]
    """The records that at least one player holds."""

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
