"""Coiffeur, also called Coiffeur-Schieber: two teams play Jass, and each team plays every kind once.

Source: [C] docs/rules/coiffeur.md. Cards, their worth and how they are played are those of Jass.

| source | rule | where |
|---|---|---|
| C "The boxes" | kinds, factors, and when a box is played | this file, record.py |
| C "Whose turn it is" | which team chooses | record.py, scoring.py |
| C "Points" | card points times the factor, misère, match and counter-match | scoring.py |
| C "The end, and who pays whom" | the last box, a fixed sum or a rate per point | game.py |
"""

from collections import Counter
from fractions import Fraction
from typing import Annotated, Self

from pydantic import Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.card_faces import called
from games.kit.choices import Choice
from games.kit.jass_cards import Trump
from games.kit.options import (
    CardFaces,
    CardFacesOnTheTable,
    DirectionOfPlay,
    FixedSum,
    RatePerPoint,
    TeamStake,
    TeamStakes,
    Worth,
    YesNo,
    option,
)
from games.kit.plays import Direction
from games.kit.problems import Problem, Unreadable
from games.kit.records import ShortName
from games.kit.sentences import Sentence, gettext_noop, say

MOST_BOXES = 20  # each of the ten kinds at most twice
MOST_OF_A_KIND = 2


class Kind(Choice):
    """What is played. A joker is any of the others."""

    CLUBS = "clubs", Trump.CLUBS.label
    DIAMONDS = "diamonds", Trump.DIAMONDS.label
    HEARTS = "hearts", Trump.HEARTS.label
    SPADES = "spades", Trump.SPADES.label
    TOP_DOWN = "top_down", Trump.TOP_DOWN.label
    BOTTOM_UP = "bottom_up", Trump.BOTTOM_UP.label
    SLALOM = "slalom", gettext_noop("Slalom")
    MISERE = "misere", gettext_noop("Misère")
    GUSCHTI = "guschti", gettext_noop("Guschti")
    JOKER = "joker", gettext_noop("Joker")


class Box(Frozen):
    kind: Kind = Field(title=gettext_noop("Kind"))
    factor: Annotated[int, Field(ge=1, le=20, strict=True)] = Field(title=gettext_noop("Factor"))
    name: ShortName = option("", "Own name", max_length=20)


def numbered(*kinds: Kind) -> tuple[Box, ...]:
    return tuple(Box(kind=kind, factor=factor) for factor, kind in enumerate(kinds, 1))


TEN = numbered(*Kind)
EIGHT = numbered(*(kind for kind in Kind if kind not in (Kind.MISERE, Kind.GUSCHTI)))


class Rules(Frozen):
    boxes: tuple[Box, ...] = option(
        TEN,
        "Boxes",
        "Each team plays every box once. A kind may have two boxes. A row with – is left out.",
        min_length=1,
        max_length=MOST_BOXES,
    )
    match_points: Worth = option(257, "Points of a match", "What all nine tricks count before the factor.")
    counter_match: Worth = option(
        0, "Counter-match", "What the other team scores, without a factor, if it takes all nine tricks."
    )
    melds: YesNo = option(False, "Weis", "Weis of the team whose box is played counts, times the factor.")
    stoeck: YesNo = option(False, "Stöck", "Stöck of the team whose box is played counts 20, times the factor.")
    trump_jack_may_be_withheld: YesNo = option(
        True,
        "The jack of trump may be kept back",
        "A player whose only trump is the jack need not play it when trump is led.",
    )
    stake: TeamStakes = TeamStake.PER_MATCH
    stake_points: FixedSum = option(Fraction(100), "Sum for a match")
    point_rate: RatePerPoint = Fraction(1)
    direction: DirectionOfPlay = Direction.ANTICLOCKWISE
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH

    @model_validator(mode="after")
    def kinds_at_most_twice(self) -> Self:
        problems = []
        for kind, times in Counter(box.kind for box in self.boxes).items():
            if times > MOST_OF_A_KIND:
                name = Sentence(called(kind.label, self.card_faces))
                problems.append(Problem("boxes", "too_often", say("A kind has at most two boxes: {kind}.", kind=name)))
        if problems:
            raise Unreadable(problems)
        return self

    @property
    def kinds(self) -> list[Kind]:
        """The kinds in the order of their boxes, each once."""
        return list(dict.fromkeys(box.kind for box in self.boxes))


PRESETS = by_slug(
    Preset("ten", gettext_noop("Ten boxes"), gettext_noop("Clubs counts once, the joker ten times."), Rules()),
    Preset(
        "eight",
        gettext_noop("Eight boxes"),
        gettext_noop("Without misère and guschti; the joker counts eight times."),
        Rules(boxes=EIGHT),
    ),
)
