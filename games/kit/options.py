"""Options that several games have. Each game sets the defaults, and when the form shows an option."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from games.kit.choices import Choice
from games.kit.plays import Direction
from games.kit.points import Between, Points
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

GAME_PART: dict[str, Any] = {"prominent": "game"}  # first in the start form: what is played
STAKES_PART: dict[str, Any] = {"prominent": True}  # first in the start form: what is played for
MOST_POINTS = 1000  # that rules or a record can give for one thing, such as a foul or all tricks


def only_if(**others: Any) -> dict[str, Any]:
    """Return the part of an option's schema that says: it has an effect only while other options have these values."""
    return {"shown_when": others}


def option(
    default: Any, title: str = "", description: str = "", shown: Mapping[str, Any] | None = None, **limits: Any
) -> Any:
    """Return a field of `Rules`. `shown` is `GAME_PART`, `STAKES_PART`, what `only_if` returns, or a union of these."""
    texts: dict[str, Any] = {"title": title, "description": description, "json_schema_extra": shown and dict(shown)}
    limits |= {name: text for name, text in texts.items() if text}
    return Field(default, **limits)


def check_one_end(target: Fraction | None, hands: int | None) -> None:
    """Raise `Unreadable` unless the series ends at a number of points, or else after a number of hands."""
    if target is None and hands is None:
        no_end = say("Say to how many points the match is played, or for how many hands.")
        raise Unreadable.because("no_end", no_end, "target")
    if target is not None and hands is not None:
        two_ends = say("The match has a number of points or a number of hands. Leave one of them empty.")
        raise Unreadable.because("two_ends", two_ends, "hands")


YesNo = Annotated[bool, Field(strict=True)]
Worth = Annotated[int, Field(ge=0, le=MOST_POINTS, strict=True)]
# A number of deals after which something happens; 0: it never does.
Deals = Annotated[int, Field(ge=0, le=1000, strict=True)]
Target = Annotated[Points, Between(1, 100_000)]
Stakes = Annotated[Points, Between(0, 1_000_000)]

RatePerPoint = Annotated[
    Stakes,
    Field(
        title=gettext_noop("Rate per point"),
        description=gettext_noop("What one point of the difference is worth, in points of the settlement."),
    ),
]
FixedSum = Annotated[
    Stakes, Field(description=gettext_noop("In points; the point value of the series says what a point is worth."))
]
BelowZeroPaysDouble = Annotated[
    YesNo,
    Field(
        title=gettext_noop("Below zero pays double"),
        description=gettext_noop("A player who ends the series below zero pays double standard money."),
    ),
]
DirectionOfPlay = Annotated[
    Direction,
    Field(
        title=gettext_noop("Direction of play"),
        description=gettext_noop("Which way play and deal go round."),
    ),
]


class CardFaces(Choice):
    """Which pack lies on the table. It decides how cards are named and drawn; records and points are the same."""

    FRENCH = "french", gettext_noop("French cards")
    SWISS_GERMAN = "swiss_german", gettext_noop("Swiss-German cards")


CardFacesOnTheTable = Annotated[
    CardFaces,
    Field(
        title=gettext_noop("Cards on the table"),
        description=gettext_noop(
            "French: ♣ ♦ ♥ ♠. Swiss-German: Eicheln, Schellen, Rosen, Schilten. Points are the same."
        ),
        json_schema_extra=GAME_PART,
    ),
]


class SoloStake(Choice):
    """How players settle who play each alone."""

    LADDER = "ladder", gettext_noop("By place")
    DIFFERENCE = "difference", gettext_noop("By difference")
    NONE = "none", gettext_noop("None")


SoloStakes = Annotated[
    SoloStake,
    Field(
        title=gettext_noop("Who pays whom"),
        description=gettext_noop(
            "By place: the others pay the winner. By difference: in every pair, the difference of their totals times a "
            "rate."
        ),
        json_schema_extra=STAKES_PART,
    ),
]


class TeamStake(Choice):
    """What two teams play for."""

    PER_MATCH = "per_match", gettext_noop("Per match")
    PER_POINT = "per_point", gettext_noop("Per point")
    NONE = "none", gettext_noop("None")


TeamStakes = Annotated[
    TeamStake,
    Field(
        title=gettext_noop("What is played for"),
        description=gettext_noop(
            "Per match: each loser pays the next player of the winning team a fixed sum. "
            "Per point: the difference in points times a rate. None: no money."
        ),
    ),
]
