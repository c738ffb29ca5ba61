"""Differenzler: four players, each alone, play Jass and announce how many points they will take.

Source: [D] docs/rules/differenzler.md. The cards, what they are worth and how they are played are as in Jass.

| source | rule | where |
|---|---|---|
| D "A round" | trump, and who leads first | record.py, game.py, scoring.py |
| D "A round" | announcements, card points and cards | record.py |
| D "Points" | the distance between announced and taken | scoring.py |
| D "The end, and who pays whom" | the last round, standard money and differences | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import (
    GAME_PART,
    STAKES_PART,
    CardFaces,
    CardFacesOnTheTable,
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


class TrumpBy(Choice):
    TURNED_CARD = "turned_card", gettext_noop("A card that is turned up")
    FOREHAND = "forehand", gettext_noop("The player after the dealer")


BY_PLACE = STAKES_PART | only_if(settlement=["ladder"])


class Rules(Frozen):
    rounds: Annotated[int, Field(ge=4, le=24, strict=True)] = option(
        8, "Number of rounds", "After so many rounds the series is over.", GAME_PART
    )
    trump_by: TrumpBy = option(TrumpBy.TURNED_CARD, "Who says trump", "What decides trump.")
    hidden_announcements: YesNo = option(
        True,
        "Hidden announcements",
        "Until the round is recorded, only the scorer who wrote the announcements down can see them.",
    )
    settlement: SoloStakes = SoloStake.LADDER
    second: Stakes = option(Fraction(10), "The second pays the winner", shown=BY_PLACE)
    third: Stakes = option(Fraction(20), "The third pays the winner", shown=BY_PLACE)
    fourth: Stakes = option(Fraction(30), "The fourth pays the winner", shown=BY_PLACE)
    rate: RatePerPoint = option(Fraction(1), shown=STAKES_PART | only_if(settlement=["difference"]))
    direction: DirectionOfPlay = option(Direction.ANTICLOCKWISE, shown=STAKES_PART)
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH


PRESETS = by_slug(
    Preset(
        "usual",
        gettext_noop("As most play it"),
        gettext_noop("Eight rounds, a card turned up says trump, announcements are hidden."),
        Rules(),
    ),
)
