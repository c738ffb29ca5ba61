"""The record of a deal of Marriage: each player's maal, who had seen, and who finished.

An entry of `players` is None if that player sat out: players join and leave between deals.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.marriage.rules import Rules
from games.contract import Frozen, Table
from games.kit.accounts import ReportsBySeat, check_number_of_players, reports_by_seat
from games.kit.options import YesNo
from games.kit.problems import Problem
from games.kit.reading import MOST_SEATS
from games.kit.seats import SEAT
from games.kit.sentences import Seat, gettext_noop, say

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
MOST_MAAL = 10_000
OF_A_KIND = 3  # cards alike, one from each of three packs
MOST_TUNNELAS = 7  # seven sets of three cards in twenty-one

Maal = Annotated[int, Field(ge=0, le=MOST_MAAL, strict=True)]
Cards = Annotated[int, Field(ge=0, le=OF_A_KIND, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS, strict=True)]


class Taps(Frozen):
    """The cards and sets from which a player's maal was counted."""

    tiplu: Cards = Field(0, title=gettext_noop("Tiplu"))
    poplu: Cards = Field(0, title=gettext_noop("Poplu"))
    jhiplu: Cards = Field(0, title=gettext_noop("Jhiplu"))
    alter: Cards = Field(0, title=gettext_noop("Alter"))
    man: Cards = Field(0, title=gettext_noop("Man"))
    marriage: Cards = Field(0, title=gettext_noop("Marriage"))
    marriage_dealt: Cards = Field(0, title=gettext_noop("Marriage from the deal"))
    tunnela: Annotated[int, Field(ge=0, le=MOST_TUNNELAS, strict=True)] = Field(0, title=gettext_noop("Tunnela"))


class PlayerReport(Frozen):
    maal: Maal = Field(title=gettext_noop("Maal"))
    seen: YesNo = Field(default=False, title=gettext_noop("Seen"))
    dublee: YesNo = Field(default=False, title=gettext_noop("Dublees"))
    taps: Taps | None = Field(None, title=gettext_noop("What the maal was counted from"))


class Record(Frozen):
    players: ReportsBySeat[PlayerReport]
    winner: SeatNumber | None = Field(None, title=gettext_noop("Who finished"), json_schema_extra=SEAT)
    foul: SeatNumber | None = Field(None, title=gettext_noop("Who finished wrongly"), json_schema_extra=SEAT)


RECORD: TypeAdapter[Record] = TypeAdapter(Record)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    players = reports_by_seat(record.players)
    problems = check_number_of_players(len(record.players), len(players), table.seats, FEWEST_PLAYERS, MOST_PLAYERS)
    if record.winner is not None and record.foul is not None:
        both = say("A deal has a winner or a foul, not both.")
        problems.append(Problem("foul", "winner_and_foul", both))
    for field, seat in (("winner", record.winner), ("foul", record.foul)):
        if seat is not None and seat not in players:
            absent = say("{seat} does not sit in this deal.", seat=Seat(seat))
            problems.append(Problem(field, "does_not_sit", absent))
    if record.winner in players and not players[record.winner].seen:
        unseen = say("{seat} finished, and so must have seen.", seat=Seat(record.winner))
        problems.append(Problem("winner", "winner_has_not_seen", unseen))
    for seat, player in players.items():
        if player.dublee and not player.seen:
            unseen = say("{seat} has shown dublees, and so has seen.", seat=Seat(seat))
            problems.append(Problem(f"players.{seat}", "dublee_has_not_seen", unseen))
        if player.taps is not None:
            worth = rules.worth_of(player.taps.model_dump())
            if worth != player.maal:
                other = say(
                    "The cards of {seat} come to {worth}, and the maal says {maal}.",
                    seat=Seat(seat),
                    worth=worth,
                    maal=player.maal,
                )
                problems.append(Problem(f"players.{seat}.maal", "taps_differ", other))
    return problems
