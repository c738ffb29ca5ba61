"""The record of a hand of Jewel: how it ended for each player, and what each player showed.

`players` has one entry for each seat, in seat order. It is None for a player who did not sit in the hand: players join
and leave between hands.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from games.catalogue.jewel.rules import Rules
from games.contract import Frozen, Table
from games.kit.accounts import ReportsBySeat, check_number_of_players, reports_by_seat
from games.kit.choices import Choice
from games.kit.options import Worth
from games.kit.problems import Problem
from games.kit.sentences import Seat, gettext_noop, say

FEWEST_PLAYERS, MOST_PLAYERS = 2, 9
CARDS_OF_A_PLAYER = 16

Count = Annotated[int, Field(ge=0, le=99, strict=True)]


class Ended(Choice):
    DECLARED = "declared", gettext_noop("Declared")
    PLAYED = "played", gettext_noop("Played to the end")
    PACKED = "packed", gettext_noop("Packed")
    MID_PACKED = "mid_packed", gettext_noop("Mid-packed")

    @property
    def stayed(self) -> bool:
        return self in (Ended.DECLARED, Ended.PLAYED)


class Shown(Frozen):
    """What one player showed in a hand. Points that were typed and cards that were counted add up."""

    ended: Ended = Field(title=gettext_noop("How it ended"))
    jewels: Worth = Field(0, title=gettext_noop("Jewel points"))
    bonus: Worth = Field(0, title=gettext_noop("Bonus points"))
    penalty: Worth = Field(0, title=gettext_noop("Penalty points"))
    single_jewels: Count = Field(0, title=gettext_noop("Jewels"))
    double_jewels: Count = Field(0, title=gettext_noop("Pairs of equal jewels"))
    super_sequences: Count = Field(0, title=gettext_noop("Super sequences"))
    marriages: Count = Field(0, title=gettext_noop("Marriages"))
    super_sets: Count = Field(0, title=gettext_noop("Super sets"))

    def jewel_points(self, rules: Rules) -> int:
        return self.jewels + self.single_jewels * rules.jewel + self.double_jewels * rules.two_jewels

    def bonus_points(self, rules: Rules) -> int:
        shown = self.super_sequences * rules.super_sequence + self.marriages * rules.marriage
        return self.bonus + shown + self.super_sets * rules.super_set

    @property
    def jewel_cards(self) -> int:
        return self.single_jewels + 2 * self.double_jewels

    @property
    def cards(self) -> int:
        """The fewest cards that the player must have shown. One card of each marriage can be a jewel too. [S] "B" """
        arranged = 3 * (self.super_sequences + self.marriages + self.super_sets)
        return arranged + max(0, self.jewel_cards - self.marriages)


class Record(Frozen):
    players: ReportsBySeat[Shown]


RECORD: TypeAdapter[Record] = TypeAdapter(Record)


def check(rules: Rules, record: Record, table: Table) -> list[Problem]:
    players = reports_by_seat(record.players)
    problems = check_number_of_players(len(record.players), len(players), table.seats, FEWEST_PLAYERS, MOST_PLAYERS)
    if sum(shown.ended is Ended.DECLARED for shown in players.values()) > 1:
        problems.append(Problem("players", "two_declarers", say("Only one player can declare.")))
    for seat, shown in players.items():
        where = f"players.{seat}"
        if not shown.ended.stayed and (shown.bonus_points(rules) or shown.penalty):
            nothing = say("{seat} has packed, and so has neither bonus nor penalty.", seat=Seat(seat))
            problems.append(Problem(where, "packed_with_points", nothing))
        if shown.ended is Ended.DECLARED and shown.penalty:
            none = say("{seat} has declared: no penalty.", seat=Seat(seat))
            problems.append(Problem(f"{where}.penalty", "declared", none))
        elif shown.penalty > rules.full_hand:
            most = say("A penalty is at most a full hand, {points}.", points=rules.full_hand)
            problems.append(Problem(f"{where}.penalty", "too_many", most))
    return problems
