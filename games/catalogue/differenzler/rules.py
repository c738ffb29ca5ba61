"""Differenzler: four play Jass each alone, and announce how many points they will take.

Source: [D] docs/rules/differenzler.md. Cards, their worth and how they are played are those of Jass.

| source | rule | where |
|---|---|---|
| D "A round" | trump, and who begins | record.py, game.py |
| D "A round" | announcements, card points and cards | record.py |
| D "Points" | the distance between announced and taken | scoring.py |
| D "The end, and who pays whom" | the last round, ladder and differences | game.py |
"""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import (
    CardFaces,
    CardFacesOnTheTable,
    DirectionOfPlay,
    RatePerPoint,
    SoloStake,
    SoloStakes,
    Stakes,
    YesNo,
)
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop


class TrumpBy(Choice):
    TURNED_CARD = "turned_card", gettext_noop("A card that is turned up")
    FOREHAND = "forehand", gettext_noop("The player after the dealer")


BY_PLACE: dict[str, Any] = {"prominent": True, "shown_when": {"settlement": ["ladder"]}}


class Rules(Frozen):
    rounds: Annotated[int, Field(ge=4, le=24, strict=True)] = Field(
        8,
        title=gettext_noop("Number of rounds"),
        description=gettext_noop("After so many rounds the series is over."),
        json_schema_extra={"prominent": "game"},
    )
    trump_by: TrumpBy = Field(
        TrumpBy.TURNED_CARD, title=gettext_noop("Who says trump"), description=gettext_noop("What decides trump.")
    )
    hidden_announcements: YesNo = Field(
        default=True,
        title=gettext_noop("Hidden announcements"),
        description=gettext_noop(
            "Until the round is recorded, only the scorer who wrote the announcements down can see them."
        ),
    )
    settlement: SoloStakes = SoloStake.LADDER
    second: Stakes = Field(Fraction(10), title=gettext_noop("The second pays the winner"), json_schema_extra=BY_PLACE)
    third: Stakes = Field(Fraction(20), title=gettext_noop("The third pays the winner"), json_schema_extra=BY_PLACE)
    fourth: Stakes = Field(Fraction(30), title=gettext_noop("The fourth pays the winner"), json_schema_extra=BY_PLACE)
    rate: RatePerPoint = Field(
        Fraction(1), json_schema_extra={"prominent": True, "shown_when": {"settlement": ["difference"]}}
    )
    direction: DirectionOfPlay = Field(Direction.ANTICLOCKWISE, json_schema_extra={"prominent": True})
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH


PRESETS = by_slug(
    Preset(
        "usual",
        gettext_noop("As most play it"),
        gettext_noop("Eight rounds, a card turned up says trump, announcements are hidden."),
        Rules(),
    ),
)
