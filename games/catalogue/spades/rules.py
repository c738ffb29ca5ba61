"""Spades: the options of a table.

Source: [P] docs/rules/spades.md, from pagat.com's description, read in extracts, and from two programs that have its
example.

| source | rule | where |
|---|---|---|
| P "A hand" | bids, nil and tricks, and what is refused | record.py |
| P "Playing a card" | which card must be played, and what may be led | play.py |
| P "Points" | contracts, bags, nil and blind bids | scoring.py |
| P "The end, and who pays whom" | the last hand, level sides, who pays whom | game.py |
| P "Two to six players" | how many tricks a hand has, and who plays in teams | this file |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.jass_teams import TEAMS
from games.kit.options import (
    GAME_PART,
    FixedSum,
    RatePerPoint,
    Target,
    TeamStake,
    TeamStakes,
    Worth,
    YesNo,
    option,
)
from games.kit.points import Between, Points
from games.kit.sentences import gettext_noop

FOUR = 4
# Tricks in a hand, by the number of players. The 52 cards are divided evenly; two players have thirteen each.
TRICKS = {2: 13, 3: 17, FOUR: 13, 5: 10, 6: 8}
MOST_TRICKS = max(TRICKS.values())


class NilTricks(Choice):
    """What the tricks of a player count whose nil has failed."""

    BAGS = "bags", gettext_noop("Bags")
    HELP = "help", gettext_noop("They help the partner")


class Rules(Frozen):
    teams: YesNo = option(
        True, "In two teams", "Four players in two teams, partners opposite. Else two to six, each alone.", GAME_PART
    )
    target: Target = option(
        Fraction(500),
        "Played to",
        "The match is over after the hand in which a side reaches this. If the sides are level, play goes on.",
        GAME_PART,
    )
    floor: Annotated[Points, Between(-100_000, 0)] | None = option(
        Fraction(-200), "Over below", "The match is over too when a side is below this. Empty: it is not.", GAME_PART
    )
    nil: Worth = option(100, "Nil", "What a player counts who bids nil and takes no trick, and loses with a trick.")
    blind_nil: Worth | None = option(
        200, "Blind nil", "The same for nil that is bid before seeing the cards. Empty: not played."
    )
    nil_tricks: NilTricks = option(
        NilTricks.BAGS, "Tricks of a failed nil", "They are bags, or help to make the partner's contract."
    )
    bags: Annotated[int, Field(ge=1, le=100, strict=True)] = option(
        10, "Bags", "Each trick above the contract is a bag, and so many bags together cost points."
    )
    bag_penalty: Worth = option(100, "Full bags cost", "What is taken off each time that the bags are full.")
    blind: YesNo = option(False, "Blind bids", "A contract that is bid before seeing the cards counts double.")
    stake: TeamStakes = TeamStake.PER_MATCH
    stake_points: FixedSum = option(Fraction(100), "Sum for a match")
    point_rate: RatePerPoint = Fraction(1)

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each team, or of each player alone."""
        return TEAMS if self.teams and seats == FOUR else tuple((seat,) for seat in range(seats))


PRESETS = by_slug(
    Preset(
        "teams",
        gettext_noop("Two teams"),
        gettext_noop("Four players, to 500 or below −200, with nil and blind nil; ten bags cost 100."),
        Rules(),
    ),
    Preset(
        "alone",
        gettext_noop("Each alone"),
        gettext_noop("Two to six players, each with a contract of their own."),
        Rules(teams=False),
    ),
)
