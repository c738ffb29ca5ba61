"""Belote and coinche: the options of a table.

Source: [B] docs/rules/belote.md, which collects the rules of contests, clubs and private tables. Each rule that
differs between them is an option.

| source | rule | where |
|---|---|---|
| B "How a hand is written down" | bid, trump, card points, and what is refused | record.py |
| B "What it is worth" | made, failed, coinched; level hands; belote and announcements | scoring.py |
| B "The end, and who pays whom" | the last hand, level teams, who pays whom | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.options import (
    GAME_PART,
    FixedSum,
    RatePerPoint,
    Target,
    TeamStake,
    TeamStakes,
    Worth,
    YesNo,
    check_one_end,
    only_if,
    option,
)
from games.kit.sentences import gettext_noop


class Bidding(Choice):
    """How the taker is found: by the highest bid, or without bids."""

    COINCHE = "coinche", gettext_noop("Points are bid")
    NONE = "none", gettext_noop("Somebody takes")


class Counts(Choice):
    """What is written down for a bid that is made."""

    BOTH = "both", gettext_noop("The bid and the cards")
    BID_ONLY = "bid_only", gettext_noop("The bid only")


class RoundedTo(Choice):
    """Card points to the nearest ten."""

    NONE = "none", gettext_noop("Not rounded")
    HALF_DOWN = "down", gettext_noop("To the nearest ten, 5 down")
    HALF_UP = "up", gettext_noop("To the nearest ten, 5 up")

    def of(self, points: int) -> int:
        if self is RoundedTo.NONE:
            return points
        return (points + (5 if self is RoundedTo.HALF_UP else 4)) // 10 * 10


class Litige(Choice):
    """Who gets the taker's points where both teams have the same."""

    WAIT = "wait", gettext_noop("They wait")
    OTHERS = "others", gettext_noop("The others")


IN_COINCHE = only_if(bidding=[Bidding.COINCHE.value])
IN_CLASSIC = only_if(bidding=[Bidding.NONE.value])


class Rules(Frozen):
    bidding: Bidding = option(
        Bidding.COINCHE,
        "Who plays",
        "Points are bid: the highest bid, of at least 80, plays. "
        "Somebody takes: the taker's team needs more than the others.",
        GAME_PART,
    )
    target: Target | None = option(
        Fraction(2000),
        "Played to",
        "The match is over after the hand in which a team reaches this. If the teams are level, play goes on.",
        GAME_PART,
    )
    hands: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = option(
        None, "Number of hands", "In place of points: after so many hands the match is over.", GAME_PART
    )
    counts: Counts = option(
        Counts.BOTH,
        "What a bid counts",
        "The bid and the card points of both teams, or nothing but the bid.",
        IN_COINCHE,
    )
    rounding: RoundedTo = option(
        RoundedTo.NONE, "Rounding", "How card points are written down. Whether a bid is made goes by the exact points."
    )
    capot: Worth = option(250, "Capot", "What all tricks count in place of 162. A bid of capot counts the same.")
    generale: Worth = option(500, "Générale", "What a bid of all tricks by one player counts.", IN_COINCHE)
    surcoinche: Annotated[int, Field(ge=2, le=10, strict=True)] = option(
        4, "Surcoinche", "How many times a hand counts after surcoinche. Coinche counts twice.", IN_COINCHE
    )
    belote_helps: YesNo = option(True, "Belote helps", "The 20 of the belote help to make the contract.")
    litige: Litige = option(
        Litige.WAIT,
        "Level hands",
        "The taker's points wait for the winner of the next hand, or go to the others.",
        IN_CLASSIC,
    )
    announcements: YesNo = option(
        False, "Announcements", "Tierce 20, cinquante 50, cent 100, four of a kind 100, nines 150, jacks 200."
    )
    stake: TeamStakes = TeamStake.PER_MATCH
    stake_points: FixedSum = option(Fraction(100), "Sum for a match")
    point_rate: RatePerPoint = Fraction(1)

    @model_validator(mode="after")
    def it_has_one_end(self) -> "Rules":
        check_one_end(self.target, self.hands)
        return self


PRESETS = by_slug(
    Preset(
        "coinche",
        gettext_noop("Coinche"),
        gettext_noop("Points are bid. Who makes the bid gets it and the card points. To 2000."),
        Rules(),
        own_name=True,
    ),
    Preset(
        "contest",
        gettext_noop("Contrée"),
        gettext_noop("As contests play: nothing but the bid is written down."),
        Rules(counts=Counts.BID_ONLY),
        own_name=True,
    ),
    Preset(
        "belote",
        gettext_noop("Classic belote"),
        gettext_noop("Somebody takes, and needs more than the others. Capot 252, to 1000."),
        Rules(bidding=Bidding.NONE, capot=252, target=Fraction(1000)),
    ),
)
