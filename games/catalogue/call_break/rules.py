"""Call Break, as it is played in Nepal: the rule options.

Source: [C] docs/rules/call-break.md, which compares public descriptions of the game. Where these differ, the rule is an
option; its default is the rule of most descriptions.

| source | rule | where |
|---|---|---|
| C "A deal" | who deals and leads | game.py, scoring.py |
| C "A deal" | calls, and calls that are too low | record.py |
| C "Playing a card" | which card must be played, what wins | play.py |
| C "Points" | calls that are made or missed | scoring.py |
| C "The end, and who pays whom" | the last deal, standard money and differences | game.py |
| C "Three to five players" | how many tricks a deal has, and who may play by which rules | this file |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import (
    GAME_PART,
    STAKES_PART,
    BelowZeroPaysDouble,
    DirectionOfPlay,
    RatePerPoint,
    SoloStake,
    SoloStakes,
    Stakes,
    YesNo,
    only_if,
    option,
)
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop

TRICKS = {3: 17, 4: 13, 5: 10}  # of a deal, by the number of players: with three and five some cards are set aside
MOST_TRICKS = max(TRICKS.values())
FOUR = 4


class Undertrump(Choice):
    FREE = "free", gettext_noop("Any card")
    MUST = "must", gettext_noop("A spade all the same")


class Overtricks(Choice):
    TENTH = "tenth", gettext_noop("A tenth each")
    NOTHING = "nothing", gettext_noop("Nothing")


BY_PLACE = STAKES_PART | only_if(stake=["ladder"])


class Rules(Frozen):
    deals: Annotated[int, Field(ge=1, le=100, strict=True)] = option(
        5, "Number of deals", "After so many deals the series is over.", GAME_PART
    )
    least_call: Annotated[int, Field(ge=1, le=MOST_TRICKS, strict=True)] = option(
        1, "Lowest call", "The fewest tricks that may be called."
    )
    least_sum_of_calls: Annotated[int, Field(ge=0, le=52, strict=True)] = option(
        0, "Lowest sum of the calls", "If the four calls come to less, the cards are dealt again. 0: any sum is played."
    )
    must_beat: YesNo = option(True, "Must beat", "A player who can beat the best card on the table has to.")
    must_trump: YesNo = option(
        True, "Must trump", "A player without the led suit has to play a spade.", only_if(must_beat=[False])
    )
    undertrump: Undertrump = option(
        Undertrump.FREE,
        "With lower spades only",
        "What a player without the led suit plays who cannot beat the spade on the table.",
        only_if(must_beat=[True]),
    )
    overtricks: Overtricks = option(
        Overtricks.TENTH, "Tricks above the call", "What each of them counts when a call is made."
    )
    big_call: YesNo = option(
        False, "A call of eight counts 13", "A call of 8 or more that is made counts 13, without tenths."
    )
    most_overtricks: Annotated[int, Field(ge=0, le=MOST_TRICKS, strict=True)] | None = option(
        None,
        "Most tricks above the call",
        "More tricks than this above the call, and the call is missed. Empty: no limit.",
    )
    stake: SoloStakes = SoloStake.LADDER
    second: Stakes = option(Fraction(10), "The second pays the winner", shown=BY_PLACE)
    third: Stakes = option(Fraction(20), "The third pays the winner", shown=BY_PLACE)
    fourth: Stakes = option(Fraction(30), "The fourth pays the winner", shown=BY_PLACE)
    fifth: Stakes = option(Fraction(40), "The fifth pays the winner", shown=BY_PLACE)
    negative_pays_double: BelowZeroPaysDouble = option(True, shown=only_if(stake=["ladder"]))
    point_rate: RatePerPoint = option(Fraction(1), shown=STAKES_PART | only_if(stake=["difference"]))
    direction: DirectionOfPlay = option(Direction.ANTICLOCKWISE, shown=STAKES_PART)


PRESETS = by_slug(
    Preset(
        "kathmandu",
        gettext_noop("Kathmandu"),
        gettext_noop("What most tables agree on: five deals, any call from 1, a tenth for each trick more."),
        Rules(),
    ),
    Preset(
        "club",
        gettext_noop("Club"),
        gettext_noop("Calls from 2 that come to 10 at least; a call of 8 or more that is made counts 13."),
        Rules(least_call=2, least_sum_of_calls=10, big_call=True),
    ),
)
