"""The tables of a series: chain.py has the chain and the rows that follow from it, beside.py has the other tables."""

from ledger.series.models.beside import CardWorth, Draft, HouseRules, LastHeard, Luck, NotedBids, SeriesLink
from ledger.series.models.chain import (
    MOST_HAND_NOTE,
    MOST_NOTE,
    MOST_PLACE,
    SHOWN_STATUSES,
    Event,
    Hand,
    HandNote,
    HandPoints,
    Result,
    Seat,
    Series,
    Status,
)
