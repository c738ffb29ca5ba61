"""Doppelkopf: the options of a table.

Source: [K] docs/rules/doppelkopf.md, from the tournament rules of the German Doppelkopf association (DDV), read in
extracts and retellings, and from private tables.

| source | rule | where |
|---|---|---|
| K "The hand" | what is written down, and what is refused | record.py, entry.py |
| K "Who wins" | 121 or 120 points, promises kept and broken | scoring.py |
| K "What it is worth" | points for winners, extra points, solos, Bock | scoring.py |
| K "The end, and who pays whom" | the last hand, required solos, the settlement | game.py |
"""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from games.contract import Frozen, Preset, by_slug
from games.kit.choices import Choice
from games.kit.declaring import BockHands, BockPlayed, Hands, HandStake, HandStakes, PlaceSum, Rate
from games.kit.options import GAME_PART, YesNo, only_if, option
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

PLAYERS = (4, 5, 6, 7)
OPPONENTS = 3  # of a soloist


class Announcements(Choice):
    """What Re and Kontra are worth once they are said."""

    ADD = "add", gettext_noop("2 points each")
    DOUBLE = "double", gettext_noop("Each doubles")


class Extra(Choice):
    """What brings an extra point. AGAINST_THE_OLD is in no record, because it follows from who won: Kontra beats Re."""

    FOX = "fox", gettext_noop("Fox caught")
    DOPPELKOPF = "doppelkopf", gettext_noop("Doppelkopf")
    CHARLIE = "charlie", gettext_noop("Charlie")
    AGAINST_THE_OLD = "against_the_old", gettext_noop("Against the old")
    HEARTS = "hearts", gettext_noop("Trick of hearts")
    CHARLIE_CAUGHT = "charlie_caught", gettext_noop("Charlie caught")


def each_once(extras: tuple[Extra, ...]) -> tuple[Extra, ...]:
    return tuple(extra for extra in Extra if extra in extras)


DDV_EXTRAS = (Extra.FOX, Extra.DOPPELKOPF, Extra.CHARLIE, Extra.AGAINST_THE_OLD)


class Rules(Frozen):
    announcements: Announcements = option(
        Announcements.ADD,
        "Re and Kontra",
        "2 points each: for the winners, whoever said it. Each doubles: the whole sum, extra points included.",
        GAME_PART,
    )
    extras: Annotated[tuple[Extra, ...], Field(max_length=len(Extra)), AfterValidator(each_once)] = option(
        DDV_EXTRAS,
        "Extra points",
        "One point each: a fox (♦A) caught; a trick of 40 or more; ♣J takes the last trick; Kontra has won; a trick of "
        "four hearts; ♣J caught in the last trick.",
        GAME_PART,
    )
    solo_extras: YesNo = option(False, "Extra points in a solo", "Extra points count in a solo too.")
    silent_solo_extras: YesNo = option(
        True, "Extra points in a silent solo", "One player had both ♣Q and kept silent: extra points count."
    )
    solo_times: Annotated[int, Field(ge=1, le=10, strict=True)] = option(
        OPPONENTS, "A soloist has", "How many times the points of each opponent a soloist wins or loses."
    )
    bock: BockPlayed = False
    bock_hands: BockHands = option(None, shown=only_if(bock=[True]))
    hands: Hands = option(None, shown=GAME_PART)
    required_solos: Annotated[int, Field(ge=0, le=1, strict=True)] = option(
        0,
        "Required solos",
        "How many solos each player has to play. The same player deals again after one.",
    )
    settlement: HandStakes = HandStake.AT_ONCE
    rate: Rate = Fraction(1)
    place_sum: PlaceSum = Fraction(10)

    @model_validator(mode="after")
    def only_sums_of_zero_are_paid_at_once(self) -> "Rules":
        """The points of a solo come to zero only if the soloist has those of three opponents."""
        if self.settlement is HandStake.AT_ONCE and self.solo_times != OPPONENTS:
            raise Unreadable.because(
                "solo_at_once", say("Only a solo that counts three times can be paid at once."), "solo_times"
            )
        return self


PRESETS = by_slug(
    Preset(
        "ddv",
        gettext_noop("DDV"),
        gettext_noop("As the German association plays: 24 hands, and each plays a required solo."),
        Rules(hands=24, required_solos=1),
    ),
    Preset(
        "home",
        gettext_noop("At home"),
        gettext_noop("Re and Kontra double, a trick of hearts counts, Bock is offered. The table says when it stops."),
        Rules(announcements=Announcements.DOUBLE, extras=(*DDV_EXTRAS, Extra.HEARTS), bock=True),
    ),
)
