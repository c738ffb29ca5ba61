"""A scorecard for any other game: the table says what it counts.

There is no source: every option is the table's own. docs/rules/scorecard.md describes them.
"""

from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field, model_validator

from games.contract import Frozen, Preset
from games.kit.choices import Choice
from games.kit.points import Between, Points, PointsBySeat
from games.kit.problems import Problem, Unreadable
from games.kit.records import STORABLE
from games.kit.sentences import gettext_noop, say

FEWEST_SEATS, MOST_SEATS = 2, 12
LARGEST = 1_000_000


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


class Settlement(Choice):
    DIFFERENCE = "difference", gettext_noop("By difference")
    LADDER = "ladder", gettext_noop("By rank")
    BOTH = "both", gettext_noop("Both")
    NONE = "none", gettext_noop("None")


# For the form: what is agreed on first, and which options have nothing to say beside which others.
GAME_PART: dict[str, Any] = {"prominent": "game"}
STAKES: dict[str, Any] = {"prominent": True}
BY_DIFFERENCE = {"shown_when": {"settlement": ["difference", "both"]}}
BY_RANK = {"shown_when": {"settlement": ["ladder", "both"]}}


class Rules(Frozen):
    name: str = Field(
        "",
        max_length=80,
        pattern=STORABLE,
        title=gettext_noop("Name of the game"),
        description=gettext_noop("What the table calls it."),
        json_schema_extra=GAME_PART,
    )
    teams: Annotated[int, Field(ge=0, le=MOST_SEATS // 2, strict=True)] = Field(
        0,
        title=gettext_noop("Teams"),
        description=gettext_noop("How many teams play; players take turns round the table. 0: each alone."),
        json_schema_extra=GAME_PART,
    )
    step: Step = Field(
        Step.WHOLE,
        title=gettext_noop("Points are counted in"),
        description=gettext_noop("The smallest difference that there can be."),
    )
    below_zero: bool = Field(
        default=True,
        strict=True,
        title=gettext_noop("Points below zero"),
        description=gettext_noop("A hand can cost points."),
    )
    hand_total: Annotated[Points, Between(-LARGEST, LARGEST)] | None = Field(
        None,
        title=gettext_noop("Points in every hand"),
        description=gettext_noop("What the points of a hand always come to, if they do. Empty: anything goes."),
    )
    best: Best = Field(
        Best.HIGH,
        title=gettext_noop("Who wins"),
        description=gettext_noop("Whether points are good to have."),
        json_schema_extra=GAME_PART,
    )
    end: End = Field(
        End.TABLE,
        title=gettext_noop("When it ends"),
        description=gettext_noop("At a target: after the hand in which a player's total reaches it."),
        json_schema_extra=GAME_PART,
    )
    target: Annotated[Points, Between(1, LARGEST)] = Field(
        Fraction(100),
        title=gettext_noop("Target"),
        description=gettext_noop("The total that ends the series, where it ends at a target."),
        json_schema_extra=GAME_PART | {"shown_when": {"end": ["target"]}},
    )
    hands: Annotated[int, Field(ge=1, le=1000, strict=True)] = Field(
        10,
        title=gettext_noop("Number of hands"),
        description=gettext_noop("After which the series ends, where it ends after a number of hands."),
        json_schema_extra=GAME_PART | {"shown_when": {"end": ["hands"]}},
    )
    settlement: Settlement = Field(
        Settlement.DIFFERENCE,
        title=gettext_noop("Who pays whom"),
        description=gettext_noop(
            "By difference: in every pair, the difference of their totals times a rate. "
            "By rank: a sum for each place. Or both, or no money."
        ),
        json_schema_extra=STAKES,
    )
    rate: Annotated[Points, Between(0, LARGEST)] = Field(
        Fraction(1),
        title=gettext_noop("Rate"),
        description=gettext_noop("What one point of a difference is worth, in points of the settlement."),
        json_schema_extra=STAKES | BY_DIFFERENCE,
    )
    ladder: PointsBySeat = Field(
        (),
        title=gettext_noop("Sums by place"),
        description=gettext_noop("What each place receives, from the first to the last; it pays where below zero."),
        json_schema_extra=STAKES | BY_RANK,
    )

    @model_validator(mode="after")
    def ladder_sums_to_zero(self) -> "Rules":
        """A settlement by rank needs its sums, and they are paid by some and received by others."""
        if sum(self.ladder):
            wrong = say("The sums by place must come to zero, not {total}.", total=sum(self.ladder))
            raise Unreadable.because("ladder_sum", wrong, "ladder")
        if self.settlement in (Settlement.LADDER, Settlement.BOTH) and not self.ladder:
            raise Unreadable.because("ladder_missing", say("Say what each place receives."), "ladder")
        return self

    def sides(self, seats: int) -> int:
        """Teams, or players each alone."""
        return self.teams or seats

    @property
    def by_difference(self) -> bool:
        return self.settlement in (Settlement.DIFFERENCE, Settlement.BOTH)

    @property
    def by_rank(self) -> bool:
        return self.settlement in (Settlement.LADDER, Settlement.BOTH)


def sides(rules: Rules, seats: int) -> tuple[tuple[int, ...], ...]:
    """Seat 0 plays for side 0, seat 1 for side 1, and so on round the table."""
    count = rules.sides(seats)
    return tuple(tuple(range(side, seats, count)) for side in range(count))


def fits(rules: Rules, seats: int) -> list[Problem]:
    """What keeps so many players from playing by these rules."""
    problems = []
    if rules.teams and (rules.teams == 1 or seats % rules.teams):
        uneven = say("{seats} players cannot make {teams} teams of the same size.", seats=seats, teams=rules.teams)
        problems.append(Problem("teams", "uneven_teams", uneven))
    elif rules.by_rank and len(rules.ladder) != rules.sides(seats):
        places = say("There are {given} sums for {sides} places.", given=len(rules.ladder), sides=rules.sides(seats))
        problems.append(Problem("ladder", "wrong_length", places))
    return problems


PRESETS = MappingProxyType(
    {
        "free": Preset(
            "free",
            gettext_noop("Free"),
            gettext_noop("Any points, until the table stops; differences are paid."),
            Rules(),
        ),
    }
)
