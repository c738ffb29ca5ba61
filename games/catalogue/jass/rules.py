"""Jass in two teams: the options of the house.

Source: [S] the web text "Jass". It knows no money and no announced cards; what goes beyond it is Swiss custom, off in
the preset `salon` and on in `swiss-club`. docs/rules/jass.md tells which decision closes which gap.

| source | rule | where |
|---|---|---|
| [S] "Card play" | following, cutting, no undercutting | games/kit/jass_cards.py |
| [S] "Card values" | worth and strength; a round is worth 157 | games/kit/jass_cards.py |
| [S] "Course of the game" | who chooses trump, who leads, who deals next | record.py, settlement.py |
| [S] "Card values", last line | 1000, 1500 or 2000 points | settlement.py |
| Swiss custom | match, Weis, Stöck, factors, the jack of trump | scoring.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.jass_cards import Trump
from games.kit.options import CardFaces, CardFacesOnTheTable, DirectionOfPlay, RatePerPoint, StakeForAll, Target, YesNo
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop

MATCH_BONUS = 100
STOECK = 20
MELDS = (20, 50, 100, 150, 200)
TEAMS = ((0, 2), (1, 3))


class Stake(Choice):
    PER_MATCH = "per_match", gettext_noop("Per match")
    PER_POINT = "per_point", gettext_noop("Per point")
    NONE = "none", gettext_noop("None")


Factor = Annotated[int, Field(ge=1, le=10, strict=True)]


class Rules(Frozen):
    target: Target = Field(
        Fraction(1000),
        title=gettext_noop("Played to"),
        description=gettext_noop("The match is over after the round in which a team reaches this. Level: play on."),
    )
    trump_jack_may_be_withheld: YesNo = Field(
        default=False,
        title=gettext_noop("The jack of trump may be kept back"),
        description=gettext_noop("A player who has only the jack left when trump is led need not play it."),
    )
    match_bonus: YesNo = Field(
        default=False,
        title=gettext_noop("Match"),
        description=gettext_noop("A team that takes all nine tricks scores 100 more."),
    )
    melds: YesNo = Field(
        default=False,
        title=gettext_noop("Weis"),
        description=gettext_noop("Announced sequences and fours of a kind count for the team that has the best."),
    )
    stoeck: YesNo = Field(
        default=False,
        title=gettext_noop("Stöck"),
        description=gettext_noop("King and queen of trump in one hand count 20."),
    )
    without_trump: YesNo = Field(
        default=False,
        title=gettext_noop("Top down and bottom up"),
        description=gettext_noop("The player who chooses trump may also choose to play without trump."),
    )
    factor_clubs: Factor = Field(1, title=gettext_noop("Factor for clubs"))
    factor_spades: Factor = Field(1, title=gettext_noop("Factor for spades"))
    factor_diamonds: Factor = Field(1, title=gettext_noop("Factor for diamonds"))
    factor_hearts: Factor = Field(1, title=gettext_noop("Factor for hearts"))
    factor_top_down: Factor = Field(1, title=gettext_noop("Factor for top down"))
    factor_bottom_up: Factor = Field(1, title=gettext_noop("Factor for bottom up"))
    stake: Stake = Field(
        Stake.PER_MATCH,
        title=gettext_noop("What is played for"),
        description=gettext_noop(
            "Per match: each loser pays the next player of the winning team a fixed sum. "
            "Per point: the difference in points times a rate. None: no money."
        ),
    )
    stake_points: StakeForAll = Field(Fraction(100), title=gettext_noop("Sum for a match"))
    point_rate: RatePerPoint = Fraction(1)
    direction: DirectionOfPlay = Direction.CLOCKWISE
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH

    def factor(self, trump: Trump) -> int:
        return int(getattr(self, f"factor_{trump.value}"))


PRESETS = by_slug(
    Preset(
        "salon",
        gettext_noop("Salon"),
        gettext_noop("As the source has it: card points and nothing else."),
        Rules(),
    ),
    Preset(
        "swiss-club",
        gettext_noop("Swiss club"),
        gettext_noop("With match, Weis, Stöck, factors, and the jack of trump that may be kept back."),
        Rules(
            trump_jack_may_be_withheld=True,
            match_bonus=True,
            melds=True,
            stoeck=True,
            without_trump=True,
            factor_clubs=2,
            factor_spades=2,
            factor_top_down=3,
            factor_bottom_up=3,
        ),
    ),
)
