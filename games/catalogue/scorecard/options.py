"""The enums and types of a scorecard's options, and when the form shows which option."""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field

from games.kit.choices import Choice
from games.kit.options import only_if
from games.kit.points import Between, FarFromZero, Points
from games.kit.problems import Unreadable
from games.kit.sentences import gettext_noop, say

FEWEST_SEATS, MOST_SEATS = 2, 12
LARGEST = 1_000_000


class Written(Choice):
    POINTS = "points", gettext_noop("Points")
    BIDS = "bids", gettext_noop("Bids")
    SIDES = "sides", gettext_noop("Who won, and the worth")


class Bidders(Choice):
    ALL = "all", gettext_noop("Everybody")
    ONE = "one", gettext_noop("One of them")


class Step(Choice):
    WHOLE = "1", gettext_noop("Whole points")
    HALF = "1/2", gettext_noop("Halves")
    QUARTER = "1/4", gettext_noop("Quarters")
    TENTH = "1/10", gettext_noop("Tenths")
    HUNDREDTH = "1/100", gettext_noop("Hundredths")

    @property
    def size(self) -> Fraction:
        return Fraction(self.value)


class Best(Choice):
    HIGH = "high", gettext_noop("The most points win")
    LOW = "low", gettext_noop("The fewest points win")


class End(Choice):
    TARGET = "target", gettext_noop("At a target")
    HANDS = "hands", gettext_noop("After a number of hands")
    TABLE = "table", gettext_noop("When the table stops")
    OUT = "out", gettext_noop("When only one is left")
    PACK = "pack", gettext_noop("When the pack is too small")


class Settlement(Choice):
    DIFFERENCE = "difference", gettext_noop("By difference")
    LADDER = "ladder", gettext_noop("By rank")
    BOTH = "both", gettext_noop("Both")
    NONE = "none", gettext_noop("None")
    AT_ONCE = "at_once", gettext_noop("After every hand")


Target = Annotated[Points, FarFromZero(LARGEST)]
Worth = Annotated[Points, Between(0, LARGEST)]
Tricks = Annotated[int, Field(ge=0, le=1000, strict=True)]

# Conditions for the form: it shows an option only while other options have these values.
BY_RATE = only_if(settlement=["difference", "both", "at_once"])
BY_RANK = only_if(settlement=["ladder", "both"])
WITH_POINTS = only_if(written=["points"])
WITH_BIDS = only_if(written=["bids"])
NOT_SIDES = only_if(written=["points", "bids"])
NOT_BIDS = only_if(written=["points", "sides"])
AT_A_TARGET = only_if(end=["target", "out"])
NOT_POINTS = only_if(written=["sides", "bids"])

# --- How often a hand counts -----------------------------------------------------------------------------------------

MOST_FACTORS = 8


def _distinct(times: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(times)) < len(times):
        raise Unreadable.because("twice", say("A number stands here twice."))
    return times


Times = Annotated[
    tuple[Annotated[int, Field(ge=1, le=1000, strict=True)], ...],
    Field(max_length=MOST_FACTORS),
    AfterValidator(_distinct),
]
