"""Jaago-Chalis, from Thimi in Nepal: the rule options.

Sources: [J] the J-40 team's document of 2061-07-04 B.S. (2004-10-20), [P] the short page at pagat. Where the
sources are silent or disagree, the rule is an option; docs/rules/jaago-chalis.md tells which and why.

| source | rule | where |
|---|---|---|
| J C.14, C.20, E.4; P "Deal and Play" | which card must be played, what wins | play.py |
| J C.4, E.7; P "Scoring" | red 1, black ½, last trick 1 more: 40 in every hand | play.py, record.py |
| J E.9 (prints 10 − PW; its tables and P show the negative) | points entered | scoring.py |
| J E.10 | 26 or more in one hand | scoring.py |
| J E.11 to E.13; P "Scoring" | end at 40, ranking | game.py |
| J E.12; P "Deal and Play" | who wins the last trick deals next | game.py |
| J D.5, E.14, E.15; P "Scoring" | differences, standard money, double below zero | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import STAKES_PART, BelowZeroPaysDouble, DirectionOfPlay, Stakes, Target, option
from games.kit.plays import Direction
from games.kit.points import Between, Points
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

POINTS_IN_A_HAND = 40


class BigHandBonus(Choice):
    RANKED = "ranked", gettext_noop("Ranked")
    EQUAL = "equal", gettext_noop("Equal")
    OFF = "off", gettext_noop("Off")


class Ties(Choice):
    SHARE = "share", gettext_noop("Share the sums")
    LAST_HAND = "last_hand", gettext_noop("Last hand")
    PLAY_ON = "play_on", gettext_noop("Play on")


Sum = Annotated[Stakes, Field(json_schema_extra={"prominent": True})]
OfOneHand = Annotated[Points, Between(0, POINTS_IN_A_HAND)]


class Rules(Frozen):
    lowest: Sum = option(Fraction(20), "Lowest standard sum", "What the second pays the winner, in points.")
    middle: Sum = option(Fraction(30), "Middle standard sum", "What the third pays the winner, in points.")
    highest: Sum = option(Fraction(40), "Highest standard sum", "What the last pays the winner, in points.")
    entry_threshold: OfOneHand = option(
        Fraction(10),
        "Points needed to enter",
        "A player who wins fewer points in a hand enters what is lacking as a negative number.",
    )
    target: Target = option(
        Fraction(40), "Series ends at", "The series is over after the hand in which a player's total reaches this."
    )
    big_hand: OfOneHand = option(
        Fraction(26),
        "Big hand from",
        "A player who wins so many points in one hand receives the standard sums as a bonus.",
    )
    big_hand_bonus: BigHandBonus = option(
        BigHandBonus.RANKED,
        "Who pays for a big hand",
        "Ranked: the other three pay the lowest, middle and highest sum by their points in that hand. "
        "Equal: each pays a third. Off: no bonus.",
    )
    negative_pays_double: BelowZeroPaysDouble = True
    ties: Ties = option(
        Ties.SHARE,
        "Level totals",
        "Share: level players share the sums of their places. Last hand: the better of the latest hand in which "
        "they differ ranks higher. Play on: the series goes on while two are level for first.",
    )
    direction: DirectionOfPlay = option(
        Direction.CLOCKWISE,
        description=gettext_noop("Proposed for every hand; one tap turns it for the hand."),
        shown=STAKES_PART,
    )

    @model_validator(mode="after")
    def sums_do_not_decrease(self) -> "Rules":
        """A lower place never pays less."""
        if not self.lowest <= self.middle <= self.highest:
            raise Unreadable.because(
                "decreasing",
                say("The standard sums must not decrease from lowest to highest."),
            )
        return self

    @property
    def sums(self) -> tuple[Fraction, Fraction, Fraction]:
        return self.lowest, self.middle, self.highest


PRESETS = by_slug(
    Preset(
        "j40-2004",
        gettext_noop("As the J-40 team wrote it (2004)"),
        gettext_noop("Bonus for a big hand, double standard money below zero."),
        Rules(),
    ),
    Preset(
        "pagat",
        gettext_noop("As on the pagat page"),
        gettext_noop("No bonus for a big hand, no doubling below zero."),
        Rules(big_hand_bonus=BigHandBonus.OFF, negative_pays_double=False),
    ),
)
