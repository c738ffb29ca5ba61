"""Skat: the options of a table.

Source: [K] docs/rules/skat.md, from the International Skat Order (ISkO) and Seeger and Fabian's points, both read in
extracts, and from private tables.

| source | rule | where |
|---|---|---|
| K "The hand" | what is written down, and what is refused | record.py, check.py |
| K "The worth" | bases, levels, overbid games | worth.py |
| K "The list", "The pub", "For money" | what a hand brings each player | scoring.py |
| K "The end" | the last hand, level players, the settlement | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import ConfigDict, Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.declaring import BockHands, BockPlayed, Hands, HandStake, HandStakes, PlaceSum, Rate
from games.kit.options import GAME_PART, Target, Worth, YesNo, only_if, option
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

PLAYERS = (3, 4, 5)


class Scoring(Choice):
    """What is written down for a hand."""

    LIST = "list", gettext_noop("The list")
    PUB = "pub", gettext_noop("Pub Skat")
    MONEY = "money", gettext_noop("For money")


class ByPlayers(Frozen):
    """Points by the number of players."""

    model_config = ConfigDict(serialize_by_alias=True)

    three: Worth = Field(40, alias="3", title=gettext_noop("Others, 3 players"))
    four: Worth = Field(30, alias="4", title=gettext_noop("Others, 4 players"))
    five: Worth = Field(30, alias="5", title=gettext_noop("Others, 5 players"))

    def of(self, players: int) -> int:
        return {3: self.three, 4: self.four, 5: self.five}[players]


IN_LIST = only_if(scoring=["list"])
NOT_FOR_MONEY = only_if(scoring=["list", "pub"])


class Rules(Frozen):
    scoring: Scoring = option(
        Scoring.LIST,
        "What is written down",
        "The list: the declarer's points, and 40 or 30 for the others where the declarer lost. Pub Skat: only the "
        "declarer's points. For money: the others pay the declarer, or are paid twice.",
        GAME_PART,
    )
    deals_each: Annotated[int, Field(ge=1, le=100, strict=True)] | None = option(
        None,
        "Deals of each player",
        "The series is over when each player has dealt so often. Empty: no such end.",
        GAME_PART | NOT_FOR_MONEY,
    )
    hands: Hands = None
    target: Target = option(
        Fraction(301),
        "Lost at minus",
        "Whoever has this many points below zero has lost, and the series is over.",
        GAME_PART | only_if(scoring=["pub"]),
    )
    kontra: YesNo = option(False, "Kontra and Re", "Kontra doubles the worth, Re doubles it again.")
    ramsch: YesNo = option(False, "Ramsch", "A hand that all pass is played as Ramsch: most card points lose.")
    bock: BockPlayed = False
    bock_hands: BockHands = option(None, shown=only_if(bock=[True]))
    bonus_won: Worth = option(50, "Plus if won", "What the declarer has besides the worth.", IN_LIST)
    bonus_lost: Worth = option(50, "Minus if lost", "What the declarer loses besides twice the worth.", IN_LIST)
    others_lost: ByPlayers = option(
        ByPlayers(),
        "Each other player if lost",
        "What each other player gets where the declarer lost, also one who sits out.",
        IN_LIST,
    )
    settlement: HandStakes = option(HandStake.DIFFERENCE, shown=NOT_FOR_MONEY)
    rate: Rate = Fraction(1)
    place_sum: PlaceSum = Fraction(10)

    @model_validator(mode="after")
    def only_money_is_paid_at_once(self) -> "Rules":
        """Points by the list or in the pub do not sum to zero, so they cannot be paid after each hand."""
        if self.scoring is not Scoring.MONEY and self.settlement is HandStake.AT_ONCE:
            raise Unreadable.because(
                "list_at_once", say("Points of the declarer alone cannot be paid at once."), "settlement"
            )
        return self


PRESETS = by_slug(
    Preset(
        "list",
        gettext_noop("List"),
        gettext_noop(
            "As clubs play: 50 for a game that is won, 40 or 30 for the others where it is lost, 12 deals each."
        ),
        Rules(deals_each=12),
    ),
    Preset(
        "pub",
        gettext_noop("Pub Skat"),
        gettext_noop("Only the declarer's points. Whoever is the first at −301 has lost."),
        Rules(scoring=Scoring.PUB, kontra=True, settlement=HandStake.NONE),
        own_name=True,
    ),
    Preset(
        "money",
        gettext_noop("Skat for money"),
        gettext_noop("The others pay the declarer the worth, or are paid twice the worth. After each hand."),
        Rules(scoring=Scoring.MONEY, kontra=True),
    ),
)
