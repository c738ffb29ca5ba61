"""Putz, also called Apple: Jass for three or five, each alone.

Source: [S] the web text "Jass", section "The apple or Putz for 3 or 5 players". docs/rules/putz.md says what was
decided where the text has no rule.

| source | rule | where |
|---|---|---|
| [S] "the same as the standard Jass" | which card may be played, and the worth of cards | games/kit/jass_cards.py |
| [S] "With 3 players", "With 5 players" | cards out of play, the six of trump, the cards that lie aside | record.py |
| [S] same sections | apples and putz | scoring.py |
| [S] same sections, last lines | the end | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import CardFaces, CardFacesOnTheTable, DirectionOfPlay, Stakes, option
from games.kit.plays import Direction
from games.kit.sentences import gettext_noop

THREE, FIVE = 3, 5  # numbers of players


class Ties(Choice):
    NONE = "none", gettext_noop("None")
    ALL = "all", gettext_noop("All")


class Stake(Choice):
    PER_MARK = "per_mark", gettext_noop("Per mark")
    NONE = "none", gettext_noop("None")


Marks = Annotated[int, Field(ge=1, le=100, strict=True)]


class Rules(Frozen):
    apple_below: Annotated[int, Field(ge=1, le=100, strict=True)] = option(
        21, "Apple below", "A player with fewer card points than this in a round gets an apple, −1."
    )
    win_at: Marks = option(7, "Won at", "The series is over when a player has so many marks.")
    lost_at_three: Marks = option(
        4, "Lost this far below zero, with three players", "The series is over when a player is so far below zero."
    )
    lost_at_five: Marks = option(
        5, "Lost this far below zero, with five players", "The series is over when a player is so far below zero."
    )
    ties: Ties = option(
        Ties.NONE,
        "Level on points",
        "What level players get where their ranks bring different marks. None: the lower mark. All: the higher mark.",
    )
    stake: Stake = option(
        Stake.PER_MARK,
        "What is played for",
        "Per mark: in every pair the difference in marks times a rate. None: no money.",
    )
    mark_rate: Stakes = option(
        Fraction(1), "Rate per mark", "What one mark of the difference is worth, in points of the settlement."
    )
    game_stake: Stakes = option(
        Fraction(0),
        "Stake for the game",
        "What each other player pays the one with the most marks at the end, in points of the settlement; "
        "double for a player who reaches the lower limit. 0: none.",
    )
    direction: DirectionOfPlay = Direction.CLOCKWISE
    card_faces: CardFacesOnTheTable = CardFaces.FRENCH

    def lost_at(self, seats: int) -> int:
        return -(self.lost_at_three if seats == THREE else self.lost_at_five)


PRESETS = by_slug(
    Preset(
        "source",
        gettext_noop("As the source has it"),
        gettext_noop("Apples below 21, won at 7, lost at −4 with three players and at −5 with five."),
        Rules(),
    ),
)
