"""The choices of a scorecard, and when the form shows which option."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainSerializer, PlainValidator, WithJsonSchema

from games.contract import Frozen
from games.kit.choices import Choice
from games.kit.options import only_if
from games.kit.points import Between, FarFromZero, Points, read_points, write_points
from games.kit.problems import Problem, Unreadable
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

# For the form: what is agreed on first, and which options have nothing to say beside which others.
BY_RATE = only_if(settlement=["difference", "both", "at_once"])
BY_RANK = only_if(settlement=["ladder", "both"])
WITH_POINTS = only_if(written=["points"])
WITH_BIDS = only_if(written=["bids"])
NOT_SIDES = only_if(written=["points", "bids"])
NOT_BIDS = only_if(written=["points", "sides"])
AT_A_TARGET = only_if(end=["target", "out"])
WITH_SIDES = only_if(written=["sides"])
NOT_POINTS = only_if(written=["sides", "bids"])
WITH_LEADER = only_if(written=["sides"], leader=[True])

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

# --- The list, on which only the leader's own figure is written ------------------------------------------------------

OTHERS = {
    "3": gettext_noop("Others, 3 players"),
    "4": gettext_noop("Others, 4 players"),
    "5": gettext_noop("Others, 5 players"),
    "6": gettext_noop("Others, 6 players"),
}


def _read_others(given: Any) -> tuple[tuple[int, Fraction], ...]:
    """From {"3": 40}, by the number of players."""
    if isinstance(given, tuple):  # what was read already
        given = {str(players): points for players, points in given}
    if not isinstance(given, Mapping) or not all(players in OTHERS for players in given):
        raise Unreadable.because("not_others", say("This must be points for 3 to 6 players."))
    read, problems = [], []
    for players, points in given.items():
        try:
            read.append((int(players), Between(0, LARGEST)(read_points(points))))
        except Unreadable as refused:
            problems += [Problem(players, problem.code, problem.message) for problem in refused.problems]
    if problems:
        raise Unreadable(problems)
    return tuple(sorted(read))


Others = Annotated[
    tuple[tuple[int, Fraction], ...],
    PlainValidator(_read_others),
    PlainSerializer(lambda others: {str(players): write_points(points) for players, points in others}),
    WithJsonSchema(
        {
            "type": "object",
            "properties": {
                players: {"type": "number", "minimum": 0, "maximum": LARGEST, "title": title}
                for players, title in OTHERS.items()
            },
            "additionalProperties": False,
        }
    ),
]


class PointsList(Frozen):
    """What the leader has besides the worth, and what the others have where the leader lost."""

    won: Worth = Field(title=gettext_noop("Plus if won"))
    lost: Worth = Field(title=gettext_noop("Minus if lost"))
    others: Others = Field(title=gettext_noop("Each other player if lost"))

    def for_others(self, players: int) -> Fraction | None:
        """None where the list does not say it for so many players."""
        return dict(self.others).get(players)
