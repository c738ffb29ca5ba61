"""Call Break, as it is played in Nepal: the options of the house.

Source: [C] docs/rules/call-break.md, which brings public descriptions of the game together. Where they differ, the rule
is an option; its default is what most of them agree on.

| source | rule | where |
|---|---|---|
| C "Order" | who deals, calls and leads | game.py, scoring.py |
| C "Calling" | calls, and when they are too low to be played | record.py |
| C "Playing", "Winner" | which card must be played, what wins | play.py |
| C "Score of a deal" | calls that are made or missed | scoring.py |
| C "End", "Settlement" | the last deal, ladder and differences | game.py |
| C "Three to five players" | how many tricks a deal has, and who may play by which rules | this file |
"""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import BelowZeroPaysDouble, DirectionOfPlay, RatePerPoint, SoloStake, SoloStakes, Stakes, YesNo
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


BY_PLACE: dict[str, Any] = {"prominent": True, "shown_when": {"stake": ["ladder"]}}


class Rules(Frozen):
    deals: Annotated[int, Field(ge=1, le=100, strict=True)] = Field(
        5,
        title=gettext_noop("Number of deals"),
        description=gettext_noop("After so many deals the series is over."),
        json_schema_extra={"prominent": "game"},
    )
    least_call: Annotated[int, Field(ge=1, le=MOST_TRICKS, strict=True)] = Field(
        1, title=gettext_noop("Lowest call"), description=gettext_noop("The fewest tricks that may be called.")
    )
    least_sum_of_calls: Annotated[int, Field(ge=0, le=52, strict=True)] = Field(
        0,
        title=gettext_noop("Lowest sum of the calls"),
        description=gettext_noop("If the four calls come to less, the cards are dealt again. 0: any sum is played."),
    )
    must_beat: YesNo = Field(
        default=True,
        title=gettext_noop("Must beat"),
        description=gettext_noop("A player who can beat the best card on the table has to."),
    )
    must_trump: YesNo = Field(
        default=True,
        title=gettext_noop("Must trump"),
        description=gettext_noop("A player without the led suit has to play a spade."),
        json_schema_extra={"shown_when": {"must_beat": [False]}},
    )
    undertrump: Undertrump = Field(
        Undertrump.FREE,
        title=gettext_noop("With lower spades only"),
        description=gettext_noop("What a player without the led suit plays who cannot beat the spade on the table."),
        json_schema_extra={"shown_when": {"must_beat": [True]}},
    )
    overtricks: Overtricks = Field(
        Overtricks.TENTH,
        title=gettext_noop("Tricks above the call"),
        description=gettext_noop("What each of them counts when a call is made."),
    )
    big_call: YesNo = Field(
        default=False,
        title=gettext_noop("A call of eight counts 13"),
        description=gettext_noop("A call of 8 or more that is made counts 13, without tenths."),
    )
    most_overtricks: Annotated[int, Field(ge=0, le=MOST_TRICKS, strict=True)] | None = Field(
        None,
        title=gettext_noop("Most tricks above the call"),
        description=gettext_noop("More tricks than this above the call, and the call is missed. Empty: no limit."),
    )
    stake: SoloStakes = SoloStake.LADDER
    second: Stakes = Field(Fraction(10), title=gettext_noop("The second pays the winner"), json_schema_extra=BY_PLACE)
    third: Stakes = Field(Fraction(20), title=gettext_noop("The third pays the winner"), json_schema_extra=BY_PLACE)
    fourth: Stakes = Field(Fraction(30), title=gettext_noop("The fourth pays the winner"), json_schema_extra=BY_PLACE)
    fifth: Stakes = Field(Fraction(40), title=gettext_noop("The fifth pays the winner"), json_schema_extra=BY_PLACE)
    negative_pays_double: BelowZeroPaysDouble = Field(
        default=True, json_schema_extra={"shown_when": {"stake": ["ladder"]}}
    )
    point_rate: RatePerPoint = Field(
        Fraction(1), json_schema_extra={"prominent": True, "shown_when": {"stake": ["difference"]}}
    )
    direction: DirectionOfPlay = Field(Direction.ANTICLOCKWISE, json_schema_extra={"prominent": True})


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
